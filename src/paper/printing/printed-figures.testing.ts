import { compile, type View, type ViewValue } from '@billwright/templates'
import { expect } from 'vitest'
import { traitsOf } from '../../company/templates/traits.ts'
import type { DocumentSource } from './document-source.ts'
import { documentView } from './view.ts'

/** A printed amount and the name that the template used for it. */
interface Figure {
  readonly name: string
  readonly text: string
}

const SINGLE = ['subtotal', 'discountAmount', 'taxAmount', 'total', 'rounding']
const LISTED = [
  ['items', 'lineTotal'],
  ['items', 'lineTotalPlain'],
  ['adjustments', 'amount'],
  ['taxes', 'amount'],
  ['taxSummary', 'amount'],
] as const

const MARKED = /\u27e6([A-Za-z.]+) ([^\u27e7]*)\u27e7/g
const marked = (name: string, value: ViewValue): ViewValue =>
  value === '' ? '' : `\u27e6${name} ${String(value)}\u27e7`

/** The printed amounts. Their values are marked before rendering. */
function printedFigures(html: string, source: DocumentSource): readonly Figure[] {
  const view: Record<string, ViewValue> = {
    ...documentView({ ...source, traits: traitsOf(html) }),
  }
  for (const name of SINGLE) view[name] = marked(name, view[name])
  for (const [list, name] of LISTED)
    view[list] = (view[list] as readonly View[]).map((entry) => ({
      ...entry,
      [name]: marked(`${list}.${name}`, entry[name]),
    }))
  const page = compile(html).render(view)
  const text = page.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ')
  const all = [...text.matchAll(MARKED)].map(([, name = '', value = '']) => ({ name, text: value }))
  // The total is often printed at the top as well.
  return all.filter(({ name, text }, at) => {
    const first = all.findIndex((it) => it.name === name && it.text === text)
    return name !== 'total' || first === at
  })
}

/** Parses an Irish amount: `-€1,234.56`. */
const centsOf = (text: string): number => Number(text.replace('\u2212', '-').replace(/[^\d-]/g, ''))

/**
 * Adds up the printed amounts like a reader: the items give the subtotal; the subtotal less the
 * discount, plus the tax unless included, gives the total.
 */
export function expectToAddUp(html: string, source: DocumentSource): void {
  const figures = printedFigures(html, source)
  const sumOf = (...names: readonly string[]) =>
    figures
      .filter(({ name, text }) => names.includes(name) && !text.startsWith('Includes'))
      .reduce((sum, { text }) => sum + centsOf(text), 0)
  const taxes = new Set(figures.map(({ name }) => name).filter((it) => it.startsWith('tax')))
  expect(taxes.size, 'the tax in one form').toBeLessThanOrEqual(1)
  expect(sumOf('items.lineTotal', 'items.lineTotalPlain')).toBe(sumOf('subtotal'))
  // If prices include tax, the list of taxes is not part of the sum.
  const tax = source.invoice.pricesIncludeTax
    ? sumOf('taxAmount')
    : sumOf('taxAmount', 'taxes.amount', 'taxSummary.amount')
  const sum = sumOf('subtotal', 'adjustments.amount') - sumOf('discountAmount') + tax
  expect(sum).toBe(sumOf('total'))
  expect(sumOf('total')).toBe(Number(source.invoice.totals.totalMinor))
  if (source.invoice.totals.taxMinor !== 0n) expect(taxes.size, 'some tax').toBe(1)
}
