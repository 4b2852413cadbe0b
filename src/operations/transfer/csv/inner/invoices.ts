import { findByAnyExternalId } from '../../../../core/external-ids/external-ids.ts'
import { leavesOf } from '../../../../kernel/fields/field.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from '../../../../sales/contents/fields.ts'
import { createInvoice } from '../../../../sales/invoices/create.ts'
import { deleteInvoice } from '../../../../sales/invoices/delete.ts'
import { invoiceNotDeletable } from '../../../../sales/invoices/errors.ts'
import { InvoiceCreate, type InvoiceCreateBody } from '../../../../sales/invoices/input-schema.ts'
import { findInvoiceVersions } from '../../../../sales/invoices/lookups.ts'
import { getInvoice } from '../../../../sales/invoices/read.ts'
import { schemaCheck } from '../../inner/checks.ts'
import { changedSince } from '../../inner/errors.ts'
import { type TableKind, usedOf } from '../../inner/kind.ts'
import { type ColumnKinds, EXTERNAL_ID, isColumnOf, namedExternalId, toBody } from './body.ts'
import { CUSTOMER_NAME, ITEM_KIND, itemKindIn, readItems, withCustomer } from './items.ts'

const GROUP = 'invoice'

/** Fields of the whole invoice, set in its first row; later rows must not differ. */
const INVOICE_COLUMNS: ColumnKinds = {
  customer_id: 'text',
  [CUSTOMER_NAME]: 'text',
  [EXTERNAL_ID]: 'text',
  status: 'text',
  ...leavesOf(FIELDS),
  ...leavesOf(OPTIONAL_FIELDS),
  paid_at: 'text',
  payment_method: 'text',
  'template.id': 'text',
}

/** If an item and the invoice have a field of the same name, the column means the invoice. */
export const ITEM_COLUMNS: ColumnKinds = {
  ...Object.fromEntries(
    Object.entries(leavesOf(OPTIONAL_ITEM_FIELDS)).filter(
      ([name]) => !Object.hasOwn(INVOICE_COLUMNS, name),
    ),
  ),
  [ITEM_KIND]: 'text',
  description: 'text',
  details: 'text',
  quantity: 'text',
  unit: 'text',
  unit_price: 'text',
  'discount.percent': 'text',
  'discount.amount': 'text',
  'tax.category': 'text',
  'tax.rate': 'text',
  'tax.reason': 'text',
  'tax.label': 'text',
  'tax.second.label': 'text',
  'tax.second.rate': 'text',
}

const isColumn = (column: string): boolean =>
  column === GROUP || Object.hasOwn(ITEM_COLUMNS, column) || isColumnOf(INVOICE_COLUMNS, column)

/** Converts the rows of a group to an invoice. */
export const invoiceKind = (): TableKind => ({
  isColumn,
  read: readItems({
    group: GROUP,
    itemColumns: ITEM_COLUMNS,
    toBody: (head, items) => ({ ...toBody(head, INVOICE_COLUMNS), items }),
  }),
  parts: { list: 'items', pointer: '' },
  pointer: (pointer) => itemKindIn(namedExternalId(pointer)),
  check: schemaCheck(InvoiceCreate),
  resolve: withCustomer,
  find: (work, body) => findByAnyExternalId(work, 'invoice', body as InvoiceCreateBody),
  create: async (work, body) => {
    const { invoice } = await createInvoice(work, body as InvoiceCreateBody)
    return { id: invoice.id, version: invoice.version }
  },
  used: async (work, made) => {
    const present = await findInvoiceVersions(
      work,
      made.map(({ id }) => id),
    )
    return usedOf(
      made,
      present.map((it) => ({ ...it, refusal: it.isDraft ? undefined : invoiceNotDeletable(it) })),
    )
  },
  delete: async (work, { id, version }) => {
    const { invoice } = await getInvoice(work, id)
    if (invoice.version !== version) throw changedSince()
    await deleteInvoice(work, { id, ifMatch: undefined })
  },
})
