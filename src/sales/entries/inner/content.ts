import type { Settings } from '../../../company/settings/settings.ts'
import { readTax, type TaxBody, taxBody } from '../../../company/settings/tax.ts'
import { faultList, type OnFault } from '../../../kernel/errors.ts'
import { durationQuantity, isDuration, quantityOf } from '../../../kernel/fields/durations.ts'
import { change, type Mode, ruled } from '../../../kernel/fields/field.ts'
import { unitCode } from '../../../kernel/fields/units.ts'
import type { Entry, EntryTax } from '../entry.ts'
import { type EntryContent, FIELDS } from '../fields.ts'
import type { EntryChange } from '../input.ts'

type Content = EntryContent & Pick<Entry, 'tax'>

/**
 * The entry after a change: texts trimmed, codes in their canonical form.
 *
 * @throws AppError `invalid_request` with every fault
 */
export function changeEntry({
  before,
  input,
  mode,
  settings,
}: {
  readonly before: Content
  readonly input: EntryChange
  readonly mode: Mode
  readonly settings: Settings
}): Content {
  const { onFault, refuse } = faultList()
  const given = withDuration(input, mode === 'put' ? null : before.unit)
  const content = change(FIELDS, { before, given, at: '', onFault, mode })
  const context = { ...settings, day: content.date }
  const tax =
    input.tax === undefined ? before.tax : input.tax && canonical(input.tax, context, onFault)
  if (content.unitPriceMicro === null && content.productId === null)
    onFault('/unit_price', 'required', 'The price is missing. Enter one, or choose a product.')
  const { durationSeconds } = content
  const unit = content.unit ?? (durationSeconds === null ? defaultUnit(content) : 'HUR')
  const quantityMicro =
    durationSeconds === null
      ? content.quantityMicro
      : durationQuantity(durationSeconds, {
          unit: unit ?? 'HUR',
          givenMicro: given.quantity === undefined ? null : content.quantityMicro,
          at: '',
          onFault,
        })
  refuse()
  return { ...content, quantityMicro, unit, tax }
}

/** With the quantity of a duration such as `0:20` in the entry's unit, by default hours. */
function withDuration(input: EntryChange, unitBefore: string | null): EntryChange {
  const { quantity, unit: typed = unitBefore } = input
  if (!isDuration(quantity)) return input
  const unit = typed ? ruled(unitCode, typed, '/unit', () => {}) : null
  return { ...input, quantity: quantityOf(quantity, unit ?? 'HUR') }
}

const defaultUnit = ({ kind, productId }: EntryContent): string | null =>
  kind === 'time' && productId === null ? 'HUR' : null

/** A preset stays a preset: its rate is that of the invoice's day of supply. */
function canonical(
  body: TaxBody,
  context: Parameters<typeof readTax>[1],
  onFault: OnFault,
): EntryTax {
  const { preset, ...tax } = readTax(body, context, '/tax', onFault)
  return preset === undefined ? taxBody(tax) : { preset }
}
