import { breachesOf } from '@billwright/einvoice'
import { readEInvoice } from '@billwright/einvoice/read'
import { writeCii, writeUbl } from '@billwright/einvoice/write'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUYER, SELLER } from '../../../../../test/einvoice-parties.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { currentSettings } from '../../../../company/settings/read.ts'
import { toBuyer, toSeller } from '../../../../sales/contents/parties.ts'
import { calculateInvoice } from '../../../../sales/invoices/create.ts'
import { passingCustomer } from '../../../../sales/invoices/inner/calculation.ts'
import type { InvoiceCreateBody } from '../../../../sales/invoices/input-schema.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import { toEInvoice } from './map.ts'

const ROUNDS = 150

/** Gives one sequence in every run. */
function random(seed: number) {
  let state = seed
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  const pick = <T>(entries: readonly T[]): T => entries[next(entries.length)] as T
  const decimal = (below: number, digits: number): string =>
    `${next(below)}.${String(next(10 ** digits)).padStart(digits, '0')}`
  return { next, pick, decimal }
}

const RATES = ['19', '7', '5.5', '0']

function randomInvoice(seed: number): InvoiceCreateBody {
  const { next, pick, decimal } = random(seed)
  const isGross = next(2) === 0
  const taxOf = () => {
    const rate = pick(RATES)
    return rate === '0' ? { category: 'Z' } : { rate }
  }
  const adjustment = () => (next(2) === 0 ? { percent: decimal(60, 2) } : { amount: decimal(4, 2) })
  const items = Array.from({ length: 1 + next(9) }, () => ({
    description: 'Design',
    quantity: `${next(5) === 0 ? '-' : ''}${decimal(20, pick([0, 1, 3, 6]) || 1)}`,
    unit_price: decimal(200, pick([2, 3, 6])),
    tax: taxOf(),
    ...(next(3) === 0 ? { discount: adjustment() } : {}),
    ...(next(4) === 0 ? { charge: adjustment() } : {}),
  }))
  const entry = () => ({ ...adjustment(), tax: items[next(items.length)]?.tax ?? taxOf() })
  return {
    customer: { ...BUYER },
    prices_include_tax: isGross,
    rounding: 'document',
    items,
    discounts: next(3) === 0 ? [entry()] : [],
    charges: next(3) === 0 ? [entry(), entry()] : [],
  }
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp('sqlite')
  await app.call('PATCH', '/settings', SELLER)
})
afterAll(() => app.close())

test('with any amounts, the document adds up as EN 16931 and Peppol require', async () => {
  const settings = await currentSettings(app.work())
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const body = randomInvoice(seed)
    const { draft } = await calculateInvoice(app.work(), body, { withSteps: false })
    const buyer = toBuyer(passingCustomer(body.customer))
    const invoice: Invoice = { ...draft, seller: toSeller(settings), buyer, number: `N-${seed}` }
    const document = toEInvoice(invoice, 'peppol')
    const broken = breachesOf(document, 'peppol').filter(({ level }) => level === 'error')
    expect(broken, `${seed}: ${JSON.stringify(body.items)}`).toEqual([])
    for (const xml of [writeUbl(document, 'en16931'), writeCii(document, 'en16931')]) {
      const { document: read, unread } = readEInvoice(Buffer.from(xml))
      expect(read.totals).toEqual(document.totals)
      expect(unread).toEqual([])
    }
  }
})
