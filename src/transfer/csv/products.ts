import type { Fault } from '../../errors.ts'
import { CSV_LEAVES } from '../../products/fields.ts'
import { ProductInput } from '../../products/input.ts'
import type { ProductService } from '../../products/service.ts'
import type { ReadWork, Work } from '../../record/work.ts'
import { schemaCheck, toFaults } from '../checks.ts'
import { withDryRun } from '../dry-run.ts'
import type { CsvReport, ImportFault } from '../report.ts'
import { isColumnOf, toBody, toLineFault } from './body.ts'
import { type CsvRow, readCsv } from './file.ts'
import type { CsvImportOptions, CsvSource } from './source.ts'

const check = schemaCheck(ProductInput)

type Body = Readonly<Record<string, unknown>>

/** The rows of one product: each has one of its prices. */
interface ProductRows {
  readonly rows: readonly CsvRow[]
}

/**
 * Makes a product of each row, or changes the one with that item number. Rows that follow each other
 * with the same item number are one product with several prices. With any fault nothing is done.
 */
export const createProductImport =
  ({ products }: { readonly products: ProductService }) =>
  async (
    work: ReadWork,
    source: CsvSource,
    { dryRun, onProgress, columns }: CsvImportOptions,
  ): Promise<CsvReport> => {
    const csv = readCsv(source, (column) => isColumnOf(CSV_LEAVES, column), columns)
    const groups = grouped(csv.rows)
    return withDryRun(work, dryRun, async (work) => {
      const faults = [...csv.faults]
      for (const [index, group] of groups.entries()) {
        faults.push(...(await importProduct(work, products, group)))
        onProgress?.(index, groups.length)
      }
      const ok = faults.length === 0
      return { dryRun, ok, rows: csv.rows.length, imported: ok ? groups.length : 0, faults }
    })
  }

function grouped(rows: readonly CsvRow[]): readonly ProductRows[] {
  const groups: { rows: CsvRow[] }[] = []
  let last: string | undefined
  for (const row of rows) {
    const number = row.cells.get('item_number')
    if (number !== undefined && number === last) groups.at(-1)?.rows.push(row)
    else groups.push({ rows: [row] })
    last = number
  }
  return groups
}

async function importProduct(
  work: Work,
  products: ProductService,
  { rows }: ProductRows,
): Promise<readonly ImportFault[]> {
  const [first] = rows
  if (!first) return []
  const { price: _, ...fields } = toBody(first.cells, CSV_LEAVES)
  const priced = rows.flatMap(({ cells }, index) => {
    const { price } = toBody(cells, CSV_LEAVES)
    return price === undefined ? [] : [{ price: price as Body, row: rows[index] ?? first }]
  })
  const body = {
    ...fields,
    ...(priced.length > 0 ? { prices: priced.map(({ price }) => price) } : {}),
  }
  const toFault = (fault: Fault) => placed(fault, first, priced)
  const faults = check(body)
  if (faults.length > 0) return faults.map(toFault)
  try {
    const input = body as ProductInput
    const known = input.item_number
      ? await products.findByItemNumber(work, input.item_number)
      : undefined
    if (known) await products.update(work, { id: known.id, ifMatch: undefined, input, mode: 'put' })
    else await products.create(work, input)
    return []
  } catch (error) {
    return toFaults(error).map(toFault)
  }
}

/** A fault of a price is in the row of that price. */
function placed(
  fault: Fault,
  first: CsvRow,
  priced: readonly { readonly row: CsvRow }[],
): ImportFault {
  const [, place, rest] = /^\/prices\/(\d+)(.*)$/.exec(fault.pointer) ?? []
  if (place === undefined) return toLineFault(first.line, fault)
  const { line } = priced[Number(place)]?.row ?? first
  return toLineFault(line, { ...fault, pointer: `/price${rest}` })
}
