import { readdirSync, readFileSync } from 'node:fs'
import { FAKTURA } from '@billwright/einvoice/ksef'
import { FA_PREFIX, readEInvoice } from '@billwright/einvoice/read'
import { parseXml, readContent } from '@billwright/einvoice/xml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  HAS_OFFICIAL_RULES,
  OFFICIAL_FOLDER,
  WITHOUT_OFFICIAL_RULES,
} from '../../../../../packages/einvoice/src/rules/official-rules.testing.ts'
import { type Givens, givens, type Json } from '../../../../../test/givens.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { withVerification } from '../../../../paper/printing/fragments.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { expectRefused, issuedCredit, nationalRules } from '../national.testing.ts'
import { BUYER, CASES, REFUSED, SELLER, WORK } from './ksef.testing.ts'
import { identityOf } from './parties.ts'
import { verificationOf } from './verification.ts'
import { buildFaktura } from './write.ts'

const GOLDEN = new URL('../../../../../test/golden/einvoices/ksef/', import.meta.url)

describe('issued invoices', () => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
    await given.settings(SELLER)
  })
  afterAll(() => app.close())

  const xml = (id: string) => app.call('GET', `/invoices/${id}/xml?format=ksef`)

  test.each(CASES)('$name: equals this file, and reads the same', async ({
    name,
    body,
    credit,
  }) => {
    const invoice = await given.invoice({ issue_date: '2026-11-20', ...body, status: 'sent' })
    const { id } = credit ? await issuedCredit(given, invoice.id) : invoice
    const response = await xml(id)
    expect(response.statusCode, response.body).toBe(200)
    const written = response.body.replace(/(?<=<DataWytworzeniaFa>)[^<]+/, '2026-11-20T09:00:00Z')
    await expect(written).toMatchFileSnapshot(new URL(`${name}.xml`, GOLDEN).pathname)
    const { unread, kind } = readEInvoice(Buffer.from(response.body))
    expect(unread).toEqual([])
    expect(kind).toBe(credit ? 'credit_note' : 'invoice')
    if (HAS_OFFICIAL_RULES) expect((await nationalRules())(response.body, 'ksef')).toEqual([])
    if (credit) return
    const draft = await app.call('POST', '/invoices/import', response.body, {
      'content-type': 'application/xml',
    })
    expect(draft.statusCode, draft.body).toBe(201)
    const { invoice: imported, differences } = draft.json()
    expect(differences).toEqual([])
    await given.put(imported.id, { status: 'sent' })
    const again = await xml(imported.id)
    expect(again.statusCode, again.body).toBe(200)
    expect(comparable(again.body)).toEqual(comparable(response.body))
  })

  test('payments do not change the file, and a credit note names the number of KSeF', async () => {
    const { id } = await given.invoice({ customer: BUYER, items: [WORK], status: 'sent' })
    const before = (await xml(id)).body
    await given.payment(id, { amount: '10.00' })
    expect((await xml(id)).body).toBe(before)
    const number = '9999999999-20261120-8BEF280C8D35-4D'
    const external = { external_ids: [{ system: 'ksef', id: number }] }
    expect((await app.call('PATCH', `/invoices/${id}`, external)).statusCode).toBe(200)
    expect((await xml(id)).body).toBe(before)
    const note = await issuedCredit(given, id)
    expect((await xml(note.id)).body).toContain(
      `<NrKSeFFaKorygowanej>${number}</NrKSeFFaKorygowanej>`,
    )
  })
})

/** Without what belongs to one issue. */
function comparable(xml: string): Json {
  const content = readContent(parseXml(Buffer.from(xml)), FAKTURA, FA_PREFIX)
  return JSON.parse(
    JSON.stringify(content, (key, value) => {
      // The prices of a draft have six decimals.
      if (key === 'P_9A') return Number(value).toFixed(6)
      // A draft has the discount for early payment in its terms.
      if (key === 'Informacje' && JSON.stringify(value).includes('Skonto')) return undefined
      return ['DataWytworzeniaFa', 'P_2', 'Skonto'].includes(key) ? undefined : value
    }),
  )
}

