import type { DisplayStatus } from '@billwright/rules/display-status'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import { type Shape, State } from './state.tsx'

const SHAPES: Readonly<Record<DisplayStatus, Shape>> = {
  draft: 'dashed',
  open: 'open',
  partially_paid: 'partly',
  overdue: 'late',
  paid: 'done',
  refund_due: 'refund',
  credited: 'done',
  issued: 'open',
  uncollectible: 'void',
  void: 'void',
}

interface Props {
  readonly of: DisplayStatus
  readonly detail?: ReactNode
}

/** The `display_status` of an invoice. */
export function Status({ of, detail }: Props) {
  const words = useWords().status
  return (
    <State shape={SHAPES[of]} detail={detail}>
      {words[of]}
    </State>
  )
}
