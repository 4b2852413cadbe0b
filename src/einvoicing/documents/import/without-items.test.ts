import { readFileSync } from 'node:fs'
import type { EInvoice } from '@billwright/einvoice'
import { writeCii } from '@billwright/einvoice/write'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FULL, MINIMAL, number } from '../../../../packages/einvoice/src/model/document.testing.ts'
import {
  HAS_OFFICIAL_RULES,
  OFFICIAL_FOLDER,
  WITHOUT_OFFICIAL_RULES,
} from '../../../../packages/einvoice/src/rules/official-rules.testing.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'

const S19 = { category: 'S', rate: number('19') }
const S7 = { category: 'S', rate: number('7') }
const CORPUS = new URL('corpus/', OFFICIAL_FOLDER)

/** As BASIC WL has it: totals and the breakdown, and what is taken off or added on the whole. */
const TOTALS_ONLY: EInvoice = {
  ...MINIMAL,
  number: 'R-7',
  lines: [],
  allowances: [{ amountCents: 900n, reasonCode: '95', tax: S19 }],
  charges: [{ amountCents: 1400n, reasonCode: 'FC', tax: S7 }],
  taxBreakdown: [
    { ...S19, taxableCents: 9100n, taxCents: 1729n },
    { ...S7, taxableCents: 2400n, taxCents: 168n },
  ],
  totals: {
    linesCents: 11000n,
    allowancesCents: 900n,
    chargesCents: 1400n,
    withoutTaxCents: 11500n,
    taxCents: 1897n,
    withTaxCents: 13397n,
    dueCents: 13397n,
  },
}

const NEGATIVE: EInvoice = {
  ...MINIMAL,
  lines: [],
  taxBreakdown: [{ ...S19, taxableCents: -10000n, taxCents: -1900n }],
  totals: {
    linesCents: -10000n,
    withoutTaxCents: -10000n,
    taxCents: -1900n,
    withTaxCents: -11900n,
    dueCents: -11900n,
  },
}

describe.each(ENGINES)('e-invoices without items (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  const send = (file: string | Uint8Array, type = 'application/xml') =>
    app.send({
      method: 'POST',
      url: '/api/v1/invoices/import',
      headers: { authorization: 'Bearer test-key-0123456789abcdef', 'content-type': type },
      payload: Buffer.from(file),
    })

  test('201: one item for each rate, with the totals of the document', async () => {
    const answer = await send(writeCii(TOTALS_ONLY, 'en16931'))
    expect(answer.statusCode, answer.body).toBe(201)
    const { invoice, not_taken, differences } = answer.json()
    expect(invoice).toMatchObject({
      items: [
        { description: 'R-7 (19 %)', unit: 'LS', quantity: '1', unit_price: '100.00' },
        { description: 'R-7 (7 %)', unit: 'LS', quantity: '1', unit_price: '10.00' },
      ],
      discounts: [{ amount: '9.00' }],
      charges: [{ amount: '14.00' }],
      totals: { net: '115.00', tax: '18.97', total: '133.97' },
    })
    expect(differences).toEqual([])
    expect(not_taken).toContainEqual({
      path: '/lines',
      reason: 'The e-invoice has no items. The draft has one item for each tax rate.',
    })
  })

  test('201: a negative sum has a negative quantity', async () => {
    const { invoice, differences } = (await send(writeCii(NEGATIVE, 'en16931'))).json()
    expect(invoice.items).toMatchObject([{ quantity: '-1', unit_price: '100.00' }])
    expect(invoice.totals.total).toBe('-119.00')
    expect(differences).toEqual([])
  })

  test('422 einvoice_without_items: neither items nor taxes, as in Factur-X MINIMUM', async () => {
    const answer = await send(writeCii({ ...FULL, lines: [], taxBreakdown: [] }, 'en16931'))
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'einvoice_without_items',
      detail:
        'The e-invoice has totals but no items or taxes (Factur-X MINIMUM). Enter the invoice by hand, or ask the sender for one with items.',
    })
  })

  describe.skipIf(!HAS_OFFICIAL_RULES)(`documents of others${WITHOUT_OFFICIAL_RULES}`, () => {
    const documents: readonly {
      readonly file: string
      readonly tags: readonly string[]
      readonly totals: Readonly<Record<string, string>>
    }[] = HAS_OFFICIAL_RULES
      ? JSON.parse(readFileSync(new URL('expected.json', CORPUS), 'utf8'))
      : []
    const tagged = documents.filter(
      ({ tags, file }) =>
        ['basic-wl', 'minimum', 'no-lines'].some((tag) => tags.includes(tag)) &&
        !file.startsWith('other/'),
    )

    test.each(tagged)('$file', async ({ file, tags, totals }) => {
      const type = file.endsWith('.pdf') ? 'application/pdf' : 'application/xml'
      const answer = await send(readFileSync(new URL(file, CORPUS)), type)
      if (answer.statusCode === 201) {
        const { invoice, differences } = answer.json()
        const { net, tax, total } = invoice.totals
        expect({ net, tax, total }).toEqual({
          net: totals.net,
          tax: totals.tax,
          total: totals.gross,
        })
        expect(differences.filter(({ field }: { field: string }) => field !== 'due')).toEqual([])
        return
      }
      expect(answer.statusCode).toBe(422)
      const isMinimum = tags.includes('minimum')
      expect(answer.json().code).toBe('einvoice_without_items')
      expect(isMinimum).toBe(true)
    })
  })
})