describe('GET /invoices/:id/validation?profile=ksef', () => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
  })
  afterAll(() => app.close())

  test.each(REFUSED)('$rule at $pointer: the file is refused, too', async (refused) => {
    const { settings, customer, body } = refused
    await given.settings({ ...SELLER, ...settings })
    const { id } = await given.invoice({
      customer: { ...BUYER, ...customer },
      items: [WORK],
      ...body,
      status: 'sent',
    })
    await expectRefused(app, id, { ...refused, profile: 'ksef' })
  })
})

test.each([
  ['12345678901', 'HR', { KodUE: 'HR', NrVatUE: '12345678901' }],
  ['HR12345678901', 'HR', { KodUE: 'HR', NrVatUE: '12345678901' }],
  ['HU12345678-2-41', 'HU', { KodUE: 'HU', NrVatUE: '12345678' }],
  ['12345', 'HR', { KodKraju: 'HR', NrID: '12345' }],
  ['525-000-10-09', 'PL', { NIP: '5250001009' }],
])('a buyer with the tax id %s in %s is %o', (taxId, countryCode, identity) => {
  const place = { line1: null, line2: null, postalCode: null, city: null, region: null }
  const buyer = { name: 'Adria', taxId, address: { ...place, countryCode } }
  expect(identityOf(buyer)).toEqual({ ...identity, Nazwa: 'Adria' })
})

test('the code to verify has the seller, the day and the hash of the file', () => {
  const invoice = {
    issueDate: '2026-02-01',
    seller: { taxId: '111-111-11-11', address: { countryCode: 'PL' } },
    externalIds: [],
  } as unknown as Parameters<typeof verificationOf>[0]
  const { link, label } = verificationOf(invoice, '<Faktura/>')
  const hash = Buffer.from(sha256('<Faktura/>'), 'hex').toString('base64url')
  expect(link).toBe(`https://qr.ksef.mf.gov.pl/invoice/1111111111/01-02-2026/${hash}`)
  expect(label).toBe('OFFLINE')
  const number = '9999999999-20261120-8BEF280C8D35-4D'
  const known = { ...invoice, externalIds: [{ system: 'ksef', id: number }] }
  expect(verificationOf(known, '<Faktura/>').label).toBe(number)
  const page = withVerification('<body><main>…</main></body>', { link, label })
  expect(page).toContain('<svg class="payment-qr"')
  expect(page.endsWith('OFFLINE</div></div></main></body>')).toBe(true)
})

const samples = HAS_OFFICIAL_RULES
  ? readdirSync(new URL('corpus/other/', OFFICIAL_FOLDER)).filter((it) => /^ksef/.test(it))
  : []

describe.skipIf(!HAS_OFFICIAL_RULES)(`files of others${WITHOUT_OFFICIAL_RULES}`, () => {
  const expected: readonly Json[] = HAS_OFFICIAL_RULES
    ? JSON.parse(readFileSync(new URL('corpus/expected.json', OFFICIAL_FOLDER), 'utf8'))
    : []
  const decimal = (cents: bigint) => Number(cents) / 100

  test.each(samples)('%s: stays the same when read, written and read again', async (name) => {
    const bytes = readFileSync(new URL(`corpus/other/${name}`, OFFICIAL_FOLDER))
    const content = readContent(parseXml(bytes), FAKTURA, FA_PREFIX)
    const written = buildFaktura(content)
    expect(readContent(parseXml(Buffer.from(written)), FAKTURA, FA_PREFIX)).toEqual(content)
    expect((await nationalRules())(written, 'ksef')).toEqual([])
    const { unread, document, kind } = readEInvoice(bytes)
    expect(unread).toEqual([])
    expect(readEInvoice(Buffer.from(written)).document).toEqual(document)
    const { totals, number } = expected.find(({ file }) => file === `other/${name}`)
    const sign = kind === 'credit_note' ? -1 : 1
    expect(document.number).toBe(number)
    expect(decimal(document.totals.withoutTaxCents)).toBe(sign * Number(totals.net))
    expect(decimal(document.totals.withTaxCents)).toBe(sign * Number(totals.gross))
  })
})
