import { Autocomplete, TextInput } from '@mantine/core'
import { DayField } from '../components/date-field.tsx'
import { useWords } from '../words/language.ts'

interface Props {
  readonly errors: Readonly<Record<string, string>>
  readonly today: string | undefined
}

/** Day, method and reference of a payment or refund. */
export function MoneyFields({ errors, today }: Props) {
  const words = useWords().invoice
  const { methods } = useWords().payments
  return (
    <>
      <DayField name="paid_at" label={words.paidAt} defaultValue={today} error={errors.paid_at} />
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
