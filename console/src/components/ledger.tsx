import type { ReactNode } from 'react'
import './ledger.css'

interface Props {
  /** The table. */
  readonly children: ReactNode
  /** Below the rows: how many, and their sums. */
  readonly foot?: ReactNode
  /** Whether the rows are those of the search before, while the next ones load. */
  readonly isStale?: boolean
}

/** A list as a sheet: its head stays in view, its rows have one line each on a desktop. */
export const Ledger = ({ children, foot, isStale }: Props) => (
  <div className="ledger" aria-busy={isStale}>
    <div className="ledger-rows">{children}</div>
    {foot && <div className="ledger-foot">{foot}</div>}
  </div>
)
