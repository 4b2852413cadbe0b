import { Type } from 'typebox'
import { findByAnyExternalId } from '../../../../core/external-ids/external-ids.ts'
import type { ReadWork } from '../../../../core/record/work.ts'
import { deletePayment, recordPayment } from '../../../../receivables/payments/change.ts'
import { PaymentOfInvoice } from '../../../../receivables/payments/input.ts'
import { findPaymentOf } from '../../../../receivables/payments/lookups.ts'
import { findPaymentWithInvoice } from '../../../../receivables/payments/read.ts'
import { findInvoiceNumbers } from '../../../../sales/invoices/lookups.ts'
import { faultOf, schemaCheck } from '../../inner/checks.ts'
import { type Body, oneEach, type TableKind } from '../../inner/kind.ts'
import { type ColumnKinds, isColumnOf, toExternalId } from './body.ts'

const NUMBER = 'invoice_number'
/** `system:id` of the invoice. */
const EXTERNAL_ID = 'invoice_external_id'

const COLUMNS: ColumnKinds = {
  invoice_id: 'text',
  [NUMBER]: 'text',
  [EXTERNAL_ID]: 'text',
  amount: 'text',
  discount: 'text',
  fee: 'text',
  write_off: 'text',
  withheld: 'text',
  paid_at: 'text',
  method: 'text',
  reference: 'text',
  source: 'text',
  note: 'text',
  allow_duplicate: 'flag',
}

/** Without the account of the customer, so that undo can delete all of it. */
const ImportedPayment = Type.Omit(PaymentOfInvoice, ['overpayment'], {
  additionalProperties: false,
})
type ImportedPayment = Omit<PaymentOfInvoice, 'overpayment'>

/** Satisfies the schema if the invoice is unknown, so that only that fault is reported. */
const NOTHING = 'inv_00000000-0000-0000-0000-000000000000'

/** Converts each row to a payment. One with a known `reference` of its `source` already exists. */
export const paymentKind = (): TableKind => ({
  isColumn: (name) => isColumnOf(COLUMNS, name),
  read: oneEach(COLUMNS),
  check: schemaCheck(ImportedPayment),
  resolve: withInvoice,
  find: async (work, body) => {
    const { source, reference } = body as ImportedPayment
    return source && reference ? findPaymentOf(work, source, reference) : undefined
  },
  create: async (work, body) => {
    const { invoice_id: id, ...payment } = body as ImportedPayment
    const recorded = await recordPayment(work, { id, ifMatch: undefined }, payment)
    return { id: recorded.payment.id, version: 1 }
  },
  delete: async (work, { id }) => {
    const { invoiceId } = await findPaymentWithInvoice(work, id)
    await deletePayment(work, { id: invoiceId, ifMatch: undefined }, id)
  },
})

/** With the invoice's id instead of its number or external id. Several names must agree. */
async function withInvoice(
  work: ReadWork,
  { [NUMBER]: number, [EXTERNAL_ID]: external, ...body }: Body,
) {
  const found: string[] = typeof body.invoice_id === 'string' ? [body.invoice_id] : []
  const names = { invoice_id: body.invoice_id, [NUMBER]: number, [EXTERNAL_ID]: external }
  // JSON may hold any value; null is none.
  const faults = Object.entries(names)
    .filter(([, name]) => typeof name !== 'string' && name !== undefined && name !== null)
    .map(([column]) => faultOf(`/${column}`, 'wrong_type', 'Wrong type: send a string.'))
  for (const [column, name, find] of [
    [NUMBER, number, findByNumber],
    [EXTERNAL_ID, external, findByExternalId],
  ] as const) {
    if (typeof name !== 'string') continue
    const id = await find(work, name)
    if (id !== undefined) found.push(id)
    else faults.push(faultOf(`/${column}`, 'unknown_invoice', `There is no invoice ${name}.`))
  }
  const [invoice_id = NOTHING, ...others] = found
  if (others.some((id) => id !== invoice_id))
    faults.push(faultOf('/', 'contradiction', 'The row names two invoices. Name one.'))
  if (found.length === 0 && faults.length === 0) {
    const message = `The invoice is missing. Enter \`invoice_id\`, \`${NUMBER}\` or \`${EXTERNAL_ID}\`.`
    faults.push(faultOf(`/${NUMBER}`, 'required', message))
  }
  return { body: { ...body, invoice_id }, faults }
}

const findByNumber = async (work: ReadWork, number: string) =>
  (await findInvoiceNumbers(work, [number])).get(number)

const findByExternalId = (work: ReadWork, name: string) =>
  findByAnyExternalId(work, 'invoice', { external_ids: [toExternalId(name)] })
