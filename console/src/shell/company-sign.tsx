/** Dark enough for white letters in both schemes (WCAG 1.4.3). */
const COLORS = ['teal', 'blue', 'grape', 'red', 'pink', 'cyan', 'indigo', 'violet'] as const

interface Props {
  readonly company: { readonly handle: string; readonly name: string }
  /** A URL. Default: none. */
  readonly logo?: string | null
  readonly size?: number
}

/** The logo, always on white; without one, initials on a fixed color for each company. */
export const CompanySign = ({ company: { handle, name }, logo, size = 30 }: Props) =>
  logo ? (
    <img className="company-logo" src={logo} alt="" width={size} height={size} />
  ) : (
    <span
      className="company-sign"
      data-initials={initialsOf(name)}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.4,
        background: `var(--mantine-color-${colorOf(handle)}-9)`,
      }}
      aria-hidden
    />
  )

export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map(([first = '']) => first.toUpperCase())
    .join('')

const colorOf = (handle: string): string =>
  COLORS[[...handle].reduce((sum, it) => sum + it.charCodeAt(0), 0) % COLORS.length] ?? 'teal'
