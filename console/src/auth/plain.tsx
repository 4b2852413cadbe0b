import { Stack } from '@mantine/core'
import type { Frame } from './sign-in-form.tsx'

/** For a sign-in within a card or a window that has a title. */
export const Plain: Frame = ({ children }) => <Stack>{children}</Stack>
