import type { EInvoice, Line } from '@billwright/einvoice'
import { describe, expect, test } from 'vitest'
import {
  CREDIT_NOTE,
  FULL,
  MINIMAL,
  number,
} from '../../../../../packages/einvoice/src/model/document.testing.ts'
import { toDraft } from './to-draft.ts'

const [LINE] = MINIMAL.lines
if (LINE === undefined) throw new Error('The document has no line.')

/** The item that the only line becomes, and what of it was not taken. */
function itemOf(changes: Partial<Line>, document: Partial<EInvoice> = {}) {
  const { body, notTaken } = toDraft({
    ...MINIMAL,
    ...document,
    lines: [{ ...LINE, ...changes }] as EInvoice['lines'],
  })
  return { item: body.items[0], reasons: notTaken.filter(({ path }) => path.startsWith('/lines')) }
}

describe('the whole document', () => {
  test('is taken over into the fields a draft has', () => {
    expect(toDraft(FULL).body).toMatchObject({
      customer: {
        name: 'Fernweh Books & Söhne',
        contact_name: 'Bo Exempel',
        email: 'faktura@fernweh.example',
        address: { line1: 'Storgatan 2', line2: 'Port B, c/o Lager', country_code: 'SE' },
        tax_id: 'SE556677889901',
        endpoint: { scheme: '0007', id: '5566778899' },
      },
      issue_date: '2026-01-31',
      reference: '04011000-12345-03',
      order_reference: 'PO-1234',
      discounts: [
        {
          amount: '20.00',
          reason: 'Treuerabatt',
          reason_code: '95',
          tax: { category: 'S', rate: '7' },
        },
      ],
      charges: [{ amount: '8.00', reason: 'Fracht', reason_code: 'FC' }],
      terms: '#SKONTO#TAGE=14#PROZENT=2.00#',
      preceding: [{ number: 'NL-2025-0999', issue_date: '2025-12-01' }],
      references: { project: 'PROJEKT-5', despatch: 'LS-17', object: 'ZAEHLER-6' },
      payment: { means: '58', reference: 'RF18 5390 0754 7034' },
      tax_in_currency: { currency: 'SEK', amount: '426.19' },
      metadata: { e_invoice_number: 'NL-2026-0042' },
    })
  })

  test('embedded files are passed on by position', () => {
    expect(toDraft(FULL).files).toMatchObject([{ at: 1, file: { name: expect.any(String) } }])
  })

  test('the report lists contents that are not imported, with the reason', () => {
    expect(toDraft(FULL).notTaken.map(({ path }) => path)).toEqual([
      '/number',
      '/seller',
      '/payee',
      '/taxRepresentative',
      '/taxPointCode',
      '/payment/means/1',
      '/totals/paidCents',
      '/totals/roundingCents',
      '/notes/0/subjectCode',
      '/buyer/identifiers/0',
      '/invoicedObject/scheme',
      '/payment/means/0/text',
      '/payment/means/0/account',
      '/lines/0/object',
      '/lines/0/price/gross',
      '/lines/0/allowances/0/reason',
      '/lines/0/charges/0/reasonCode',
      '/lines/0/item/classifications/1',
      '/lines/0/item/classifications/0/schemeVersion',
    ])
  })

  test('of a card only the last digits', () => {
    expect(toDraft(MINIMAL).body.payment).toMatchObject({ card_last4: '3456' })
  })

  test('a credit note stays one, with the invoice that it corrects', () => {
    const [preceding] = CREDIT_NOTE.precedingInvoices
    expect(toDraft(CREDIT_NOTE).body).toMatchObject({
      type: 'credit_note',
      kind: 'standard',
      preceding: [{ number: preceding?.number }],
    })
  })

  test.each([
    ['45', undefined, '45', undefined],
    ['45', '100', '45', '100'],
    ['0.00123456', undefined, '0.123456', '100'],
    ['0.12345678', '10', '12.345678', '1000'],
  ])('the price %s for %s units is %s for %s', (net, base, unit_price, price_base_quantity) => {
    const [line] = MINIMAL.lines
    if (!line) throw new Error('The document has no line.')
    const price = { net: number(net), baseQuantity: base === undefined ? base : number(base) }
    const [item] = toDraft({ ...MINIMAL, lines: [{ ...line, price }] }).body.items
    expect([item?.unit_price, item?.price_base_quantity]).toEqual([unit_price, price_base_quantity])
  })

  test('a negative allowance is a charge', () => {
    const allowance = { amountCents: -150n, reason: 'Korrektur', tax: { category: 'E' } }
    const { body } = toDraft({ ...MINIMAL, allowances: [allowance] })
    expect(body).toMatchObject({
      discounts: [],
      charges: [{ amount: '1.50', reason: 'Korrektur' }],
    })
  })

  test('texts that are too long are cut, unknown codes are left out, and notes name both', () => {
    const buyer = {
      ...MINIMAL.buyer,
      name: 'N'.repeat(201),
      contact: { email: 'not an address' },
      address: { country: 'ZQ' },
    }
    const { body, notTaken } = toDraft({ ...MINIMAL, buyer, typeCode: '877' })
    expect(body.customer).toEqual({ name: 'N'.repeat(200) })
    expect(notTaken).toEqual(
      expect.arrayContaining([
        { path: '/buyer/name', reason: 'Shortened to 200 characters.' },
        {
          path: '/buyer/contact/email',
          reason: 'Wrong format: use an e-mail address such as billing@example.com.',
        },
        {
          path: '/buyer/address/country',
          reason: 'Unknown country: use an ISO 3166 code such as DE.',
        },
        {
          path: '/typeCode',
          reason:
            'The file is of type 877, “Final construction invoice”. The draft is an ordinary invoice.',
        },
      ]),
    )
  })
})

