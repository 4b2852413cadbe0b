import type { IconProps } from 'react-feather'

/** A bank, on the grid and with the lines of the other icons, which lack one. */
export const BankIcon = ({ size = 24, color = 'currentColor', ...rest }: IconProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke={color}
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...rest}
  >
    <path d="M12 3 3 8h18zM5 12v5M9.667 12v5M14.333 12v5M19 12v5M3 21h18" />
  </svg>
)
