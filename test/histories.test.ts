import { formatMinor, parseMinor } from '@billwright/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { readWithheld } from '../src/books/reports/read-withheld.ts'
import { changeSettings } from '../src/company/settings/change.ts'
import { AppError } from '../src/kernel/errors.ts'
import { invoiceHtml } from '../src/paper/printing/print.ts'
import { customerStatementView } from '../src/receivables/balances/customer-statement-view.ts'
import { readCustomerStatement } from '../src/receivables/balances/read-customer-statement.ts'
import { keepMoney } from '../src/receivables/payments/account/money.ts'
import { deletePayment, recordPayment, reversePayment } from '../src/receivables/payments/change.ts'
import { createCustomer } from '../src/sales/customers/change.ts'
import { createInvoice } from '../src/sales/invoices/create.ts'
import { creditInvoice } from '../src/sales/invoices/credit.ts'
import { deductDeposits } from '../src/sales/invoices/deduct.ts'
import { getInvoice } from '../src/sales/invoices/read.ts'
import { updateInvoice } from '../src/sales/invoices/update.ts'
import { invoiceView } from '../src/sales/invoices/view.ts'
import { listPaymentsOf } from '../src/sales/ledger/payments.ts'
import { type Random, randomOf } from './einvoice-random.ts'
import { COMPANY } from './every-field.ts'
import type { Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'

/** `HISTORIES=10000` tries that many, beginning with the one that `HISTORIES_SEED` names. */
const HISTORIES = Number(process.env.HISTORIES ?? 60)
const FIRST = Number(process.env.HISTORIES_SEED ?? 1)
const STEPS = 6
const PATIENCE_MS = 86_400_000
const TODAY = '2026-11-21'
const ISSUED = '2026-11-10'

const CURRENCIES = ['EUR', 'EUR', 'EUR', 'CHF', 'JPY', 'KWD'] as const
const ROUNDED: Readonly<Record<string, string>> = { EUR: '0.05', CHF: '0.05', JPY: '10.00' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp('sqlite')
  const body = { ...COMPANY, companyName: 'Studio Nord', discountGraceDays: 0 }
  await changeSettings(app.work(), { body, mode: 'patch', ifMatch: undefined })
}, PATIENCE_MS)
afterAll(() => app.close())

/** An invoice, and what the test itself knows about it. */
interface History {
  readonly name: string
  readonly random: Random
  readonly customerId: string
  readonly currency: string
  readonly issued: Json
  readonly notes: Json[]
}

/** The answer, or null where the service refuses the step for a reason that it names. */
async function attempt<T>(step: () => Promise<T>): Promise<T | null> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof AppError && ['conflict', 'invalid'].includes(error.kind)) return null
    throw error
  }
}

const ref = (id: string) => ({ id, ifMatch: undefined })
const read = async (id: string): Promise<Json> => invoiceView(await getInvoice(app.work(), id))
const decimal = (random: Random, most: number, digits: number): string =>
  (random.integer(1, most) / 10 ** digits).toFixed(digits)

/** A document with all that changes what is to be paid. */
function bodyOf(random: Random, currency: string): Json {
  const hasSplit = random.oneIn(6)
  const rates = hasSplit ? ['22'] : ['22', '19', '7', '8.1', '0.5']
  const tax = () => ({ category: hasSplit ? 'B' : 'S', rate: random.pick(rates) })
  const items = Array.from({ length: random.integer(1, 4) }, (_, at) => ({
    description: `Work ${at}`,
    quantity: decimal(random, 9_000, 3),
    unit_price: decimal(random, 90_000, 2),
    tax: tax(),
    ...(random.oneIn(5) && { withhold: false }),
    ...(random.oneIn(5) && { discount: { percent: String(random.integer(1, 40)) } }),
  }))
  const adjustment = (reason: string) => ({
    ...{ reason, percent: decimal(random, 90, 1), tax: items[0]?.tax },
    ...(random.oneIn(3) && { withhold: false }),
  })
  const withholding = () => ({
    kind: random.pick(['income_tax', 'social', 'other']),
    rate: decimal(random, 3_000, 2),
    base: random.pick(['net', 'net', 'total']),
    base_percent: random.pick(['100', '50', '20']),
  })
  const step = ROUNDED[currency]
  return {
    ...{ currency, language: 'en', issue_date: ISSUED, due_date: '2026-12-31', items },
    prices_include_tax: random.oneIn(3),
    discounts: random.oneIn(3) ? [adjustment('Loyalty')] : [],
    charges: random.oneIn(4) ? [adjustment('Freight')] : [],
    withholdings: Array.from({ length: random.integer(0, 2) }, withholding),
    cash_rounding: step !== undefined && random.oneIn(3) ? step : null,
    early_payment: random.oneIn(2) ? [{ percent: decimal(random, 50, 1), days: 14 }] : [],
  }
}

