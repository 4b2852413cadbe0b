import type { BankEntry } from '../api/bank.ts'
import { ConfirmDialog } from '../components/confirm.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

interface Props {
  readonly entries: readonly BankEntry[]
  /** The last closed day and the first open one. */
  readonly period: { readonly until: string; readonly from: string }
  readonly onClose: () => void
  readonly onBook: () => unknown
}

/** The days of entries cannot be booked any more: offers the first one that can. */
export function ClosedPeriod({ entries, period, onClose, onBook }: Props) {
  const words = useWords().closedPeriod
  const format = useFormat()
  const [only, ...others] = entries
  const until = format.date(period.until)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.title}
      text={
        only && others.length === 0
          ? words.entry(format.date(only.booking_date), until)
          : words.entries(entries.length, until)
      }
      verb={words.book(format.date(period.from))}
      verbColor="pine"
      onConfirm={onBook}
    />
  )
}
