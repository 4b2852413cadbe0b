import { checkNumbering, type Numbering, type NumberReset } from '@billwright/rules/number-pattern'
import { highestSequence, numberFor, numberSeries } from '@billwright/rules/numbering'
import { SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FieldValue } from '../components/draft.ts'
import { useWords } from '../words/language.ts'
import { toChoices } from './choices.ts'
import { ChoiceField, TextField } from './field.tsx'
import type { SettingsDraft } from './fields.ts'
import { lastNumbersQuery } from './queries.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** The documents of each series. */
const TYPES = {
  invoiceNumbering: 'invoice',
  creditNoteNumbering: 'credit_note',
  quoteNumbering: 'quote',
  deliveryNoteNumbering: 'delivery_note',
} as const
type Series = keyof typeof TYPES

/** The numbering of a series, with a preview of the next number. */
export function NumberingField({ series }: { readonly series: Series }) {
  const words = useWords().settings
  const { reset } = useWords().choices
  const { draft, stored } = useSettingsForm()
  const type = TYPES[series]
  const { data: numbers } = useQuery(lastNumbersQuery(type))
  const next =
    numbers &&
    nextNumber({
      type,
      numbers,
      before: numberingOf(stored, series),
      after: numberingOf(draft, series),
      today: todayIn(draft.timeZone),
    })
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing={0} className="aligned">
        <TextField name={`${series}.pattern`} />
        <ChoiceField name={`${series}.reset`} choices={toChoices(reset)} />
      </SimpleGrid>
      <Text size="sm" aria-live="polite" fw={500}>
        {next === undefined ? '' : words.next(next)}
      </Text>
    </>
  )
}

const numberingOf = (draft: SettingsDraft, series: Series): Numbering => ({
  pattern: String(draft[`${series}.pattern`]),
  reset: draft[`${series}.reset`] as NumberReset,
})

interface NextNumber {
  readonly type: (typeof TYPES)[Series]
  readonly numbers: readonly string[]
  /** By the pattern of the existing numbers. */
  readonly before: Numbering
  readonly after: Numbering
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** A series keeps counting when its pattern changes, and restarts when its periods change. */
function nextNumber({ type, numbers, before, after, today }: NextNumber): string | undefined {
  try {
    checkNumbering(after)
    const forms = before.reset === after.reset ? [before, after] : [after]
    const reached = forms
      .map((form) => highestSequence(numberSeries(type, form, today), numbers))
      .reduce((highest, it) => (it > highest ? it : highest))
    return numberFor(after, today, reached + 1n)
  } catch {
    // The service reports faults of the pattern at its field.
    return undefined
  }
}

/** `YYYY-MM-DD` in the company's time zone. */
function todayIn(timeZone: FieldValue): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: String(timeZone || 'UTC') })
  return day.format(new Date())
}