async function givenHistory(seed: number): Promise<History | null> {
  const random = randomOf(seed)
  const currency = random.pick(CURRENCIES)
  const { id: customerId } = await createCustomer(app.work(), { name: `Customer ${seed}` })
  const own = bodyOf(random, currency)
  const create = async (body: Json) =>
    (await createInvoice(app.work(), { customer_id: customerId, ...body })).invoice
  const withDeposit = random.oneIn(4)
  const made = await attempt(async () => {
    if (!withDeposit) return create({ ...own, status: 'sent' })
    const order = `Order ${seed}`
    const items = [{ ...own.items[0], quantity: '0.3' }]
    const part = { ...own, items, discounts: [], charges: [], early_payment: [] }
    const deposit = await create({
      ...{ ...part, kind: 'prepayment', deposit_for: order, status: 'sent' },
    })
    await updateInvoice(app.work(), ref(deposit.id), { status: 'paid', paid_at: TODAY })
    const draft = await create(own)
    await deductDeposits(app.work(), ref(draft.id), { deposit_for: order })
    await updateInvoice(app.work(), ref(draft.id), { status: 'sent' })
    return draft
  })
  if (!made) return null
  const issued = await read(made.id)
  return { name: `history ${seed}`, random, customerId, currency, issued, notes: [] }
}

/** One thing that people do with an invoice. */
async function step({ random, currency, issued, notes }: History): Promise<void> {
  const { id } = issued
  const now = await read(id)
  const due = parseMinor(now.totals.due, currency)
  const some = (most: bigint) =>
    formatMinor((most * BigInt(random.integer(1, 1_000))) / 1_000n, currency)
  const payments = await paymentsOf(now)
  switch (random.integer(0, 7)) {
    case 0:
    case 1:
      await attempt(() => recordPayment(app.work(), ref(id), { amount: some(due) }))
      return
    case 2: {
      const part = random.pick(['fee', 'discount', 'write_off', 'withheld'] as const)
      const body = { amount: some(due / 2n), [part]: some(due / 4n) }
      await attempt(() => recordPayment(app.work(), ref(id), body))
      return
    }
    case 3:
      await attempt(() => recordPayment(app.work(), ref(id), { discount: 'auto' }))
      return
    case 4: {
      const { id: item, total } = random.pick<Json>(now.items)
      const amount = some(parseMinor(total, currency))
      const body = random.oneIn(3) ? {} : { items: [{ id: item, amount }] }
      const note = await attempt(() =>
        creditInvoice(app.work(), ref(id), { ...body, status: 'sent' }),
      )
      if (note) notes.push(invoiceView(note))
      return
    }
    case 5: {
      const payment = payments.length > 0 ? random.pick(payments) : null
      if (payment) await attempt(() => reversePayment(app.work(), ref(id), { id: payment.id }))
      return
    }
    case 6: {
      const payment = payments.length > 0 ? random.pick(payments) : null
      if (payment) await attempt(() => deletePayment(app.work(), ref(id), payment.id))
      return
    }
    default:
      if (due >= 0n) return
      if (random.oneIn(2)) await attempt(() => keepMoney(app.work(), ref(id), {}))
      else await attempt(() => recordPayment(app.work(), ref(id), { amount: some(due) }))
  }
}

async function paymentsOf({ id, currency }: Json) {
  return (await listPaymentsOf(app.work(), [{ id, currency }])).get(id) ?? []
}

