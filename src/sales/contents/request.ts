import { currentSettings } from '../../company/settings/read.ts'
import { checkSeries } from '../../company/settings/series/change.ts'
import type { NumberedKind, Settings } from '../../company/settings/settings.ts'
import { currentTemplateVersion } from '../../company/templates/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { dayOf } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Customer } from '../customers/customer.ts'
import { requireCustomer } from '../customers/read.ts'
import { fillFromProducts } from '../products/change.ts'
import type { Contents } from './contents.ts'
import {
  blankContents,
  type ContentsContext,
  editContents,
  fillBlank,
  supplyDayAfter,
} from './draft.ts'
import { unknownCustomer, unknownTemplate } from './errors.ts'
import { OPTIONAL_FIELDS } from './fields.ts'
import type { ContentsBody } from './input-schema.ts'

/** The contents of a draft after a request; without `before`, new ones. */
export async function contentsAfter(
  work: ReadWork,
  before: Contents | null,
  body: ContentsBody,
): Promise<Contents> {
  await requireTemplate(work, body)
  const customerId = body.customer_id ?? before?.customerId ?? ''
  const customer = await requireNamed(work, customerId, requireCustomer)
  const context = contextOf(work, await currentSettings(work), customer)
  if (before) return editContents(before, await filled(work, body, context, before), context)
  const whole = { ...body, items: body.items ?? [] }
  return fillBlank(blankContents(body, context), await filled(work, whole, context), context)
}

export const contextOf = (
  work: ReadWork,
  settings: Settings,
  customer: Customer,
): ContentsContext => ({
  settings,
  customer,
  today: dayOf(work.at, settings.timeZone),
  newItemId: () => newId('itm'),
})

/** An unknown customer in a body is a fault of the body, not a missing resource. */
export async function requireNamed<W extends ReadWork>(
  work: W,
  id: string,
  require: (work: W, id: string) => Promise<Customer>,
): Promise<Customer> {
  try {
    return await require(work, id)
  } catch (error) {
    throw error instanceof AppError && error.kind === 'not_found' ? unknownCustomer(id) : error
  }
}

export async function requireTemplate(
  work: ReadWork,
  body: ContentsBody,
  currentVersion = currentTemplateVersion,
): Promise<void> {
  if (!body.template) return
  if ((await currentVersion(work, body.template.id)) === null)
    throw unknownTemplate(body.template.id)
}

/** The series in a body; otherwise a document has that of its customer. */
export async function requireSeries(
  work: ReadWork,
  body: ContentsBody,
  before: Pick<Contents, 'numberSeries'> | null,
  kind: NumberedKind,
): Promise<void> {
  const key = body[SERIES]
  if (!key || key === before?.numberSeries) return
  await checkSeries(work, kind, key, `/${SERIES}`)
}

export const SERIES = OPTIONAL_FIELDS.numberSeries.wire

/** The body with the values that its items take from their products. */
export async function filled<Body extends ContentsBody>(
  work: ReadWork,
  body: Body,
  context: ContentsContext,
  before?: Contents,
): Promise<Body> {
  if (body.items === undefined) return body
  const contents = before ?? blankContents(body, context)
  const items = await fillFromProducts(work, body.items, {
    currency: body.currency ?? contents.currency,
    pricesIncludeTax: body.prices_include_tax ?? contents.pricesIncludeTax,
    day: supplyDayAfter(contents, body),
    customerId: context.customer.id,
    settings: context.settings,
  })
  return { ...body, items }
}
