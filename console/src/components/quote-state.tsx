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

interface Props {
  readonly of: Pick<QuoteEntry, 'status' | 'expired'>
  /** When it was answered, in short. */
  readonly detail?: string | null
}

/** The state of a quote. */
export function QuoteState({ of, detail = null }: Props) {
  const words = useWords().quotes.states
  const name = of.expired ? 'expired' : (of.status as Name)
  return (
    <State shape={SHAPES[name]} detail={detail}>
      {words[name]}
    </State>
  )
}
