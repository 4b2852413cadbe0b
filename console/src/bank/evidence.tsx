import { Group, Tooltip, VisuallyHidden } from '@mantine/core'
import { useFormat } from '../words/format.ts'
import type { Proposal } from './queries.ts'
import { shownText } from './shown-text.ts'
import { useBankWords } from './words.ts'

/** Evidence that is a doubt at the same time. */
const DOUBTFUL = new Set(['number_loose', 'weak_number', 'amount_partial', 'amount_over'])
/** Flags that only repeat what a chip says. */
const SAID = new Set([
  ...['by_iban', 'by_name', 'by_customer_number', 'by_rule'],
  ...['number_loose', 'order_reference', 'weak_number'],
])

/** Why a proposal is made, as chips; a sentence says more. */
export function EvidenceChips({ proposal: { evidence, flags } }: { readonly proposal: Proposal }) {
  const words = useBankWords()
  const format = useFormat()
  const chips: Readonly<Record<string, string>> = words.chips
  const sentences: Readonly<Record<string, (params: Evidence) => string>> = words.sentences
  const codes = [...new Map(evidence.map((it) => [it.code, it])).values()]
  return (
    <Group gap={6}>
      {codes.map(({ code, params }) => (
        <Chip
          key={code}
          text={chips[code] ?? code}
          sentence={sentences[code]?.(shown(params, format))}
          isDoubt={DOUBTFUL.has(code)}
        />
      ))}
      <FlagChips flags={flags} />
    </Group>
  )
}

export function FlagChips({ flags }: { readonly flags: readonly string[] }) {
  const names: Readonly<Record<string, string>> = useBankWords().flags
  return flags
    .filter((flag) => !SAID.has(flag) && names[flag] !== undefined)
    .map((flag) => <Chip key={flag} text={names[flag] ?? flag} isDoubt />)
}

type Evidence = Readonly<Record<string, string | undefined>>

/** Amounts and days as the reader writes them. */
function shown(params: Evidence, format: ReturnType<typeof useFormat>): Evidence {
  const { amount, currency, until, date, found, ...rest } = params
  return {
    ...rest,
    ...(amount !== undefined &&
      currency !== undefined && { amount: format.money(amount, currency) }),
    ...(until !== undefined && { until: format.date(until) }),
    ...(date !== undefined && { date: format.date(date) }),
    ...(found !== undefined && { found: shownText(found) }),
  }
}

interface ChipProps {
  readonly text: string
  readonly sentence?: string | undefined
  readonly isDoubt?: boolean
}

function Chip({ text, sentence, isDoubt }: ChipProps) {
  const chip = (
    <span className="bank-chip" data-doubt={isDoubt || undefined}>
      {text}
      {sentence !== undefined && <VisuallyHidden>{`. ${sentence}`}</VisuallyHidden>}
    </span>
  )
  if (sentence === undefined) return chip
  return (
    <Tooltip
      label={sentence}
      multiline
      maw={320}
      events={{ hover: true, focus: false, touch: true }}
    >
      {chip}
    </Tooltip>
  )
}
