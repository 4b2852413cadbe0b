import { findCustomersByName } from '../../customers/lookups.ts'
import type { Fault } from '../../errors.ts'
import { leavesOf } from '../../fields/field.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from '../../invoices/fields.ts'
import { InvoiceCreate, type InvoiceCreateBody } from '../../invoices/input-schema.ts'
import type { InvoiceService } from '../../invoices/service.ts'
import type { ReadWork, Work } from '../../record/work.ts'
import { schemaCheck, toFaults } from '../checks.ts'
import { type ImportOptions, withDryRun } from '../dry-run.ts'
import type { CsvReport, ImportFault } from '../report.ts'
import { type ColumnKinds, isColumnOf, toBody, toLineFault } from './body.ts'
import { type CsvRow, faultAt, readCsv } from './file.ts'

export interface InvoiceImportDeps {
  readonly invoices: Pick<InvoiceService, 'create'>
}

/** The rows of one invoice have the same text here. */
const GROUP = 'invoice'
/** Instead of `customer_id`, where only one customer has the name. */
const CUSTOMER_NAME = 'customer_name'

/** Of the whole invoice: on its first row, and not otherwise on the further ones. */
const INVOICE_COLUMNS: ColumnKinds = {
  customer_id: 'text',
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
  [GROUP, CUSTOMER_NAME].includes(column) ||
  column in ITEM_COLUMNS ||
  isColumnOf(INVOICE_COLUMNS, column)

const check = schemaCheck(InvoiceCreate)

/** Makes an invoice of the rows that belong together; with any fault it makes none. */
export const createInvoiceImport =
  (deps: InvoiceImportDeps) =>
  async (
    work: ReadWork,
    file: string,
    { dryRun, onProgress }: ImportOptions,
  ): Promise<CsvReport> => {
    const csv = readCsv(file, isColumn)
    const ungrouped = csv.rows.filter(({ cells }) => !cells.has(GROUP))
    const groups = [...Map.groupBy(csv.rows, ({ cells }) => cells.get(GROUP)).entries()]
      .filter(([name]) => name !== undefined)
      .map(([, rows]) => rows)
    return withDryRun(work, dryRun, async (work) => {
      const faults = [
        ...csv.faults,
        ...ungrouped.map(({ line }) => faultAt(line, GROUP, 'required', NO_GROUP)),
      ]
      for (const [index, rows] of groups.entries()) {
        faults.push(...(await importInvoice(work, deps, rows)))
        onProgress?.(index, groups.length)
      }
      const ok = faults.length === 0
      return { dryRun, ok, rows: csv.rows.length, imported: ok ? groups.length : 0, faults }
    })
  }

const NO_GROUP = 'The column `invoice` is empty. Use the same text in all rows of one invoice.'

async function importInvoice(
  work: Work,
  { invoices }: InvoiceImportDeps,
  rows: readonly CsvRow[],
): Promise<readonly ImportFault[]> {
  const customer = await customerOf(work, rows)
  const { customer_id: given, ...head } = toBody(headOf(rows), INVOICE_COLUMNS)
  const id = given ?? customer.id
  const items = rows.map(({ cells }) => toBody(cells, ITEM_COLUMNS))
  const body = { ...head, items, ...(id === undefined ? {} : { customer_id: id }) }
  const before = [...contradictions(rows), ...customer.faults]
  const found = check(body)
  const faults = [...before, ...found.map((fault) => placed(rows, fault))]
  if (faults.length > 0) return faults
  try {
    await invoices.create(work, body as InvoiceCreateBody)
    return []
  } catch (error) {
    return toFaults(error).map((fault) => placed(rows, fault))
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

async function customerOf(
  work: Work,
  rows: readonly CsvRow[],
): Promise<{ readonly id: string | undefined; readonly faults: readonly ImportFault[] }> {
  const head = headOf(rows)
  const name = head.get(CUSTOMER_NAME)
  const line = rows[0]?.line ?? 0
  if (head.has('customer_id')) return { id: undefined, faults: [] }
  if (name === undefined) {
    const message = 'The customer is missing. Enter `customer_id` or `customer_name`.'
    return { id: undefined, faults: [faultAt(line, 'customer_id', 'required', message)] }
  }
  const [id, other] = await findCustomersByName(work, name, 2)
  if (id !== undefined && other === undefined) return { id, faults: [] }
  const message =
    id === undefined
      ? `There is no customer ${name}. Import customers first.`
      : `Several customers are called ${name}. Use \`customer_id\`.`
  return { id: undefined, faults: [faultAt(line, CUSTOMER_NAME, 'unknown_customer', message)] }
}

/** A fault of an item is in its own row, one of the invoice in the first that names the column. */
function placed(rows: readonly CsvRow[], fault: Fault): ImportFault {
  const [, index, rest] = /^\/items\/(\d+)(\/.*)?$/.exec(fault.pointer) ?? []
  const row = index === undefined ? undefined : rows[Number(index)]
  if (row) return toLineFault(row.line, { ...fault, pointer: rest ?? '' })
  const column = fault.pointer.slice(1).replaceAll('/', '.')
  const naming = rows.find(({ cells }) => cells.has(column)) ?? rows[0]
  return toLineFault(naming?.line ?? 0, fault)
}