/** Every figure follows from the others, to the smallest unit. */
async function expectFigures({ name, currency, issued, notes }: History): Promise<void> {
  const minor = (amount: string): bigint => parseMinor(amount, currency)
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
  const now = await read(issued.id)
  for (const { totals, taxes, withholdings } of [now, ...notes]) {
    expect(minor(totals.net) + minor(totals.tax) + minor(totals.rounding), name).toBe(
      minor(totals.total),
    )
    expect(sum(taxes.map((it: Json) => minor(it.amount))), name).toBe(minor(totals.tax))
    const withheld = sum(withholdings.map((it: Json) => minor(it.amount)))
    expect(withheld, name).toBe(minor(totals.withheld))
    expect(minor(totals.total) - withheld - minor(totals.split_tax), name).toBe(
      minor(totals.payable),
    )
  }
  const settled = sum(
    (await paymentsOf(now)).map(
      (it) => it.amountMinor + it.discountMinor + it.feeMinor + it.writeOffMinor + it.withheldMinor,
    ),
  )
  const credited = sum(notes.map(({ totals }) => minor(totals.payable)))
  expect(minor(now.totals.paid), name).toBe(settled)
  expect(minor(now.totals.credited), name).toBe(credited)
  expect(minor(now.totals.due), name).toBe(minor(issued.totals.payable) - credited - settled)
}

/** As documents in English print it: `1,234.50`. */
const grouped = (amount: string): string => amount.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')

/** Pays what the document asks for, or pays back what it owes. Then nothing is due. */
async function settle(history: History): Promise<void> {
  const { name, currency, issued } = history
  const before = await read(issued.id)
  const due = parseMinor(before.totals.due, currency)
  if (due !== 0n) {
    if (due > 0n) {
      const { bytes } = await invoiceHtml(app.work(), await getInvoice(app.work(), issued.id))
      expect(Buffer.from(bytes).toString(), name).toContain(grouped(before.totals.due))
    }
    const body = { amount: before.totals.due, paid_at: TODAY }
    await recordPayment(app.work(), ref(issued.id), body)
  }
  const after = await read(issued.id)
  expect(parseMinor(after.totals.due, currency), name).toBe(0n)
  const isCredited = after.totals.credited === after.totals.payable
  if (!isCredited && after.totals.payable !== '0') expect(after.status, name).toBe('paid')
  await expectFigures(history)
  // Another invoice of the customer, such as a deposit, is settled, too.
  const statement = customerStatementView(
    await readCustomerStatement(app.work(), history.customerId, {}),
  )
  for (const account of statement.accounts) {
    const onAccount = parseMinor(account.ageing.credit, account.currency)
    expect(parseMinor(account.closing_balance, account.currency), name).toBe(onAccount)
  }
}

test(
  `${HISTORIES} histories of paying, crediting and taking back: every figure adds up, and paying what is due settles`,
  async () => {
    const seeds = Array.from({ length: HISTORIES }, (_, at) => FIRST + at)
    const seen = { settled: 0, credited: 0, withheld: 0, rounded: 0, deducted: 0 }
    /** A discount that exceeds the items with withholding makes the withheld tax negative. */
    const plain = new Set<string>()
    for (const seed of seeds) {
      const history = await givenHistory(seed)
      if (!history) continue
      await expectFigures(history)
      for (let at = 0; at < STEPS; at += 1) {
        await step(history)
        await expectFigures(history)
      }
      await settle(history)
      const { withholdings } = history.issued
      if (withholdings.every(({ amount }: Json) => !amount.startsWith('-')))
        plain.add(history.customerId)
      seen.settled += 1
      if (history.notes.length > 0) seen.credited += 1
      if (withholdings.length > 0) seen.withheld += 1
      if (history.issued.cash_rounding !== null) seen.rounded += 1
      if (history.issued.items.some((it: Json) => it.deducts)) seen.deducted += 1
    }
    // None of them is rare.
    for (const [name, count] of Object.entries(seen))
      expect(count, name).toBeGreaterThanOrEqual(Math.floor(HISTORIES / 20))
    // The tax withheld on payments never exceeds what is left on the documents. That is below zero if a credit
    // note took the items with withholding, and a discount of the whole document stays.
    for (const row of (await readWithheld(app.work(), { year: '2026' })).rows) {
      if (row.kind === 'unstated' || !plain.has(row.customerId)) continue
      const { customerName, kind, withheldMinor: most, paidWithheldMinor: part } = row
      const isWithin = most < 0n ? part >= most && part <= 0n : part >= 0n && part <= most
      expect({ customerName, kind, most, part, isWithin }).toMatchObject({ isWithin: true })
    }
    const report = await withSnapshot(app.config.database, (scope) =>
      verifyDatabase(scope, () => {}),
    )
    expect(report).toMatchObject({ ok: true, breaks: [] })
  },
  PATIENCE_MS,
)
