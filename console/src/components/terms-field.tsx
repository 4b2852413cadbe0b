import {
  daysOfTerms,
  type PaymentTerms,
  TERMS_KINDS,
  TERMS_NUMBERS,
  termsOfDays,
} from '@billwright/rules/payment-terms'
import { CONSOLE_TERMS, termsInWords } from '@billwright/rules/payment-terms-words'
import { ON_DAY_OFF } from '@billwright/rules/schedule'
import type { Data } from '@billwright/sdk'
import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useLanguage, useWords } from '../words/language.ts'

/** As in an answer. */
export type WireTerms = Data<'getSettings'>['paymentTerms']

export const fromWire = ({ on_day_off, ...terms }: WireTerms): PaymentTerms =>
  ({ ...terms, onDayOff: on_day_off }) as PaymentTerms

export const toWire = ({ onDayOff, ...terms }: PaymentTerms) => ({ ...terms, on_day_off: onDayOff })

export const useTermsInWords = () => {
  const { language, locale } = useLanguage()
  return (terms: PaymentTerms) => termsInWords(terms, CONSOLE_TERMS[language], locale)
}

interface Props {
  readonly label: string
  /** Null: the usual ones. */
  readonly value: PaymentTerms | null
  /** The terms that apply instead of none; null: unknown. */
  readonly usual: PaymentTerms | null
  readonly onChange: (value: PaymentTerms | null) => void
  /** The fault at a part, or at the whole with an empty name. */
  readonly faultAt: (part: string) => string | undefined
  /** Prefix of the fields' ids, so that a form finds the first fault. */
  readonly id?: string
  /** Whether the usual terms can be chosen by name. */
  readonly canBeUsual?: boolean
}

const NUMBERS = ['day', 'days', 'months'] as const

/** Payment terms: their kind, its numbers, and the whole in words. */
export function TermsField({ label, value, usual, onChange, faultAt, ...props }: Props) {
  const { canBeUsual = true, id } = props
  const words = useWords().paymentTerms
  const inWords = useTermsInWords()
  const said = value ?? usual
  const choices = TERMS_KINDS.map((kind) => ({ value: kind, label: words.kinds[kind] }))
  const choose = (kind: string) => {
    const chosen = TERMS_KINDS.find((it) => it === kind)
    if (chosen === undefined) return onChange(null)
    const usualDays = (said && daysOfTerms(said)) ?? 30
    const { days, months, day } = TERMS_NUMBERS[chosen]
    onChange({
      ...termsOfDays(usualDays),
      kind: chosen,
      days: days === undefined ? null : (days ?? said?.days ?? usualDays),
      months: months ?? null,
      day: day === undefined ? null : 15,
      onDayOff: said?.onDayOff ?? 'keep',
    })
  }
  return (
    <Stack gap="xs">
      <NativeSelect
        id={id}
        label={label}
        description={said === null ? undefined : inWords(said)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[...(canBeUsual ? [{ value: '', label: words.usual }] : []), ...choices]}
        value={value?.kind ?? ''}
        error={faultAt('') ?? faultAt('kind')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {value !== null && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
          {NUMBERS.filter((name) => TERMS_NUMBERS[value.kind][name] !== undefined).map((name) => (
            <TextInput
              key={name}
              id={id && `${id}.${name}`}
              label={words[name]}
              inputMode="numeric"
              value={value[name] ?? ''}
              error={faultAt(name)}
              onChange={({ currentTarget }) => {
                const digits = currentTarget.value.replace(/\D/g, '').slice(0, 4)
                onChange({ ...value, [name]: digits === '' ? null : Number(digits) })
              }}
            />
          ))}
          <NativeSelect
            label={words.onDayOff}
            data={ON_DAY_OFF.map((it) => ({ value: it, label: words.dayOff[it] }))}
            value={value.onDayOff}
            onChange={({ currentTarget }) =>
              onChange({ ...value, onDayOff: currentTarget.value as PaymentTerms['onDayOff'] })
            }
          />
        </SimpleGrid>
      )}
    </Stack>
  )
}
