import { formatMicro } from '@billwright/money'
import { presetTax, supplyDay } from '@billwright/rules/taxes'
import type { Settings } from '../api/queries.ts'
import { shownDecimal } from '../words/decimal-text.ts'
import { type Form, type Line, namesOf } from './form.ts'

/** The tax of a preset on the day of supply; null if it has none. */
export function presetPatch(
  key: string,
  { days, issueDate, typedIn }: Pick<Form, 'days' | 'issueDate' | 'typedIn'>,
  { taxPresets }: Pick<Settings, 'taxPresets'>,
): Partial<Line> | null {
  const preset = taxPresets.find((it) => it.key === key)
  const day = supplyDay({
    deliveryDate: days.delivery_date || null,
    periodEnd: days.period_end || null,
    issueDate,
  })
  const tax = preset && presetTax(preset, day)
  if (!tax) return null
  return {
    taxPreset: key,
    taxRate: shownDecimal(formatMicro(tax.rateMicro), typedIn),
    taxCategory: tax.category === 'S' ? '' : tax.category,
    taxReason: preset.reason ?? '',
    taxNames: namesOf(preset),
  }
}
