import { findCustomersByName } from '../../customers/lookups.ts'
import { findByAnyExternalId } from '../../external-ids/external-ids.ts'
import { leavesOf } from '../../fields/field.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from '../../invoices/fields.ts'
import { InvoiceCreate, type InvoiceCreateBody } from '../../invoices/input-schema.ts'
import type { InvoiceService } from '../../invoices/service.ts'
import type { ReadWork } from '../../record/work.ts'
import { faultOf, schemaCheck } from '../checks.ts'
import { changedSince } from '../errors.ts'
import type { Body, ImportKind, SourceRecord } from '../kind.ts'
import { faultAt, type ImportFault } from '../report.ts'
import { type ColumnKinds, EXTERNAL_ID, isColumnOf, toBody } from './body.ts'
import type { CsvRow } from './file.ts'

export interface InvoiceImportDeps {
  readonly invoices: Pick<InvoiceService, 'create' | 'get' | 'delete'>
}

/** The rows of one invoice have the same text here. */
const GROUP = 'invoice'
/** Instead of `customer_id`, where only one customer has the name. */
const CUSTOMER_NAME = 'customer_name'

/** Of the whole invoice: on its first row, and not otherwise on the further ones. */
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

/** If an invoice has a field of the same name, the column means the invoice. */
const ITEM_COLUMNS: ColumnKinds = {
  ...Object.fromEntries(
    Object.entries(leavesOf(OPTIONAL_ITEM_FIELDS)).filter(([name]) => !(name in INVOICE_COLUMNS)),
  ),
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
}

const isColumn = (column: string): boolean =>
  column === GROUP || column in ITEM_COLUMNS || isColumnOf(INVOICE_COLUMNS, column)

const NO_GROUP = 'The column `invoice` is empty. Use the same text in all rows of one invoice.'

/** An invoice of the rows that belong together. */
export const invoiceKind = ({ invoices }: InvoiceImportDeps): ImportKind => ({
  isColumn,
  read: (rows) => {
    const groups = Map.groupBy(rows, ({ cells }) => cells.get(GROUP))
    const ungrouped = groups.get(undefined) ?? []
    groups.delete(undefined)
    return {
      records: [...groups.values()].map(toRecord),
      faults: ungrouped.map(({ line }) => faultAt(line, GROUP, 'required', NO_GROUP)),
    }
  },
  parts: { list: 'items', pointer: '' },
  check: schemaCheck(InvoiceCreate),
  resolve: withCustomer,
  find: (work, body) => findByAnyExternalId(work, 'invoice', body as InvoiceCreateBody),
  create: async (work, body) => (await invoices.create(work, body as InvoiceCreateBody)).invoice,
  delete: async (work, { id, version }) => {
    const { invoice } = await invoices.get(work, id)
    if (invoice.version !== version) throw changedSince()
    await invoices.delete(work, { id, ifMatch: undefined })
  },
})

function toRecord(rows: readonly CsvRow[]): SourceRecord {
  const line = rows[0]?.line ?? 0
  const later = rows
    .toReversed()
    .flatMap((row) => [...row.cells.keys()].map((column) => [column, row.line] as const))
    .filter(([column]) => !(column in ITEM_COLUMNS))
  const columns = Object.fromEntries([...new Map(later)].filter(([, named]) => named !== line))
  return {
    line,
    body: {
      ...toBody(headOf(rows), INVOICE_COLUMNS),
      items: rows.map(({ cells }) => toBody(cells, ITEM_COLUMNS)),
    },
    parts: rows.map((row) => row.line),
    columns,
    faults: contradictions(rows),
  }
}

/** The first cell of each column. */
const headOf = (rows: readonly CsvRow[]): ReadonlyMap<string, string> =>
  new Map(rows.toReversed().flatMap(({ cells }) => [...cells]))

const isHeadColumn = (column: string): boolean => column !== GROUP && !(column in ITEM_COLUMNS)

function contradictions(rows: readonly CsvRow[]): readonly ImportFault[] {
  const head = headOf(rows)
  return rows.flatMap(({ line, cells }) =>
    [...cells]
      .filter(([column, cell]) => isHeadColumn(column) && head.get(column) !== cell)
      .map(([column]) => {
        const message = `An earlier row of this invoice has ${head.get(column)}. Use the same value or leave the cell empty.`
        return faultAt(line, column, 'contradiction', message)
      }),
  )
}

async function withCustomer(work: ReadWork, { [CUSTOMER_NAME]: name, ...body }: Body) {
  if (body.customer_id !== undefined || body.customer !== undefined) return { body, faults: [] }
  if (typeof name !== 'string') {
    const message = 'The customer is missing. Enter `customer_id` or `customer_name`.'
    return { body, faults: [faultOf('/customer_id', 'required', message)] }
  }
  const [id, other] = await findCustomersByName(work, name, 2)
  if (id !== undefined && other === undefined)
    return { body: { ...body, customer_id: id }, faults: [] }
  const message =
    id === undefined
      ? `There is no customer ${name}. Import customers first.`
      : `Several customers are called ${name}. Use \`customer_id\`.`
  return { body, faults: [faultOf(`/${CUSTOMER_NAME}`, 'unknown_customer', message)] }
}
