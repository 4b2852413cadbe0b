import { TextInput } from '@mantine/core'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { useLanguage } from '../words/language.ts'

type Amounts = readonly { readonly currency: string; readonly amount: string }[] | null

interface Props {
  readonly label: string
  readonly amounts: Amounts
  /** The company's currency; amounts in other currencies stay unchanged. */
  readonly currency: string
  readonly onChange: (amounts: { currency: string; amount: string }[] | null) => void
}

/** An amount in the currency of the company; empty: none. */
export function AmountField({ label, amounts, currency, onChange }: Props) {
  const { language } = useLanguage()
  const amount = amounts?.find((it) => it.currency === currency)?.amount ?? ''
  const change = (text: string) => {
    const others = (amounts ?? []).filter((it) => it.currency !== currency)
    const own = text.trim() === '' ? [] : [{ currency, amount: toDecimal(text, language) }]
    const all = [...others, ...own]
    onChange(all.length === 0 ? null : all)
  }
  return (
    <TextInput
      label={`${label} (${currency})`}
      inputMode="decimal"
      defaultValue={amount === '' ? '' : shownDecimal(amount, language)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
