import type { QuoteEntry } from '../api/quotes.ts'
import { useWords } from '../words/language.ts'
import { State } from './state.tsx'

const SHAPES = {
  draft: 'dashed',
  open: 'open',
  accepted: 'done',
  declined: 'late',
  expired: 'void',
  withdrawn: 'void',
  superseded: 'void',
} as const

type Name = keyof typeof SHAPES

/** The state of a quote. */
export function QuoteState({ of }: { readonly of: Pick<QuoteEntry, 'status' | 'expired'> }) {
  const words = useWords().quotes.states
  const name = of.expired ? 'expired' : (of.status as Name)
  return <State shape={SHAPES[name]}>{words[name]}</State>
}
