import { isCurrency, MICRO, minorDigits, parseMicro } from '@billwright/money'
import { CASH_STEPS } from '@billwright/rules/cash-rounding'
import type { OnFault } from '../../kernel/errors.ts'
import { choice, code, list, required, type Values } from '../../kernel/fields/field.ts'
import * as rules from '../../kernel/fields/rules.ts'

const PARTS = {
  currency: required(code('currency', '^[A-Z]{3}$', 'ISO 4217.', rules.currency)),
  to: choice('to', CASH_STEPS, 'The amount to pay is rounded to a multiple of it.'),
}

export type CashRounding = Values<typeof PARTS>

const entries = list('cashRounding', PARTS, {
  title: 'CashRounding',
  maxItems: 20,
  description: 'Rounding of the amount to pay on new documents, by currency, such as 0.05 for CHF.',
})

/** The setting: each currency once, each with a step that it has coins for. */
export const CASH_ROUNDING: typeof entries = {
  ...entries,
  change(before, given, at, onFault) {
    const changed = entries.change(before, given, at, onFault)
    for (const [index, { currency, to }] of changed.entries()) {
      const place = `${at}/${index}`
      if (to === null) onFault(`${place}/to`, 'required', 'The value is missing. Enter a value.')
      else checkStep(to, currency, `${place}/to`, onFault)
      if (changed.findIndex((it) => it.currency === currency) < index)
        onFault(`${place}/currency`, 'duplicate', 'Duplicate: use each currency once.')
    }
    return changed
  },
}

/** A step is a multiple of the smallest unit of its currency. */
export function checkStep(step: string, currency: string, at: string, onFault: OnFault): void {
  if (!isCurrency(currency) || isMultiple(step, currency)) return
  const message = `${currency} has no such amount. Use a larger step.`
  onFault(at, 'not_allowed', message, { reason: 'cash_step' })
}

const isMultiple = (step: string, currency: string): boolean =>
  (parseMicro(step) * 10n ** BigInt(minorDigits(currency))) % MICRO === 0n
