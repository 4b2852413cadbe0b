import type { ReactNode } from 'react'
import { type Scope, useMay } from '../api/session.ts'

interface Props {
  readonly needs: Scope
  readonly children: ReactNode
}

/** Renders its children only for people with this scope. */
export const May = ({ needs, children }: Props) => (useMay(needs) ? children : null)
