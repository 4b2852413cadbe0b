import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  HAS_OFFICIAL_RULES,
  IS_FULL_PROOF,
  officialProfiles,
} from '../packages/einvoice/src/rules/official-rules.testing.ts'
import { nationalRules } from '../src/einvoicing/documents/inner/national.testing.ts'
import { JOURNEYS, type Journey } from './einvoice-journeys.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { LIMIT_MS } from './patience.ts'

/** Without what the company of the journey before had entered. */
const NOTHING = {
  companyContact: null,
  companyPhone: null,
  companyTaxNumber: null,
  companyTaxRegime: null,
  companyRegistrationId: null,
  companyRegistrationScheme: null,
  companyLegalForm: null,
  companyEndpoint: null,
  bankAccount: { holder: null, bic: null, bankName: null },
}
const PATIENCE_MS = IS_FULL_PROOF ? 3_600_000 : LIMIT_MS

describe('from the settings to the customer’s page, as accountants work', () => {
  let app: TestApp
  let given: Givens
  let judge: (xml: string, format: Journey['formats'][number]) => readonly string[]

  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
    const hasRules = IS_FULL_PROOF && HAS_OFFICIAL_RULES
    judge = hasRules ? await officialJudge() : () => []
  }, PATIENCE_MS)
  afterAll(() => app.close())

  test.each(Object.entries(JOURNEYS))(
    '%s',
    async (_country, journey) => {
      await given.settings({ ...NOTHING, ...journey.settings })
      const customer = await given.customer(journey.customer)
      const faults: string[] = []
      for (const [step, document] of await documentsOf(journey, customer.id))
        faults.push(...(await faultsOf(document, journey)).map((fault) => `${step}: ${fault}`))
      expect(faults).toEqual([])
    },
    PATIENCE_MS,
  )

  /** What a year brings, each issued. */
  async function documentsOf(journey: Journey, customerId: string) {
    const { taxes, reverse, abroad, consumer, small, words, item, invoice: usual } = journey
    const [work, goods, discount, freight, terms, order] = words
    const [first, second] = taxes
    const works = { ...item, description: work, quantity: '7.5', unit: 'h', unit_price: '84.90' }
    const issue = (body: object) =>
      given.invoice({
        customer_id: customerId,
        delivery_date: '2026-11-18',
        terms,
        ...usual,
        status: 'sent',
        ...body,
      })
    const items = [
      { ...works, tax: first, discount: { percent: '10' } },
      { ...item, description: goods, quantity: '3', unit: 'pcs', unit_price: '19.95', tax: second },
    ]
    const invoice = await issue({
      items,
      discounts: [{ reason: discount, percent: '2', tax: first }],
      charges: [{ reason: freight, amount: '12.50', tax: first }],
    })
    const [part] = invoice.items
    const partly = await given.creditNote(invoice.id, {
      items: [{ id: part.id, quantity: '2.5' }],
      status: 'sent',
    })
    const rest = await given.creditNote(invoice.id, { status: 'sent' })
    const gross = await issue({ prices_include_tax: true, items })
    const deposit = await issue({
      kind: 'prepayment',
      deposit_for: order,
      items: [{ ...works, tax: first, quantity: '2' }],
    })
    const final = await finalOf(await issue({ items, status: 'draft' }), order)
    await given.payment(deposit.id, { amount: deposit.totals.due })
    const whole = { kind: 'prepayment', deposit_for: `${order}/2`, items }
    await issue(whole)
    const settled = await finalOf(await issue({ items, status: 'draft' }), whole.deposit_for)
    const interim = await issue({ kind: 'partial', items })
    const documents: [step: string, document: Json][] = [
      ['invoice', invoice],
      ['credit note for a part', partly],
      ['credit note for the rest', rest],
      ['prices with tax', gross],
      ['deposit, paid', await given.read(deposit.id)],
      ['final invoice', final],
      ['final invoice of nothing', settled],
      ['interim invoice', interim],
    ]
    if (reverse)
      documents.push(['reverse charge', await issue({ items: [{ ...works, tax: reverse }] })])
    if (abroad) {
      const { id } = await given.customer(abroad.customer)
      const body = { customer_id: id, items: [{ ...works, tax: abroad.tax }] }
      documents.push(['abroad', await issue(body)])
    }
    if (consumer) {
      const { id } = await given.customer(consumer)
      documents.push([
        'consumer',
        await issue({ customer_id: id, prices_include_tax: true, items }),
      ])
    }
    if (small) {
      await given.settings(small.settings)
      const body = { items: [{ ...works, tax: small.tax }] }
      documents.push(['small business', await issue(body)])
    }
    return documents
  }

  async function finalOf({ id }: Json, order: string): Promise<Json> {
    const body = { deposit_for: order }
    const deducted = await app.call('POST', `/invoices/${id}/deduct-deposits`, body)
    expect(deducted.statusCode, deducted.body).toBe(200)
    return given.put(id, { status: 'sent' })
  }

  async function faultsOf(document: Json, { formats, hybrids = [] }: Journey): Promise<string[]> {
    const faults: string[] = []
    for (const format of formats) {
      const answer = await app.call('GET', `/invoices/${document.id}/xml?format=${format}`)
      if (answer.statusCode !== 200) faults.push(`${format} ${toldOf(answer.json())}`)
      else {
        faults.push(...judge(answer.body, format).map((rule) => `${format} ${rule}`))
        faults.push(...(await unlikeOf(answer.body, document, format)))
      }
    }
    for (const format of IS_FULL_PROOF ? hybrids : []) {
      const { statusCode, rawPayload } = await app.call(
        'GET',
        `/invoices/${document.id}/pdf?format=${format}`,
      )
      if (statusCode !== 200) faults.push(`${format} ${rawPayload.toString()}`)
      else faults.push(...(await unlikeOf(rawPayload, document, format)))
    }
    return faults
  }

  /** Where the customer's inbox reads something else, or finds a rule broken. */
  async function unlikeOf(
    file: string | Buffer,
    { number, totals }: Json,
    format: string,
  ): Promise<readonly string[]> {
    const type = typeof file === 'string' ? 'application/xml' : 'application/pdf'
    const answer = await app.call('POST', '/supplier-invoices', file, { 'content-type': type })
    if (answer.statusCode !== 201) return [`${format} in the inbox: ${answer.body}`]
    const read = answer.json()
    const errors = read.findings.filter(({ level }: Json) => level === 'error')
    return [
      ...errors.map(({ rule, message }: Json) => `${format} in the inbox: ${rule} ${message}`),
      ...(read.number === number ? [] : [`${format}: number ${read.number}`]),
      ...(isSameTotal(read.total, totals) ? [] : [`${format}: total ${read.total}`]),
    ]
  }
})

/** The total of a file is before a rounding cent; a correction of KSeF is a difference below zero. */
const isSameTotal = (read: string, { total, rounding }: Json): boolean =>
  [Number(total), Number(total) - Number(rounding)].some(
    (it) => Math.abs(Number(read)).toFixed(2) === it.toFixed(2),
  )

const toldOf = ({ code, errors = [] }: Json): string =>
  [code, ...errors.map(({ rule, message }: Json) => `${rule} ${message}`)].join(' ')

async function officialJudge(): Promise<
  (xml: string, format: Journey['formats'][number]) => readonly string[]
> {
  const [standard, national] = [await officialProfiles(), await nationalRules()]
  return (xml, format) =>
    format === 'fatturapa' || format === 'ksef'
      ? national(xml, format)
      : standard(xml, format).fatal
}
