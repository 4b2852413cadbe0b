import { findByAnyExternalId } from '../../../../core/external-ids/external-ids.ts'
import { createProduct, deleteProduct, updateProduct } from '../../../../sales/products/change.ts'
import { CSV_LEAVES } from '../../../../sales/products/fields.ts'
import { ProductInput } from '../../../../sales/products/input.ts'
import {
  findByItemNumber,
  findProducts,
  productEtag,
  requireProduct,
} from '../../../../sales/products/read.ts'
import { schemaCheck } from '../../inner/checks.ts'
import { changedSince } from '../../inner/errors.ts'
import { type SourceRecord, type TableKind, usedOf } from '../../inner/kind.ts'
import { EXTERNAL_ID, isColumnOf, toBody } from './body.ts'
import type { CsvRow } from './file.ts'

const COLUMNS = { ...CSV_LEAVES, [EXTERNAL_ID]: 'text' } as const

/**
 * Converts each row to a product. Consecutive rows with the same item number are one product with
 * several prices. A known item number updates that product.
 */
export const productKind = (): TableKind => ({
  isColumn: (name) => isColumnOf(COLUMNS, name),
  read: (rows) => grouped(rows).map(toRecord),
  parts: { list: 'prices', pointer: '/price' },
  check: schemaCheck(ProductInput),
  find: async (work, body) => {
    const { item_number: number } = body as ProductInput
    const known = number ? await findByItemNumber(work, number) : undefined
    return known?.id ?? findByAnyExternalId(work, 'product', body as ProductInput)
  },
  create: (work, body) => createProduct(work, body as ProductInput),
  update: async (work, id, body) => {
    const input = body as ProductInput
    await updateProduct(work, { id, ifMatch: undefined, input, mode: 'put' })
  },
  used: async (work, made) => {
    const ids = made.map(({ id }) => id)
    return usedOf(made, await findProducts(work, ids))
  },
  delete: async (work, { id, version }) => {
    const now = await requireProduct(work, id)
    if (now.version !== version) throw changedSince()
    await deleteProduct(work, { id, ifMatch: productEtag(now) })
  },
})

function grouped(rows: readonly CsvRow[]): readonly (readonly CsvRow[])[] {
  const groups: CsvRow[][] = []
  let last: string | undefined
  for (const row of rows) {
    const number = row.cells.get('item_number')
    if (number !== undefined && number === last) groups.at(-1)?.push(row)
    else groups.push([row])
    last = number
  }
  return groups
}

function toRecord(rows: readonly CsvRow[]): SourceRecord {
  const [first] = rows
  const { price: _, ...fields } = toBody(first?.cells ?? new Map(), COLUMNS)
  const priced = rows.flatMap(({ line, cells }) => {
    const { price } = toBody(cells, COLUMNS)
    return price === undefined ? [] : [{ price, line }]
  })
  const prices = priced.map(({ price }) => price)
  return {
    line: first?.line ?? 0,
    body: { ...fields, ...(prices.length > 0 ? { prices } : {}) },
    parts: priced.map(({ line }) => line),
    columns: {},
    faults: [],
  }
}
