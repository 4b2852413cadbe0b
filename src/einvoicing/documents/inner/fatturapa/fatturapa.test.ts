import { readdirSync, readFileSync } from 'node:fs'
import { FATTURA } from '@billwright/einvoice/fatturapa'
import { readEInvoice, readFattura } from '@billwright/einvoice/read'
import { parseXml, readContent } from '@billwright/einvoice/xml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedFile } from '../../../../../packages/einvoice/src/hybrid/signed-data.testing.ts'
import { detail, fattura } from '../../../../../packages/einvoice/src/received/small.testing.ts'
import {
  HAS_OFFICIAL_RULES,
  OFFICIAL_FOLDER,
  WITHOUT_OFFICIAL_RULES,
} from '../../../../../packages/einvoice/src/rules/official-rules.testing.ts'
import { type Givens, givens, type Json } from '../../../../../test/givens.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { expectRefused, issuedCredit, nationalRules } from '../national.testing.ts'
import { BUYER, CASES, REFUSED, SELLER, WORK } from './fatturapa.testing.ts'
import { buildFattura } from './write.ts'

const GOLDEN = new URL('../../../../../test/golden/einvoices/fatturapa/', import.meta.url)

describe('issued invoices', () => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
  })
  afterAll(() => app.close())

  const xml = (id: string) => app.call('GET', `/invoices/${id}/xml?format=fatturapa`)

  test.each(CASES)('$name: equals this file, and reads the same', async ({
    name,
    settings,
    body,
    credit,
  }) => {
    await given.settings({ ...SELLER, ...settings })
    const invoice = await given.invoice({ issue_date: '2026-11-20', ...body, status: 'sent' })
    const { id } = credit ? await issuedCredit(given, invoice.id) : invoice
    const response = await xml(id)
    expect(response.statusCode, response.body).toBe(200)
    const written = response.body.replace(/(?<=<ProgressivoInvio>)\w+/, '0000000001')
    await expect(written).toMatchFileSnapshot(new URL(`${name}.xml`, GOLDEN).pathname)
    const { unread, kind } = readEInvoice(Buffer.from(response.body))
    expect(unread).toEqual([])
    expect(kind).toBe(credit ? 'credit_note' : 'invoice')
    if (HAS_OFFICIAL_RULES) expect((await nationalRules())(response.body, 'fatturapa')).toEqual([])
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
})

/** A draft does not take the discount for early payment. */
const OWN = [
  ...['ProgressivoInvio', 'Numero', 'CodicePagamento'],
  ...['ScontoPagamentoAnticipato', 'DataLimitePagamentoAnticipato'],
]

/** Without what belongs to one issue. */
function comparable(xml: string): Json {
  const { FatturaElettronicaHeader: header, FatturaElettronicaBody } = readContent(
    parseXml(Buffer.from(xml)),
    FATTURA,
  )
  const [body] = FatturaElettronicaBody ?? []
  return JSON.parse(
    JSON.stringify([header, body], (key, value) => {
      // The prices of a draft have six decimals.
      if (key === 'PrezzoUnitario') return Number(value).toFixed(6)
      return OWN.includes(key) ? undefined : value
    }),
  )
}

describe('GET /invoices/:id/validation?profile=fatturapa', () => {
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
    await expectRefused(app, id, { ...refused, profile: 'fatturapa' })
  })

  test('422: an invoice that must be FatturaPA is not issued without a tax regime', async () => {
    await given.settings({ ...SELLER, companyTaxRegime: null, eInvoiceProfile: 'fatturapa' })
    const { id } = await given.invoice({ customer: BUYER, items: [WORK] })
    const refused = await app.call('PUT', `/invoices/${id}`, { status: 'sent' })
    expect(refused.json()).toMatchObject({
      status: 422,
      code: 'einvoice_invalid',
      errors: [{ pointer: '/companyTaxRegime' }],
    })
    await given.settings({ eInvoiceProfile: null })
  })

  test('a signed file is read; a damaged one is refused: 422', async () => {
    const post = async (file: string | Buffer) =>
      (
        await app.call('POST', '/invoices/import', file, { 'content-type': 'application/xml' })
      ).json()
    const signed = Buffer.from('3082019806092a864886f70d010702a0820189', 'hex')
    expect(await post(signed)).toMatchObject({ status: 422, code: 'einvoice_signed' })
    const file = readFileSync(new URL('flat-rate-stamp-duty.xml', GOLDEN), 'utf8')
    const { not_taken } = await post(signedFile(Buffer.from(file)))
    expect(not_taken).toContainEqual({
      path: '/signature',
      reason: 'The signature was not verified.',
    })
  })

  test('a lot becomes a draft for each invoice, of one customer; none if one is wrong', async () => {
    const post = async (file: string) =>
      (
        await app.call('POST', '/invoices/import', file, { 'content-type': 'application/xml' })
      ).json()
    const { invoice, others, differences } = await post(fattura({ number: '1' }, { number: '2' }))
    const [other] = others
    expect(differences).toEqual([])
    expect(others).toHaveLength(1)
    expect(other.invoice.metadata).toEqual({ e_invoice_number: '2' })
    expect(other.invoice.customer_id).toBe(invoice.customer_id)
    const count = async () => (await app.call('GET', '/invoices?include=total')).json().total
    const before = await count()
    const tooMuch = fattura({ number: '3' }, { number: '4', type: 'TD99' })
    expect(await post(tooMuch)).toMatchObject({ status: 422, code: 'einvoice_incomplete' })
    expect(await count()).toBe(before)
    const withheld = (amount: string) =>
      `<DatiRitenuta><TipoRitenuta>RT01</TipoRitenuta><ImportoRitenuta>${amount}</ImportoRitenuta><AliquotaRitenuta>20.00</AliquotaRitenuta><CausalePagamento>A</CausalePagamento></DatiRitenuta>`
    for (const amount of ['9'.repeat(18), '9'.repeat(30), `${'9'.repeat(15)}.99`, '9'.repeat(13)]) {
      const huge = fattura({ document: withheld(amount), payment: detail('1020.00') })
      expect((await post(huge)).status, amount).toBe(422)
    }
  })
})

const samples = HAS_OFFICIAL_RULES
  ? readdirSync(new URL('corpus/other/', OFFICIAL_FOLDER)).filter((it) =>
      it.startsWith('fatturapa'),
    )
  : []
const TRUNCATED = 'fatturapa--con-ritenuta-acconto-e-cassa-previdenziale.xml'

describe.skipIf(!HAS_OFFICIAL_RULES)(`files of others${WITHOUT_OFFICIAL_RULES}`, () => {
  const bytes = (name: string) => readFileSync(new URL(`corpus/other/${name}`, OFFICIAL_FOLDER))

  test.each(
    samples.filter((it) => it !== TRUNCATED),
  )('%s: read, written and read again, it says the same', async (name) => {
    const content = readContent(parseXml(bytes(name)), FATTURA)
    const written = buildFattura(content)
    expect(readContent(parseXml(Buffer.from(written)), FATTURA)).toEqual(content)
    const { unread, document } = readEInvoice(bytes(name))
    expect(unread).toEqual([])
    expect(readEInvoice(Buffer.from(written)).document).toEqual(document)
    expect((await nationalRules())(written, 'fatturapa')).toEqual([])
  })

  test('a truncated file is refused', () => {
    expect(() => readFattura(parseXml(bytes(TRUNCATED)))).toThrow('not well-formed')
  })
})
