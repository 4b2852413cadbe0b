import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSnapshot } from '../src/audit/snapshot.ts'
import { verifyDatabase } from '../src/audit/verify.ts'
import {
  HAS_OFFICIAL_RULES,
  officialProfiles,
  WITHOUT_OFFICIAL_RULES,
} from '../src/einvoices/rules/official-rules.testing.ts'
import { COMPANY } from './every-field.ts'
import type { Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

/** `SETTLING=10000` tries that many sequences and validates all their documents, which takes hours. */
const SEQUENCES = Number(process.env.SETTLING ?? 100)
/** The official rules take long: every so many sequences meet them unless all are asked for. */
const JUDGED_EVERY = process.env.SETTLING === undefined ? 25 : 1
const STEPS = 8
const PATIENCE_MS = 86_400_000
const FORMATS = ['ubl', 'factur-x'] as const

/** The same numbers in every run. */
function randomOf(seed: number) {
  let state = seed >>> 0
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { next, pick: <T>(from: readonly T[]): T => from[next(from.length)] as T }
}
type Random = ReturnType<typeof randomOf>

const BUYER = {
  name: 'Fernweh Books',
  language: 'de',
  address: { line1: 'Am Markt 1', postal_code: '20095', city: 'Hamburg', country_code: 'DE' },
}

const cents = (amount: string): number => Math.round(Number(amount) * 100)

describe.each(ENGINES)(`random sequences of settling (%s)${WITHOUT_OFFICIAL_RULES}`, (engine) => {
  let app: TestApp
  let validate: Awaited<ReturnType<typeof officialProfiles>> | null = null

  beforeAll(async () => {
    app = await startTestApp(engine)
    await call('PATCH', '/settings', { ...COMPANY, companyName: 'Nordlicht' })
    // The rules are the same on both engines, and they take long.
    if (HAS_OFFICIAL_RULES && engine === 'sqlite') validate = await officialProfiles()
  }, PATIENCE_MS)
  afterAll(() => app.close())

  async function call(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await app.call(method, path, body)
    expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBeLessThan(300)
    return answer.body === '' ? null : answer.json()
  }

  /** The answer, or null where the service refuses the step for a reason that it names. */
  async function attempt(method: string, path: string, body?: unknown): Promise<Json | null> {
    const answer = await app.call(method, path, body)
    expect([200, 201, 204, 409, 422], `${method} ${path} ${answer.body}`).toContain(
      answer.statusCode,
    )
    return answer.statusCode < 300 && answer.body !== '' ? answer.json() : null
  }

  const quoteOf = async (random: Random, customer: string): Promise<Json> => {
    const items = Array.from({ length: 1 + random.next(4) }, (_, at) => ({
      description: `Work ${at}`,
      quantity: String(1 + random.next(9)),
      unit_price: ((1 + random.next(200_000)) / 100).toFixed(2),
      tax: { rate: random.pick(['19', '7']) },
      ...(random.next(4) === 0 ? { discount: { percent: String(1 + random.next(30)) } } : {}),
    }))
    const rate = items[0]?.tax.rate
    const { id } = await call('POST', '/quotes', {
      customer_id: customer,
      items,
      prices_include_tax: random.next(3) === 0,
      discounts: random.next(3) === 0 ? [{ percent: '5', tax: { rate } }] : [],
    })
    await call('POST', `/quotes/${id}/open`)
    return call('POST', `/quotes/${id}/accept`, {})
  }

  const invoicesOf = async (quote: string): Promise<readonly Json[]> => {
    const { data } = await call('GET', `/invoices?quote_id=${quote}&limit=100`)
    const all: Json[] = []
    for (const { id } of data) all.push(await call('GET', `/invoices/${id}`))
    return all
  }

  /** One thing that people do: bill a part, credit, pay, use the account, pay back. */
  async function step(random: Random, quote: Json, customer: string): Promise<void> {
    const issued = (await invoicesOf(quote.id)).filter(({ status }) => status !== 'draft')
    const some = issued.length > 0 ? random.pick(issued) : null
    const bill = async (body: object) => {
      const made = await attempt('POST', `/quotes/${quote.id}/invoice`, body)
      if (made) await attempt('PATCH', `/invoices/${made.id}`, { status: 'sent' })
    }
    const percent = String(1 + random.next(40))
    switch (random.next(9)) {
      case 0:
        return bill({ mode: 'deposit', percent })
      case 1:
        return bill({ mode: 'deposit', total: (1 + random.next(500)).toFixed(2) })
      case 2:
        return bill({ mode: 'items', items: [{ id: random.pick<Json>(quote.items).id, percent }] })
      case 3:
        return bill({ mode: 'final' })
      case 4: {
        const { kind, items = [], id } = some ?? {}
        // A part of a deposit, or a whole other invoice: a credited amount is billed again.
        const part = kind === 'prepayment' ? { items: [{ id: items[0]?.id, amount: '1.00' }] } : {}
        // Once a final invoice deducts it, crediting a deposit lowers the price.
        if (some && some.deducted_by === null)
          await attempt('POST', `/invoices/${id}/credit-note`, { ...part, status: 'sent' })
        return
      }
      case 5:
        await attempt('POST', `/customers/${customer}/payments`, {
          amount: (1 + random.next(300_000) / 100).toFixed(2),
          apply: random.pick(['oldest', 'none']),
        })
        return
      case 6:
        if (some)
          await attempt('POST', `/invoices/${some.id}/payments`, {
            amount: (1 + random.next(100_000) / 100).toFixed(2),
            overpayment: 'account',
          })
        return
      case 7:
        if (some)
          await attempt('POST', `/invoices/${some.id}/${random.pick(['apply', 'keep'])}-credit`)
        return
      default:
        await attempt('POST', `/customers/${customer}/account/refund`, {
          amount: (1 + random.next(20_000) / 100).toFixed(2),
        })
    }
  }

  /** Bills what is left, so that everything together is the quote. */
  async function finish(quote: Json): Promise<boolean> {
    for (const { id, status } of await invoicesOf(quote.id))
      if (status === 'draft') await call('DELETE', `/invoices/${id}`)
    const made = await attempt('POST', `/quotes/${quote.id}/invoice`, { mode: 'final' })
    if (made) await call('PATCH', `/invoices/${made.id}`, { status: 'sent' })
    const { invoicing } = await call('GET', `/quotes/${quote.id}`)
    return invoicing.state === 'full'
  }

  /** By tax group, in cents: what was invoiced less what was credited. */
  async function billed(quote: string) {
    const sums = new Map<string, number>()
    const documents: string[] = []
    const add = ({ taxes }: Json, sign: number) => {
      for (const { rate, taxable, amount } of taxes) {
        const [net, tax] = [`${rate} net`, `${rate} tax`]
        sums.set(net, (sums.get(net) ?? 0) + sign * cents(taxable))
        sums.set(tax, (sums.get(tax) ?? 0) + sign * cents(amount))
      }
    }
    for (const invoice of await invoicesOf(quote)) {
      add(invoice, 1)
      documents.push(invoice.id)
      for (const { id, status } of invoice.credit_notes) {
        if (status !== 'sent') continue
        add(await call('GET', `/invoices/${id}`), -1)
        documents.push(id)
      }
    }
    return { sums, documents }
  }

  async function expectValid(id: string, isJudged: boolean): Promise<void> {
    for (const format of FORMATS) {
      const { statusCode, body } = await app.call('GET', `/invoices/${id}/xml?format=${format}`)
      expect(statusCode, body).toBe(200)
      if (validate && isJudged) expect(validate(body, format).fatal, body).toEqual([])
    }
  }

  test(
    `${SEQUENCES} sequences add up to the quote, and every document is valid`,
    async () => {
      let whole = 0
      for (let seed = 1; seed <= SEQUENCES; seed += 1) {
        const random = randomOf(seed)
        const { id: customer } = await call('POST', '/customers', BUYER)
        const quote = await quoteOf(random, customer)
        for (let at = 0; at < STEPS; at += 1) await step(random, quote, customer)
        const isWhole = await finish(quote)
        const { sums, documents } = await billed(quote.id)
        if (isWhole) {
          whole += 1
          for (const { rate, taxable, amount } of quote.taxes) {
            const name = `sequence ${seed}, ${rate} %`
            const off = (kind: string, wanted: string) =>
              Math.abs((sums.get(`${rate} ${kind}`) ?? 0) - cents(wanted))
            expect(off('net', taxable), name).toBeLessThanOrEqual(documents.length)
            expect(off('tax', amount), name).toBeLessThanOrEqual(documents.length)
          }
        }
        const { data } = await call('GET', `/customers/${customer}/account?limit=100`)
        expect(data.every(({ balance }: Json) => cents(balance) >= 0)).toBe(true)
        const [owed] = (await call('GET', `/customers/${customer}/statement`)).accounts
        const ages = Object.values<string>(owed.ageing).reduce((sum, it) => sum + cents(it), 0)
        expect(ages, `sequence ${seed}`).toBe(cents(owed.closing_balance))
        for (const id of documents) await expectValid(id, seed % JUDGED_EVERY === 0)
      }
      expect(whole).toBeGreaterThan(SEQUENCES / 2)
      const report = await withSnapshot(app.config.database, (scope) =>
        verifyDatabase(scope, () => {}),
      )
      expect(report).toMatchObject({ ok: true, breaks: [] })
    },
    PATIENCE_MS,
  )
})
