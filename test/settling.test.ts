import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  HAS_OFFICIAL_RULES,
  officialProfiles,
  WITHOUT_OFFICIAL_RULES,
} from '../packages/einvoice/src/rules/official-rules.testing.ts'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { changeSettings } from '../src/company/settings/change.ts'
import { eInvoiceXml } from '../src/einvoicing/documents/write.ts'
import { AppError } from '../src/kernel/errors.ts'
import { customerStatementView } from '../src/receivables/balances/customer-statement-view.ts'
import { readCustomerStatement } from '../src/receivables/balances/read-customer-statement.ts'
import { entryView } from '../src/receivables/payments/account/entry-view.ts'
import {
  applyMoney,
  keepMoney,
  receiveMoney,
  refundMoney,
} from '../src/receivables/payments/account/money.ts'
import { listAccountEntries } from '../src/receivables/payments/account/read.ts'
import { recordPayment } from '../src/receivables/payments/change.ts'
import { createCustomer } from '../src/sales/customers/change.ts'
import { creditInvoice } from '../src/sales/invoices/credit.ts'
import { deleteInvoice } from '../src/sales/invoices/delete.ts'
import { getInvoice } from '../src/sales/invoices/read.ts'
import { updateInvoice } from '../src/sales/invoices/update.ts'
import { type InvoiceDetails, invoiceView } from '../src/sales/invoices/view.ts'
import { answerQuote } from '../src/sales/quotes/answer.ts'
import { invoiceQuote } from '../src/sales/quotes/bill.ts'
import { createQuote } from '../src/sales/quotes/create.ts'
import { openQuote } from '../src/sales/quotes/open.ts'
import { getQuote } from '../src/sales/quotes/read.ts'
import { type QuoteDetails, quoteView } from '../src/sales/quotes/view.ts'
import { COMPANY } from './every-field.ts'
import type { Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

/** `SETTLING=10000` tries that many sequences, from the one that `SETTLING_SEED` names. */
const SEQUENCES = Number(process.env.SETTLING ?? 12)
const FIRST = Number(process.env.SETTLING_SEED ?? 1)
const IS_LONG = SEQUENCES > 100
/**
 * Our rules judge every document. The official ones take long: in a long run they judge the first
 * documents of every kind, and all of every so many sequences.
 */
const JUDGED_EVERY = 200
const JUDGED_OF_EACH_KIND = IS_LONG ? 3 : 0
const STEPS = 8
/** Sequences at a time, each with its own customer. */
const LANES = 4
const TRIES = 20
const PATIENCE_MS = 86_400_000
const FORMATS = ['ubl', 'factur-x'] as const

/** Gives one sequence of numbers in every run. */
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
const sumOf = (amounts: readonly string[]): number =>
  amounts.reduce((sum, amount) => sum + cents(amount), 0)

/** A customer with an accepted quote, and what was made of it so far. */
interface Deal {
  readonly random: Random
  readonly customer: string
  readonly quote: Json
  /** Issued, as the service answered: their contents never change. */
  readonly invoices: Json[]
  readonly notes: Json[]
  /** Drafts that the service refused to issue. */
  readonly drafts: string[]
}

interface Answer {
  readonly status: number
  readonly value: Json
}

const STATUS_OF: Readonly<Record<string, number>> = { conflict: 409, invalid: 422 }

/** What decides which rules of the standard an invoice meets. */
const kindOf = ({ type, kind, prices_include_tax, items, discounts, taxes }: Json): string =>
  [
    `${type} ${kind}`,
    ...(prices_include_tax ? ['gross'] : []),
    ...(items.some(({ deducts }: Json) => deducts) ? ['deducts'] : []),
    ...(discounts.length > 0 ? ['discount'] : []),
    `${taxes.length} rates`,
  ].join(', ')

describe.each(ENGINES)(`random sequences of settling (%s)${WITHOUT_OFFICIAL_RULES}`, (engine) => {
  let app: TestApp
  let validate: Awaited<ReturnType<typeof officialProfiles>> | null = null
  let whole = 0
  let documents = 0
  /** How many documents of each kind there were. */
  const kinds = new Map<string, number>()

  beforeAll(async () => {
    app = await startTestApp(engine)
    await call('PATCH', '/settings', { ...COMPANY, companyName: 'Nordlicht' })
    if (HAS_OFFICIAL_RULES && IS_LONG) validate = await officialProfiles()
  }, PATIENCE_MS)
  afterAll(() => app.close())

  /** What the routes do, without HTTP, keys and schemas, which take most of the time. */
  const send = async (method: string, path: string, body: Json = {}): Promise<Answer> => {
    const [, resource = '', id = '', part = ''] = path.split(/[/?]/)
    const change = { id, ifMatch: undefined }
    const work = app.work()
    const invoice = async (details: Promise<InvoiceDetails>) => invoiceView(await details)
    const quote = async (details: Promise<QuoteDetails>) => quoteView(await details)
    const routes: Readonly<Record<string, () => Promise<unknown>>> = {
      'PATCH settings ': () => changeSettings(work, { body, mode: 'patch', ifMatch: undefined }),
      'POST customers ': () => createCustomer(work, body),
      'POST customers payments': () => receiveMoney(work, id, body),
      'POST customers account': () => refundMoney(work, id, body),
      'GET customers account': async () => {
        const { data } = await listAccountEntries(work, id, { limit: 100 })
        return { data: data.map(entryView) }
      },
      'GET customers statement': async () =>
        customerStatementView(await readCustomerStatement(work, id, {})),
      'POST quotes ': () => quote(createQuote(work, body)),
      'GET quotes ': () => quote(getQuote(work, id)),
      'POST quotes open': () => quote(openQuote(work, change)),
      'POST quotes accept': () => quote(answerQuote(work, change, { kind: 'accepted', body })),
      'POST quotes invoice': () => invoice(invoiceQuote(work, change, body)),
      'GET invoices ': () => invoice(getInvoice(work, id)),
      'PATCH invoices ': () => invoice(updateInvoice(work, change, body)),
      'DELETE invoices ': () => deleteInvoice(work, change),
      'POST invoices credit-note': () => invoice(creditInvoice(work, change, body)),
      'POST invoices payments': () => recordPayment(work, change, body),
      'POST invoices apply-credit': () => applyMoney(work, change, body),
      'POST invoices keep-credit': () => keepMoney(work, change, body),
      'GET invoices xml': async () => {
        const details = await getInvoice(work, id)
        const format = path.endsWith('ubl') ? 'ubl' : 'factur-x'
        return (await eInvoiceXml(work, details, { format, language: 'en' })).text
      },
    }
    const route = routes[`${method} ${resource} ${part}`]
    if (!route) throw new Error(`${method} ${path} is not among the steps.`)
    for (let tries = 1; ; tries += 1)
      try {
        return { status: 200, value: await route() }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // A busy machine may ask to try again; nothing of the step is left then.
        if (error.kind === 'unavailable' && tries < TRIES) continue
        return { status: STATUS_OF[error.kind] ?? 500, value: error }
      }
  }

  async function call(method: string, path: string, body?: unknown): Promise<Json> {
    const { status, value } = await send(method, path, body)
    expect(status, `${method} ${path} ${value}`).toBe(200)
    return value
  }

  /** The answer, or null where the service refuses the step for a reason that it names. */
  async function attempt(method: string, path: string, body?: unknown): Promise<Json | null> {
    const { status, value } = await send(method, path, body)
    expect([200, 409, 422], `${method} ${path} ${value}`).toContain(status)
    return status === 200 ? value : null
  }

  async function givenDeal(seed: number): Promise<Deal> {
    const random = randomOf(seed)
    const { id: customer } = await call('POST', '/customers', BUYER)
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
    const quote = await call('POST', `/quotes/${id}/accept`, {})
    return { random, customer, quote, invoices: [], notes: [], drafts: [] }
  }

  async function bill({ quote, invoices, drafts }: Deal, body: object): Promise<void> {
    const made = await attempt('POST', `/quotes/${quote.id}/invoice`, body)
    if (!made) return
    const issued = await attempt('PATCH', `/invoices/${made.id}`, { status: 'sent' })
    if (issued) invoices.push(issued)
    else drafts.push(made.id)
  }

  async function credit({ notes }: Deal, { id, kind, items }: Json): Promise<void> {
    // Once a final invoice deducts it, crediting a deposit lowers the price.
    if ((await call('GET', `/invoices/${id}`)).deducted_by !== null) return
    // Credits a part of a deposit, or another invoice as a whole. A credited amount is billed again later.
    const part = kind === 'prepayment' ? { items: [{ id: items[0]?.id, amount: '1.00' }] } : {}
    const note = await attempt('POST', `/invoices/${id}/credit-note`, { ...part, status: 'sent' })
    if (note) notes.push(note)
  }

  /** One thing that people do: bill a part, credit, pay, use the account, pay back. */
  async function step(deal: Deal): Promise<void> {
    const { random, quote, customer, invoices } = deal
    const some = invoices.length > 0 ? random.pick(invoices) : null
    const percent = String(1 + random.next(40))
    switch (random.next(9)) {
      case 0:
        return bill(deal, { mode: 'deposit', percent })
      case 1:
        return bill(deal, { mode: 'deposit', total: (1 + random.next(500)).toFixed(2) })
      case 2: {
        const { id } = random.pick<Json>(quote.items)
        return bill(deal, { mode: 'items', items: [{ id, percent }] })
      }
      case 3:
        return bill(deal, { mode: 'final' })
      case 4:
        if (some) await credit(deal, some)
        return
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
  async function finish(deal: Deal): Promise<boolean> {
    for (const id of deal.drafts) await call('DELETE', `/invoices/${id}`)
    deal.drafts.length = 0
    await bill(deal, { mode: 'final' })
    expect(deal.drafts).toEqual([])
    const { invoicing } = await call('GET', `/quotes/${deal.quote.id}`)
    return invoicing.state === 'full'
  }

  /** By tax group, what was invoiced less what was credited is the quote, within a cent of each document. */
  function expectSums({ quote, invoices, notes }: Deal, name: string): void {
    const sums = new Map<string, number>()
    const add = ({ taxes }: Json, sign: number) => {
      for (const { rate, taxable, amount } of taxes) {
        const [net, tax] = [`${rate} net`, `${rate} tax`]
        sums.set(net, (sums.get(net) ?? 0) + sign * cents(taxable))
        sums.set(tax, (sums.get(tax) ?? 0) + sign * cents(amount))
      }
    }
    for (const invoice of invoices) add(invoice, 1)
    for (const note of notes) add(note, -1)
    for (const { rate, taxable, amount } of quote.taxes) {
      const off = (kind: string, wanted: string) =>
        Math.abs((sums.get(`${rate} ${kind}`) ?? 0) - cents(wanted))
      expect(off('net', taxable), `${name}, ${rate} %`).toBeLessThanOrEqual(
        invoices.length + notes.length,
      )
      expect(off('tax', amount), `${name}, ${rate} %`).toBeLessThanOrEqual(
        invoices.length + notes.length,
      )
    }
  }

  async function expectAccount({ customer, notes }: Deal, name: string): Promise<void> {
    const { data } = await call('GET', `/customers/${customer}/account?limit=100`)
    expect(
      data.every(({ balance }: Json) => cents(balance) >= 0),
      name,
    ).toBe(true)
    const [owed] = (await call('GET', `/customers/${customer}/statement`)).accounts
    expect(sumOf(Object.values<string>(owed.ageing)), name).toBe(cents(owed.closing_balance))
    for (const { id, totals } of notes) {
      const amounts = Object.values<string>((await call('GET', `/invoices/${id}`)).settlement)
      expect(sumOf(amounts), name).toBe(cents(totals.total))
      expect(
        amounts.every((amount) => cents(amount) >= 0),
        name,
      ).toBe(true)
    }
  }

  /** Our rules refuse an XML that breaks one; each document meets one syntax, or both official rules. */
  async function expectValid(document: Json, isSampled: boolean): Promise<void> {
    const { id } = document
    documents += 1
    const kind = kindOf(document)
    const known = kinds.get(kind) ?? 0
    kinds.set(kind, known + 1)
    const isJudged = isSampled || known < JUDGED_OF_EACH_KIND
    for (const format of isJudged ? FORMATS : [FORMATS[documents % FORMATS.length]]) {
      const xml = await call('GET', `/invoices/${id}/xml?format=${format}`)
      if (validate && isJudged && format) expect(validate(xml, format).fatal, xml).toEqual([])
    }
  }

  async function sequence(seed: number): Promise<void> {
    const deal = await givenDeal(seed)
    for (let at = 0; at < STEPS; at += 1) await step(deal)
    if (await finish(deal)) {
      whole += 1
      expectSums(deal, `sequence ${seed}`)
    }
    await expectAccount(deal, `sequence ${seed}`)
    for (const document of [...deal.invoices, ...deal.notes])
      await expectValid(document, IS_LONG && seed % JUDGED_EVERY === 0)
  }

  test(
    `${SEQUENCES} sequences add up to the quote, and every document is valid`,
    async () => {
      const seeds = Array.from({ length: SEQUENCES }, (_, at) => FIRST + at).values()
      const lane = async () => {
        for (const seed of seeds) await sequence(seed)
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      expect(whole).toBeGreaterThan(SEQUENCES / 2)
      expect(documents).toBeGreaterThan(SEQUENCES)
      // Deposits, parts, final invoices and credit notes, with one rate and with two, net and gross.
      if (IS_LONG) expect(kinds.size).toBeGreaterThan(10)
      const report = await withSnapshot(app.config.database, (scope) =>
        verifyDatabase(scope, () => {}),
      )
      expect(report).toMatchObject({ ok: true, breaks: [] })
    },
    PATIENCE_MS,
  )
})
