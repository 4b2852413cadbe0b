import { Stack } from '@mantine/core'
import type { Frame } from './sign-in-form.tsx'

/** For a sign-in in a card or window that already has a title. */
export const Plain: Frame = ({ children }) => <Stack>{children}</Stack>
