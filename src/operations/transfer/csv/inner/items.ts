import type { ReadWork } from '../../../../core/record/work.ts'
import { findCustomersByName } from '../../../../sales/customers/lookups.ts'
import { faultOf } from '../../inner/checks.ts'
import type { Body, SourceRecord, TableKind } from '../../inner/kind.ts'
import { faultAt, type ImportFault } from '../../report.ts'
import { type ColumnKinds, toBody } from './body.ts'
import type { CsvRow } from './file.ts'

/* Files with a row for each item: rows of a group have the same text in one column. */

/** Instead of `customer_id`, if only one customer has the name. */
export const CUSTOMER_NAME = 'customer_name'

/** The kind of an item, because the column `kind` is that of the invoice. */
export const ITEM_KIND = 'item_kind'

/** The column of an item's kind. */
export const itemKindIn = (pointer: string): string =>
  pointer.replace(/^(\/items\/\d+)\/kind$/, `$1/${ITEM_KIND}`)

type Cells = CsvRow['cells']

interface ItemFile {
  /** The column that groups the rows, and the name of a group in messages. */
  readonly group: string
  /** The other columns belong to the whole, set in its first row; later rows must not differ. */
  readonly itemColumns: ColumnKinds
  readonly toBody: (head: Cells, items: readonly Body[]) => Body
}

/** The rows in groups; each row without a group is a fault. */
export const readItems =
  (file: ItemFile): TableKind['read'] =>
  (rows) => {
    const groups = Map.groupBy(rows, ({ cells }) => cells.get(file.group))
    const ungrouped = groups.get(undefined) ?? []
    groups.delete(undefined)
    const message = `The column \`${file.group}\` is empty. Use the same text in all rows that belong together.`
    const unread = ungrouped.map(({ line }) => ({
      ...{ line, body: null, parts: [], columns: {} },
      faults: [faultAt(line, file.group, 'required', message)],
    }))
    const records = [...groups.values()].map((rows) => toRecord(rows, file))
    return [...records, ...unread].toSorted((a, b) => a.line - b.line)
  }

function toRecord(rows: readonly CsvRow[], file: ItemFile): SourceRecord {
  const line = rows[0]?.line ?? 0
  const later = rows
    .toReversed()
    .flatMap((row) => [...row.cells.keys()].map((column) => [column, row.line] as const))
    .filter(([column]) => !Object.hasOwn(file.itemColumns, column))
  const columns = Object.fromEntries([...new Map(later)].filter(([, named]) => named !== line))
  const items = rows.map(({ cells }) => itemOf(bodyIn(cells, file.itemColumns)))
  return {
    line,
    body: file.toBody(headOf(rows), items),
    parts: rows.map((row) => row.line),
    columns,
    faults: contradictions(rows, file),
  }
}

const itemOf = ({ [ITEM_KIND]: kind, ...item }: Body): Body =>
  kind === undefined ? item : { ...item, kind }

/** Only the cells of those columns: `metadata.…` belongs to the whole. */
export const bodyIn = (cells: Cells, kinds: ColumnKinds): Body =>
  toBody(new Map([...cells].filter(([column]) => Object.hasOwn(kinds, column))), kinds)

/** The first cell of each column. */
const headOf = (rows: readonly CsvRow[]): Cells =>
  new Map(rows.toReversed().flatMap(({ cells }) => [...cells]))

function contradictions(
  rows: readonly CsvRow[],
  { group, itemColumns }: ItemFile,
): readonly ImportFault[] {
  const head = headOf(rows)
  const isHeadColumn = (column: string) => column !== group && !Object.hasOwn(itemColumns, column)
  return rows.flatMap(({ line, cells }) =>
    [...cells]
      .filter(([column, cell]) => isHeadColumn(column) && head.get(column) !== cell)
      .map(([column, cell]) => {
        const message = `An earlier row of this ${group} has ${head.get(column)}. Use the same value or leave the cell empty.`
        return { ...faultAt(line, column, 'contradiction', message), value: cell }
      }),
  )
}

/** Satisfies the schema if the name is unknown, so that only that fault is reported. Not saved. */
export const NOBODY = 'cus_00000000-0000-0000-0000-000000000000'

/** With the customer's id instead of the name. */
export async function withCustomer(work: ReadWork, { [CUSTOMER_NAME]: name, ...body }: Body) {
  if (body.customer_id !== undefined || body.customer !== undefined) return { body, faults: [] }
  if (typeof name !== 'string') {
    const message = 'The customer is missing. Enter `customer_id` or `customer_name`.'
    return {
      body: { customer_id: NOBODY, ...body },
      faults: [faultOf(`/${CUSTOMER_NAME}`, 'required', message)],
    }
  }
  const { id, fault } = await customerNamed(work, CUSTOMER_NAME, name)
  return fault
    ? { body: { ...body, customer_id: NOBODY }, faults: [fault] }
    : { body: { ...body, customer_id: id }, faults: [] }
}

/** Customers of one name that a message tells apart. */
const NAMESAKES_SHOWN = 5

/** The only active customer with a name. */
export async function customerNamed(work: ReadWork, column: string, name: string) {
  const found = await findCustomersByName(work, name, NAMESAKES_SHOWN)
  const [only] = found
  if (only && found.length === 1) return { id: only.id, fault: null }
  const at = `/${column}`
  if (!only) {
    const message = `There is no customer called ${name}. Import the customers first, or correct the name.`
    return { id: null, fault: faultOf(at, 'unknown_customer', message) }
  }
  const allowed = found
    .map(({ id, city, email }) => [id, city, email].filter(Boolean).join(' '))
    .join(', ')
  const message = `Several customers are called ${name}: ${allowed}. Write the id of the right one into the column \`customer_id\`.`
  return {
    id: null,
    fault: { ...faultOf(at, 'ambiguous_customer', message), params: { name, allowed } },
  }
}
