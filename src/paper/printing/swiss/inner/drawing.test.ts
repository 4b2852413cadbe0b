import { formatMinor } from '@billwright/money'
import { compile } from '@billwright/templates'
import { describe, expect, test } from 'vitest'
import { openRenderer } from '../../../../../test/printer.ts'
import { builtInTemplates } from '../../../../company/templates/inner/builtin.ts'
import { countPages } from '../../../../platform/browser/pdf/inner/bytes.ts'
import type { DocumentSource } from '../../document-source.ts'
import { hasPoppler, readPrintedCode } from '../../payment-code/printed-code.testing.ts'
import { sampleCase, withItems } from '../../samples/sample-cases.ts'
import { documentView } from '../../view.ts'
import type { SwissBill } from '../bill.ts'
import { swissBillFragment } from './drawing.ts'

const PARTY = {
  street: 'Gasse',
  houseNumber: '1',
  postalCode: '8001',
  town: 'Zürich',
  country: 'CH',
}
const BILL: SwissBill = {
  iban: 'CH9300762011623852957',
  creditor: { name: 'A & B <script>"GmbH', ...PARTY },
  debtor: null,
  currency: 'CHF',
  amount: '1234567.89',
  reference: null,
  message: 'INV-1',
}

describe('the drawing', () => {
  const draw = (language = 'de-CH', bill = BILL) =>
    swissBillFragment(bill, { language, title: 'Scan <to> pay' }).html

  test.each([
    ['de-CH', 'Zahlteil', 'Vor der Einzahlung abzutrennen'],
    ['fr', 'Section paiement', 'A détacher avant le versement'],
    ['it', 'Sezione pagamento', 'Da staccare prima del versamento'],
    ['rm', 'Part da pajament', 'Da distatgar avant che pajar'],
    ['en-GB', 'Payment part', 'Separate before paying in'],
    ['ja', 'Payment part', 'Separate before paying in'],
  ])('in %s has the words %s', (language, title, separate) => {
    expect(draw(language)).toContain(`>${title}<`)
    expect(draw(language)).toContain(`>${separate}<`)
  })

  test('escapes what is written on it', () => {
    expect(draw()).toContain('A &amp; B &lt;script&gt;')
    expect(draw()).not.toContain('<script>')
    expect(draw()).toContain('aria-label="Scan &lt;to&gt; pay"')
  })

  test('has one path for all modules and stays small', () => {
    expect(draw().length).toBeLessThan(24_000)
    expect(draw().match(/shape-rendering="crispEdges"/g)).toHaveLength(1)
  })

  test('groups the digits of amounts, and leaves missing data blank', () => {
    expect(draw()).toContain('1 234 567.89')
    expect(draw()).toContain('CH93 0076 2011 6238 5295 7')
    expect(draw()).not.toContain('Referenz')
    expect(draw()).toContain('Zahlbar durch (Name/Adresse)')
    expect(draw()).not.toContain('undefined')
  })

  test.each([
    ['210000000003139471430009017', '21 00000 00003 13947 14300 09017'],
    ['RF18539007547034', 'RF18 5390 0754 7034'],
    ['RF73INV20260042', 'RF73 INV2 0260 042'],
  ])('writes the reference %s as %s', (reference, written) => {
    expect(draw('de', { ...BILL, reference, iban: ibanFor(reference) })).toContain(`>${written}<`)
  })

  test('names a payer abroad with the country; long names leave no street on the receipt', () => {
    const debtor = { ...PARTY, name: 'x'.repeat(60), street: 'Rue Longue', country: 'FR' }
    const html = draw('de', { ...BILL, debtor })
    expect(html).toContain('FR - 8001 Zürich')
    expect(html.match(/Rue Longue 1/g)).toHaveLength(1)
    expect(html.match(/Gasse 1/g)).toHaveLength(1)
  })
})

const ibanFor = (reference: string): string =>
  reference.startsWith('RF') ? 'CH9300762011623852957' : 'CH4431999123000889012'

// The last 105 mm of a sheet of A4, right of the receipt: what a reader is held over.
const CROP = { left: 62, top: 192, width: 56, height: 76 }

const renderer = openRenderer({ path: null, remoteUrl: null })

const OWN_TEMPLATE =
  '<!DOCTYPE html><html><head><style>@page { size: A4; margin: 20mm; }</style></head>' +
  '<body><div style="padding: 9mm"><h1>{{title}}</h1>{{{swissQrBill}}}</div></body></html>'
const TEMPLATES = [
  ...builtInTemplates().map(({ id, html }) => [id, html] as const),
  ['a template without rules for it', OWN_TEMPLATE] as const,
]

describe.skipIf(!hasPoppler())('printed (skipped where poppler is not installed)', () => {
  describe.each(TEMPLATES)('%s', (_id, template) => {
    test.each([
      1, 2, 7, 13, 20, 38,
    ])('%i items: at the foot of the last page, readable', async (count) => {
      const source = withItems(
        sampleCase('swiss-pages'),
        count,
        sampleCase('swiss').invoice.items[0]?.tax,
      )
      const pdf = await renderer.print(compile(template).render(documentView(source)))
      const code = readPrintedCode(pdf, CROP)
      expect(code?.text.split('\n')).toEqual(payloadOf(source))
      // 46 mm wide, 67 mm from the left and 17 mm under the upper edge of the last 105 mm (6.4).
      expect(code?.left).toBeCloseTo(67, 0)
      expect(code?.top).toBeCloseTo(192 + 17, 0)
      expect(code?.width).toBeCloseTo(46, 0)
    })
  })

  test.each(
    builtInTemplates().map(({ id, html }) => [id, html] as const),
  )('%s: a short invoice and its bill share one sheet', async (_id, html) => {
    const pdf = await renderer.print(compile(html).render(documentView(sampleCase('swiss'))))
    expect(countPages(pdf)).toBe(1)
  })
})

/** The fields of the code, in the order of the guidelines (table 8). */
function payloadOf({ invoice }: DocumentSource): readonly string[] {
  const amount = formatMinor(invoice.totals.totalMinor, 'CHF')
  const creditor = ['S', invoice.seller.name, 'Laternengasse', '14', '8001', 'Zürich', 'CH']
  const debtor = ['S', invoice.buyer.name, 'Kompasskai', '3a', '6003', 'Luzern', 'CH']
  return [
    ...['SPC', '0200', '1', 'CH4431999123000889012'],
    ...creditor,
    ...Array.from({ length: 7 }, () => ''),
    ...[amount, 'CHF'],
    ...debtor,
    ...['QRR', '000000000000000000202600427', 'INV-2026-0042', 'EPD'],
  ]
}
