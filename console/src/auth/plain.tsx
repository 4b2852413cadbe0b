import { Stack } from '@mantine/core'
import type { Frame } from './second-factor.tsx'

/** For a sign-in in a card or window that already has a title. */
export const Plain: Frame = ({ children }) => <Stack>{children}</Stack>
