import type { ReactNode } from 'react'
import { type Scope, useMay } from '../session.ts'

interface Props {
  readonly needs: Scope
  readonly children: ReactNode
}

/** What only people with this right can do: the others do not see it. */
export const May = ({ needs, children }: Props) => (useMay(needs) ? children : null)
