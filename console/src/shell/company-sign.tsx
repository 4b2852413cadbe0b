import { Avatar } from '@mantine/core'

/** Dark enough for white letters in both schemes (WCAG 1.4.3). */
const COLORS = ['teal', 'blue', 'grape', 'red', 'pink', 'cyan', 'indigo', 'violet'] as const

interface Props {
  readonly company: { readonly handle: string; readonly name: string }
  readonly size?: number
}

/** Initials on a fixed color for each company. */
export const CompanySign = ({ company: { handle, name }, size = 30 }: Props) => (
  <Avatar size={size} radius="sm" color={`${colorOf(handle)}.9`} variant="filled" aria-hidden>
    {initialsOf(name)}
  </Avatar>
)

const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map(([first = '']) => first.toUpperCase())
    .join('')

const colorOf = (handle: string): string =>
  COLORS[[...handle].reduce((sum, it) => sum + it.charCodeAt(0), 0) % COLORS.length] ?? 'teal'
