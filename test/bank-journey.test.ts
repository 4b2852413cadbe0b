import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CamtEntry, camt, OWN_IBAN } from '../src/receivables/bank/statements.testing.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { pdfText } from './pdf-text.ts'

const ITEMS = [
  { description: 'Atlas', unit_price: '1000.00', tax: { category: 'S', rate: '19' } },
] as const

/** What every reader must find after a step. */
interface Figures {
  readonly display: string
  readonly badge: string
  /** Of the customer's page. */
  readonly shown: readonly [label: string, amount: string]
  readonly due: string
  /** Of the payments that the invoice lists, and of the entries that made them. */
  readonly payments: readonly string[]
  readonly entries: readonly string[]
}

const PAID = { display: 'paid', badge: 'Paid', shown: ['Total', '€1,190.00'], due: '0.00' } as const
const SHORT = {
  ...{ display: 'partially_paid', badge: 'Partly paid', due: '790.00' },
  shown: ['Amount due', '€790.00'],
} as const

describe.each(ENGINES)('an invoice that a bank pays, returns and pays again (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    app.clock.set('2026-11-12T09:00:00.000Z')
    given = givens(app)
    await given.settings({ companyName: 'Atelier Nord', bankAccount: { iban: OWN_IBAN } })
  })
  afterAll(() => app.close())

  const call: TestApp['json'] = (...request) => app.json(...request)

  /** A statement of one entry, which it answers with what it seems to pay. */
  async function arrived(day: string, entry: CamtEntry): Promise<Json> {
    app.clock.set(`${day}T09:00:00.000Z`)
    const bytes = camt([{ id: day, entries: [{ ...entry, day, reference: day }] }], day)
    const { id } = await call('POST', '/bank-files', bytes)
    await app.services.jobRunner.runDue()
    const { data } = await call('GET', `/bank-entries?file_id=${id}`)
    return data[0]
  }

  test('each reader says the same after each step', async () => {
    const { id: customer } = await given.customer({ name: 'Fernweh Books GmbH' })
    const invoice = { customer_id: customer, status: 'sent', issue_date: '2026-11-10' }
    const { id, number } = await given.invoice({ ...invoice, items: ITEMS })
    const { share_token: token } = await given.publish(id)
    const payer = { name: 'FERNWEH BOOKS GMBH', iban: 'DE33123456780000000101' }
    const expected = (step: string, figures: Figures) =>
      expectFigures(step, figures, { id, token, customer })

    const open = { display: 'open', badge: 'Open', shown: ['Amount due', '€1,190.00'] } as const
    await expected('sent', { ...open, due: '1190.00', payments: [], entries: [] })

    const short = await arrived('2026-11-20', { ...payer, amount: '400.00', text: `RE ${number}` })
    expect(short).toMatchObject({ class: 'likely', kind: 'partial' })
    const [{ id: proposal_id }] = short.proposals
    await call('POST', `/bank-entries/${short.id}/book`, { proposal_id })
    const first = { payments: ['400.00'], entries: ['400.00'] }
    await expected('paid short', { ...SHORT, ...first })

    const rest = await arrived('2026-11-21', { ...payer, amount: '766.20', text: `RE ${number}` })
    const allocation = { kind: 'invoice', invoice_id: id, amount: '766.20', discount: '23.80' }
    await call('POST', `/bank-entries/${rest.id}/book`, { allocations: [allocation] })
    const second = { payments: ['400.00', '766.20'], entries: ['400.00', '766.20'] }
    await expected('paid with discount', { ...PAID, ...second })

    const back = await arrived('2026-11-24', {
      ...{ ...payer, amount: '-766.20', text: `RE ${number}`, returnReason: 'AC04' },
    })
    expect(back).toMatchObject({ kind: 'reversal' })
    await call('POST', `/bank-entries/${back.id}/book`, {})
    const third = {
      payments: ['400.00', '766.20', '-766.20'],
      entries: ['400.00', '766.20', '-766.20'],
    }
    await expected('returned', { ...SHORT, ...third })

    const again = await arrived('2026-11-26', { ...payer, amount: '790.00', text: `RE ${number}` })
    expect(again).toMatchObject({ class: 'certain', kind: 'exact' })
    await call('POST', `/bank-entries/${again.id}/book`, {})
    await expected('paid again', {
      ...PAID,
      payments: [...third.payments, '790.00'],
      entries: [...third.entries, '790.00'],
    })

    await call('POST', `/bank-entries/${again.id}/unbook`)
    await expected('taken back', { ...SHORT, ...third })
  })

  interface Ids {
    readonly id: string
    readonly token: string
    readonly customer: string
  }

  async function expectFigures(step: string, figures: Figures, ids: Ids): Promise<void> {
    const { id, token, customer } = ids
    const { display, badge, due } = figures
    const stands = { display_status: display, totals: { total: '1190.00', due } }
    expect(await given.read(id), step).toMatchObject(stands)
    const shared = (await app.send({ url: `/api/v1/public/invoices/${token}` })).json()
    expect(shared, step).toMatchObject(stands)
    const { data: listed } = await call('GET', `/invoices?customer_id=${customer}`)
    expect(listed, step).toMatchObject([{ display_status: display, due }])
    const [summary] = (await call('GET', '/reports/summary')).currencies
    expect(summary?.outstanding.amount ?? '0.00', step).toBe(due)
    const { accounts } = await call('GET', `/customers/${customer}/statement`)
    expect(accounts, step).toMatchObject([{ closing_balance: due }])

    const { data: payments } = await call('GET', `/invoices/${id}/payments?limit=100`)
    expect(payments.map(({ amount }: Json) => amount).toSorted(), step).toEqual(
      figures.payments.toSorted(),
    )
    expect(payments.every((it: Json) => it.bank_entry_id !== null)).toBe(true)
    const { data: entries } = await call('GET', `/bank-entries?invoice_id=${id}&limit=100`)
    expect(entries.map(({ amount }: Json) => amount).toSorted(), step).toEqual(
      figures.entries.toSorted(),
    )

    const page = (await app.send({ url: `/i/${token}` })).body
    const [label, amount] = figures.shown
    expect(page, step).toContain(`<dt>Status</dt><dd>${badge}`)
    expect(page, step).toContain(`<div class="amount"><dt>${label}</dt><dd>${amount}</dd></div>`)
    const html = (await app.call('GET', `/invoices/${id}/html`)).body
    const pdf = pdfText((await app.call('GET', `/invoices/${id}/pdf`)).rawPayload) ?? html
    for (const document of [html, pdf]) {
      expect(document.includes('Please pay'), step).toBe(due !== '0.00')
      if (display !== 'open') expect(document, step).toContain(badge)
      if (due === '790.00') expect(document, step).toContain('€790.00')
    }
  }
})
