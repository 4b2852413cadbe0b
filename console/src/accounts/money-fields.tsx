import { Autocomplete, TextInput } from '@mantine/core'
import { BookedDay } from '../components/booked-day.tsx'
import { useWords } from '../words/language.ts'

interface Props {
  readonly errors: Readonly<Record<string, string>>
  readonly today: string | undefined
  /** Why the form was refused. */
  readonly refusal: unknown
}

/** Day, method and reference of a payment or refund. */
export function MoneyFields({ errors, today, refusal }: Props) {
  const words = useWords().invoice
  const { methods } = useWords().payments
  return (
    <>
      <BookedDay
        name="paid_at"
        label={words.paidAt}
        day={today}
        error={errors.paid_at}
        refusal={refusal}
      />
      <Autocomplete
        name="method"
        label={words.method}
        placeholder={words.methodHint}
        data={[...methods]}
        maxLength={60}
        error={errors.method}
      />
      <TextInput
        name="reference"
        label={words.reference}
        placeholder={words.referenceHint}
        maxLength={200}
        error={errors.reference}
      />
    </>
  )
}

/** The body for these fields. The service's default day is today. */
export function moneyOf(form: FormData, today: string | undefined) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    ...(!['', today].includes(text('paid_at')) && { paid_at: text('paid_at') }),
    method: text('method') || null,
    reference: text('reference') || null,
  }
}
