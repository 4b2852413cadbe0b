import { Group, Tooltip, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconAlertTriangle, IconHash, IconUserCheck } from '../components/icons.ts'
import { useFormat } from '../words/format.ts'
import type { Proposal } from './queries.ts'
import { shownText } from './shown-text.ts'
import { useBankWords } from './words.ts'

/** Evidence that is a doubt at the same time. */
const DOUBTFUL = new Set(['number_loose', 'weak_number', 'amount_partial', 'amount_over'])
/** Evidence that names the invoice. */
const NAMING = new Set([
  ...['reference', 'number', 'digits', 'end_to_end', 'tail'],
  ...['number_loose', 'order_reference', 'weak_number'],
  ...['original_end_to_end', 'original_bank_reference', 'recorded_by_hand'],
])
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
          icon={iconOf(code)}
        />
      ))}
      {evidence.length > 0 && !codes.some(({ code }) => NAMING.has(code)) && (
        <Chip text={words.noNumber} isDoubt />
      )}
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

const WHO = new Set(['iban', 'name', 'customer_number', 'rule'])

/** Of a number, of an amount, or of who pays. */
const iconOf = (code: string) =>
  code.startsWith('amount_') ? (
    <EqualSign />
  ) : WHO.has(code) ? (
    <IconUserCheck size={13} aria-hidden />
  ) : (
    <IconHash size={13} aria-hidden />
  )

const EqualSign = () => (
  <svg width="13" height="13" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 9h14M5 15h14" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
)

interface ChipProps {
  readonly icon?: ReactNode
  readonly text: string
  readonly sentence?: string | undefined
  readonly isDoubt?: boolean
}

function Chip({ icon, text, sentence, isDoubt }: ChipProps) {
  const chip = (
    <span className="bank-chip" data-doubt={isDoubt || undefined}>
      {isDoubt ? <IconAlertTriangle size={13} aria-hidden /> : icon}
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
