import {
  daysOfTerms,
  type PaymentTerms,
  TERMS_KINDS,
  TERMS_NUMBERS,
  termsOfDays,
} from '@billwright/rules/payment-terms'
import { ON_DAY_OFF } from '@billwright/rules/schedule'
import { Type } from 'typebox'
import type { OnFault } from '../errors.ts'
import { choice, choiceOr, compound, integer, required } from './field.ts'

const DAYS_MAX = 3650

/** Payment terms. A request replaces them as a whole, because each kind has its own numbers. */
export const paymentTerms = <W extends string>(wire: W, description: string) => {
  const field = compound(
    wire,
    {
      kind: {
        ...required(choice('kind', TERMS_KINDS, KINDS)),
        output: Type.String({ enum: [...TERMS_KINDS] }),
      },
      days: integer('days', { minimum: 0, maximum: DAYS_MAX }),
      months: integer('months', { minimum: 0, maximum: 12, description: 'Default: 0.' }),
      day: integer('day', {
        minimum: 1,
        maximum: 31,
        description: 'Of `day_of_month`. In a shorter month, the last day counts.',
      }),
      onDayOff: choiceOr(
        'on_day_off',
        ON_DAY_OFF,
        'keep',
        'Moves a due day off the setting `nonWorkingDays`; `before` never before the issue date.',
      ),
    },
    { title: 'PaymentTerms' },
  )
  return {
    ...field,
    // Beside the schema, which is the same everywhere.
    input: { ...field.input, description } as typeof field.input,
    empty: null as PaymentTerms | null,
    change(
      _before: PaymentTerms | null,
      given: unknown,
      at: string,
      onFault: OnFault,
    ): PaymentTerms | null {
      const terms = field.change(null, given, at, onFault) as PaymentTerms | null
      return terms && ofKind(terms, at, onFault)
    },
    load: (stored: unknown) =>
      field.load(typeof stored === 'string' ? JSON.parse(stored) : stored) as PaymentTerms | null,
    store: (value: PaymentTerms | null) => field.store(value),
    view: (value: PaymentTerms | null) => field.view(value),
  }
}

const KINDS = [
  '`days` after the issue date;',
  '`end_of_month`: the last day of the month, so many `months` later;',
  '`days_end_of_month`: the end of the month in which the `days` end;',
  '`end_of_month_days`: `days` after the end of the month that is `months` later;',
  '`day_of_month`: the first such `day` from `days` after the issue date, or that `day` so many `months` later.',
].join(' ')

/** The terms with the default of each missing number, and none that the kind does not have. */
function ofKind(terms: PaymentTerms, at: string, onFault: OnFault): PaymentTerms {
  const numbers = TERMS_NUMBERS[terms.kind]
  const numberOf = (name: 'days' | 'months' | 'day'): number | null => {
    const fallback = numbers[name]
    const value = terms[name]
    if (fallback === undefined) {
      const message = `Not allowed: the kind ${terms.kind} has no \`${name}\`.`
      if (value !== null) onFault(`${at}/${name}`, 'not_for_kind', message)
      return null
    }
    if (value === null && fallback === null)
      onFault(`${at}/${name}`, 'required', 'The value is missing. Enter a value.')
    return value ?? fallback
  }
  return { ...terms, days: numberOf('days'), months: numberOf('months'), day: numberOf('day') }
}

interface Both {
  readonly paymentTerms: PaymentTerms | null
  readonly paymentTermsDays: number | null
}

/**
 * The terms, and their days for clients that know only `payment_terms_days`. The field that a request
 * changed has precedence; of two, the terms.
 */
export function withTermsDays<T extends Both>(before: Both, after: T): T {
  const isSame = JSON.stringify(after.paymentTerms) === JSON.stringify(before.paymentTerms)
  const isOtherDays = after.paymentTermsDays !== before.paymentTermsDays
  const days = after.paymentTermsDays
  const terms =
    isSame && isOtherDays ? (days === null ? null : termsOfDays(days)) : after.paymentTerms
  return { ...after, paymentTerms: terms, paymentTermsDays: terms && daysOfTerms(terms) }
}
