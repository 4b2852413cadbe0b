import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { codeOf } from './payment-code.ts'

/* Early payment, withholding, split payment, second taxes and cash rounding: figures in the folder beside the repository. */

const FOLDER = join(import.meta.dirname, '../../shared/books/vectors')
const hasFile = existsSync(FOLDER)
const documentsOf = (name: string): readonly Json[] =>
  hasFile ? JSON.parse(readFileSync(join(FOLDER, name), 'utf8')).documents : []
const all = [...documentsOf('arithmetic.json'), ...documentsOf('second-tax-rounding.json')]
/**
 * It says that a pension fund (TC04) is left out without being told, as section 3 does, but its figures
 * count it: 213.00 of 1,065.00 instead of 205.00 of 1,025.00.
 */
const CONTRADICTS_ITSELF = 'it-fund-default'
const cases = all.filter(({ id }) => id !== CONTRADICTS_ITSELF)
/** UBL allows two decimals at most, and does not mix O with other categories (BR-O-11). */
const NO_UBL = ['skonto-dinar', 'it-expenses-stamp']

const ADDRESS = { line1: 'Via Roma 1', city: 'Milano', postalCode: '20121', region: 'MI' }
const GERMAN = { companyTaxId: 'DE123456788', bankAccount: { iban: 'DE89370400440532013000' } }
const SELLERS: Readonly<Record<string, object>> = {
  IT: {
    companyTaxId: 'IT12345670017',
    companyTaxRegime: 'RF01',
    bankAccount: { iban: 'IT60X0542811101000000123456', holder: 'Studio' },
  },
  ES: { companyTaxId: 'ESB12345674', bankAccount: { iban: 'ES9121000418450200051332' } },
  PT: { companyTaxId: 'PT501442600', bankAccount: { iban: 'PT50000201231234567890154' } },
  PL: { companyTaxId: 'PL5260250274', bankAccount: { iban: 'PL61109010140000071219812874' } },
  CH: { companyTaxId: 'CHE-123.456.788', bankAccount: { iban: 'CH9300762011623852957' } },
}
const TERMS = {
  'BT-109': 'TaxExclusiveAmount',
  'BT-112': 'TaxInclusiveAmount',
  'BT-113': 'PrepaidAmount',
  'BT-114': 'PayableRoundingAmount',
  'BT-115': 'PayableAmount',
}

describe.skipIf(!hasFile)(`figures${hasFile ? '' : ' (skipped: they are not there)'}`, () => {
  describe.each(ENGINES)('on %s', (engine) => {
    let app: TestApp
    let given: Givens
    beforeAll(async () => {
      app = await startTestApp(engine)
      given = givens(app)
    })
    afterAll(() => app.close())

    const get = async (path: string): Promise<string> => {
      const answer = await app.call('GET', path)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.body
    }

    test.each(cases.map((it) => [it.id, it.title, it]))('%s: %s', async (_id, _title, it) => {
      const { number: _, customer, ...document } = it.document
      const { country, ...named } = customer
      const seller = SELLERS[country] ?? GERMAN
      const companyAddress = { ...ADDRESS, countryCode: country }
      await given.settings({ ...GERMAN, companyTaxRegime: null, ...seller, companyAddress })
      const buyer = {
        ...named,
        address: {
          ...{ line1: 'Via Po 2', city: 'Torino', postal_code: '10121', country_code: country },
          ...(country === 'IT' && { region: 'TO' }),
        },
        tax_id: named.tax_id ?? null,
      }
      // Category E needs a reason in e-invoices (BR-E-10).
      const items = document.items.map(({ tax, ...item }: Json) => ({
        ...item,
        tax: tax.category === 'E' ? { ...tax, reason: 'Exempt' } : tax,
      }))
      // Without a due date, e-invoices need terms (BR-CO-25).
      const usual = { due_date: null, terms: 'Within 30 days', language: 'en' }
      const body = { ...usual, ...document, items, customer: buyer }
      if (it.expect.error) {
        const refused = await app.call('POST', '/invoices', body)
        expect([refused.statusCode, refused.json().code]).toEqual([422, it.expect.error])
        return
      }
      const calculated = (await app.call('POST', '/invoices/calculate', body)).json()
      expect(calculated).toMatchObject({ totals: it.expect.totals, taxes: it.expect.taxes })
      const draft = await given.invoice(body)
      const invoice = await given.put(draft.id, { ...draft, status: 'sent' })
      const { totals, taxes, early_payment = [] } = it.expect
      expect(invoice).toMatchObject({ totals, taxes, early_payment })
      const withheld = (it.expect.withholdings ?? []).map(({ base, ...entry }: Json) => ({
        ...entry,
        base_amount: base,
      }))
      expect(invoice.withholdings).toMatchObject(withheld)
      expect(invoice.withholdings).toHaveLength(withheld.length)

      const refused = /^refused: (.*)$/.exec(it.expect.einvoice?.en16931 ?? '')?.[1]
      if (refused) {
        for (const place of ['xml?format=ubl', 'pdf?format=factur-x']) {
          const answer = await app.call('GET', `/invoices/${invoice.id}/${place}`)
          expect([answer.statusCode, answer.json().code]).toEqual([409, refused])
        }
      } else if (it.expect.en16931 && !NO_UBL.includes(it.id)) {
        const terms = termsOf(await get(`/invoices/${invoice.id}/xml?format=ubl`))
        expect(terms).toEqual(cents(it.expect.en16931))
      }
      const html = await get(`/invoices/${invoice.id}/html`)
      if (it.expect.epc_amount) expect(codeOf(html)).toContain(`\n${it.expect.epc_amount}\n`)
      expectRows(html, it.expect.printed ?? [], document.currency)
      if (it.expect.fatturapa) {
        const xml = await get(`/invoices/${invoice.id}/xml?format=fatturapa`)
        expect(fatturaOf(xml)).toMatchObject(it.expect.fatturapa)
      }
      const { ksef } = it.expect.einvoice ?? {}
      if (ksef) expectKsef(await get(`/invoices/${invoice.id}/xml?format=ksef`), ksef)
      await settle(invoice, it)
    })

    async function settle(invoice: Json, { steps = [], expect: expected }: Json) {
      for (const [index, { do: what, on, items = [], ...step }] of steps.entries()) {
        const { error, amount, discount, due, note, credited, discount_back, ...state } =
          expected.steps[index]
        if (what === 'credit') {
          const parts = items.map(({ item, ...part }: Json) => ({
            ...{ id: invoice.items[item].id, ...part },
          }))
          const issued = await given.creditNote(invoice.id, {
            ...(parts.length > 0 && { items: parts }),
            status: 'sent',
          })
          expect(issued.totals).toMatchObject(note ?? {})
        } else {
          const path = `/invoices/${invoice.id}/payments`
          const paid = (await app.call('POST', path, { ...step, paid_at: on })).json()
          expect(paid).toMatchObject(error ? { code: error } : { amount, discount })
        }
        if (error) continue
        const after = await given.read(invoice.id)
        expect(after).toMatchObject({ ...state, totals: { due, ...(credited && { credited }) } })
        if (discount_back) expect(await backOf(invoice.id)).toBe(discount_back)
      }
    }

    /** The discounts that came back, less what was given again. */
    async function backOf(id: string): Promise<string> {
      const { data } = (await app.call('GET', `/invoices/${id}/payments`)).json()
      const backs = data.filter((it: Json) => it.credit_note_id !== null)
      const sum = backs.reduce((sum: number, it: Json) => sum - Number(it.discount) * 100, 0)
      return (Math.round(sum) / 100).toFixed(2)
    }
  })
})