test.each([
  ['HUR', 'HUR', []],
  ['KG', 'KGM', []],
  [
    'ST',
    undefined,
    ['ST is not a unit of UNECE Rec 20 or 21. Use H87 for pieces or XST for sheets.'],
  ],
  ['Stück', 'H87', []],
  ['Fass', undefined, [expect.stringContaining('Fass is not a unit')]],
  ['x'.repeat(500), undefined, [expect.stringMatching(/^x{40} is not a unit/)]],
])('the unit %s of a file is %s', (unit, code, told) => {
  const { body, notTaken } = toDraft({
    ...MINIMAL,
    lines: MINIMAL.lines.map((line) => ({ ...line, unit })),
  })
  expect(body.items[0]?.unit).toBe(code)
  expect(notTaken.filter(({ path }) => path === '/lines/0/unit').map((it) => it.reason)).toEqual(
    told,
  )
})

describe('prices', () => {
  test.each([
    ['per unit', '3', { net: number('0.125') }, { quantity: '3', unit_price: '0.125' }],
    [
      'per 100',
      '250',
      { net: number('12.5'), baseQuantity: number('100') },
      { quantity: '250', unit_price: '12.5', price_base_quantity: '100' },
    ],
    [
      'of ten decimals',
      '8',
      { net: number('0.0012345678') },
      { quantity: '8', unit_price: '12.345678', price_base_quantity: '10000' },
    ],
    ['below zero', '2', { net: number('-5') }, { quantity: '-2', unit_price: '5' }],
  ])('%s are exact', (_, quantity, price, expected) => {
    const { item, reasons } = itemOf({ quantity: number(quantity), price })
    expect(item).toMatchObject(expected)
    expect(reasons).toEqual([])
  })

  test('prices with more than ten decimals are rounded if the line total stays the same', () => {
    const price = { net: number('0.123456781234') }
    const { item, reasons } = itemOf({ quantity: number('100'), price, netCents: 1235n })
    expect(item).toMatchObject({ quantity: '100', unit_price: '0.123457' })
    expect(reasons).toEqual([
      {
        path: '/lines/0/price/net',
        reason: 'Rounded to six decimals; the line total stays the same.',
      },
    ])
  })

  test('prices that no item can store become one piece at the whole price', () => {
    const price = { net: number('0.00000123456789') }
    const { item, reasons } = itemOf({ quantity: number('1000000000'), price, netCents: 123_457n })
    expect(item).toMatchObject({ quantity: '1', unit_price: '1234.57' })
    expect(reasons).toEqual([
      {
        path: '/lines/0/quantity',
        reason:
          '1000000000 at 0.00000123456789 has too many decimals. The item has quantity 1 and the whole price.',
      },
    ])
  })
})

describe('discounts and charges of a line', () => {
  test('a percentage is kept if it gives the amount', () => {
    const percent = number('10')
    expect(itemOf({ allowances: [{ amountCents: 500n, percent }] }).item).toMatchObject({
      discount: { percent: '10' },
    })
    expect(itemOf({ allowances: [{ amountCents: 499n, percent }] }).item).toMatchObject({
      discount: { amount: '4.99' },
    })
  })

  test('several become one with their sum', () => {
    const charges = [
      { amountCents: 100n, reason: 'Kiste' },
      { amountCents: 50n, reason: 'Pfand' },
    ]
    const allowances = [{ amountCents: 20n }, { amountCents: -5n }]
    expect(itemOf({ allowances, charges }).item).toMatchObject({
      discount: { amount: '0.20' },
      charge: { amount: '1.55', reason: 'Kiste, Pfand' },
    })
  })
})
