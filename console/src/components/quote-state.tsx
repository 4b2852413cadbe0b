import { Badge } from '@mantine/core'
import type { QuoteEntry } from '../api/quotes.ts'
import { useWords } from '../words/language.ts'

const COLORS = {
  draft: 'gray',
  open: 'blue',
  accepted: 'teal',
  declined: 'red',
  expired: 'orange',
  withdrawn: 'gray',
  superseded: 'gray',
} as const

type State = keyof typeof COLORS

/** The state of a quote as a badge. */
export function QuoteState({ of }: { readonly of: Pick<QuoteEntry, 'status' | 'expired'> }) {
  const words = useWords().quotes.states
  const state = of.expired ? 'expired' : (of.status as State)
  return (
    <Badge variant="light" color={COLORS[state]} fw={600}>
      {words[state]}
    </Badge>
  )
}
