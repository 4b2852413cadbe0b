import type { DisplayStatus } from '@billwright/rules/display-status'
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

/** The `display_status` of an invoice. */
export function Status({ of }: { readonly of: DisplayStatus }) {
  const words = useWords().status
  return <State shape={SHAPES[of]}>{words[of]}</State>
}