function expectKsef(xml: string, { P_15, Rozliczenie }: Json): void {
  const plain = xml.replace(/\s*\n\s*/g, '')
  expect(plain).toContain(`<P_15>${P_15}</P_15>`)
  const [{ Kwota, Powod }] = Rozliczenie.Odliczenia
  expect(plain).toContain(
    `<Odliczenia><Kwota>${Kwota}</Kwota><Powod>${Powod}</Powod></Odliczenia><SumaOdliczen>${Kwota}</SumaOdliczen><DoZaplaty>${Rozliczenie.DoZaplaty}</DoZaplaty>`,
  )
}

/** E-invoices write two decimals in every currency. */
const cents = (terms: Json): Json =>
  Object.fromEntries(
    Object.entries<string | null>(terms).map(([term, amount]) => [
      term,
      amount && Number(amount).toFixed(2),
    ]),
  )

function termsOf(xml: string): Json {
  const one = (name: string) =>
    new RegExp(`<cbc:${name} currencyID="[A-Z]{3}">([^<]*)<`).exec(xml)?.[1] ?? null
  const [, tax = null] = /<cac:TaxTotal>\s*<cbc:TaxAmount[^>]*>([^<]*)</.exec(xml) ?? []
  const totals = /<cac:LegalMonetaryTotal>.*<\/cac:LegalMonetaryTotal>/s.exec(xml)?.[0] ?? ''
  const found = Object.entries(TERMS).map(([term, name]) => [
    term,
    totals.includes(name) ? one(name) : null,
  ])
  return { ...Object.fromEntries(found), 'BT-110': tax }
}

function fatturaOf(xml: string): Json {
  const one = (text: string, name: string) => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1]
  const withheld = [...xml.matchAll(/<DatiRitenuta>.*?<\/DatiRitenuta>/gs)].map(([part]) =>
    Object.fromEntries(
      ['TipoRitenuta', 'ImportoRitenuta', 'AliquotaRitenuta', 'CausalePagamento'].map((name) => [
        name,
        one(part, name),
      ]),
    ),
  )
  return {
    ImportoTotaleDocumento: one(xml, 'ImportoTotaleDocumento'),
    ImportoPagamento: one(xml, 'ImportoPagamento'),
    ...(withheld.length > 0 && { DatiRitenuta: withheld }),
  }
}

/** The amounts below the items, in their order. */
function expectRows(html: string, rows: readonly Json[], currency: string): void {
  const text = html
    .slice(html.indexOf('class="sums'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\u00a0|\u202f/g, ' ')
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  // The currency stands beside the total only.
  const written = (amount: string) => {
    const parts = format.formatToParts(Math.abs(Number(amount)))
    const digits = parts.filter(({ type }) => type !== 'currency' && type !== 'literal')
    const text = digits.map(({ value }) => value).join('')
    return `${Number(amount) < 0 ? '[-−]\\D*' : ''}${text.replaceAll('.', '\\.')}`
  }
  const figures = rows.flatMap(([name, ...values]) =>
    name === 'early_payment' ? values.slice(1) : values,
  )
  expect(text).toMatch(new RegExp(figures.map(written).join('.*'), 's'))
}
