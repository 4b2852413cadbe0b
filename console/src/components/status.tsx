import type { DisplayStatus } from '@billwright/rules/display-status'
import { Badge } from '@mantine/core'
import { useWords } from '../words/language.ts'

const COLORS: Readonly<Record<DisplayStatus, string>> = {
  draft: 'gray',
  open: 'blue',
  partially_paid: 'blue',
  overdue: 'red',
  paid: 'teal',
  refund_due: 'orange',
  credited: 'gray',
  issued: 'gray',
  uncollectible: 'orange',
  void: 'gray',
}

/** The `display_status` of an invoice as a badge. */
export function Status({ of }: { readonly of: DisplayStatus }) {
  const words = useWords().status
  return (
    <Badge variant="light" color={COLORS[of]} fw={600}>
      {words[of]}
    </Badge>
  )
}
