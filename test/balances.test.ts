import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { pdfText } from './pdf-text.ts'

const ITEMS = [
  { description: 'Chart', unit_price: '200.00', tax: { category: 'S', rate: '19' } },
  { description: 'Atlas', unit_price: '800.00', tax: { category: 'S', rate: '19' } },
]
/** Prints what templates of others print: the label beside the amount, whatever it is called. */
const OWN_TEMPLATE = [
  '<p id="due">{{labels.amountDueLabel}}: {{amountDue}}</p><p id="status">{{status}}|{{statusLabel}}</p>',
  '<p id="pay">{{payText}}|{{dueDate}}|{{paymentQr}}</p>',
].join('')

/** What every reader must find after a step. */
interface Figures {
  readonly status: string
  readonly display: string
  readonly paid: string
  readonly credited: string
  readonly due: string
  /** Of the customer's page: the badge, and the label and amount that come first. */
  readonly badge: string
  readonly shown: readonly [label: string, amount: string]
  /** Of the document: empty without a badge; null while the amount due is the total. */
  readonly documentBadge: string
  readonly documentDue: readonly [label: string, amount: string] | null
  readonly outstanding: string
  readonly refundsDue: string
}

const NOTHING = { paid: '0.00', credited: '0.00', outstanding: '0.00', refundsDue: '0.00' }
const STEPS: Readonly<Record<string, Figures>> = {
  draft: {
    ...NOTHING,
    status: 'draft',
    display: 'draft',
    due: '1190.00',
    badge: 'Draft',
    shown: ['Total', '€1,190.00'],
    documentBadge: 'Draft',
    documentDue: null,
  },
  sent: {
    ...NOTHING,
    status: 'sent',
    display: 'open',
    due: '1190.00',
    badge: 'Open',
    shown: ['Amount due', '€1,190.00'],
    documentBadge: '',
    documentDue: null,
    outstanding: '1190.00',
  },
  'paid in part': {
    ...NOTHING,
    status: 'sent',
    display: 'partially_paid',
    paid: '400.00',
    due: '790.00',
    badge: 'Partly paid',
    shown: ['Amount due', '€790.00'],
    documentBadge: 'Partly paid',
    documentDue: ['Amount due', '€790.00'],
    outstanding: '790.00',
  },
  paid: {
    ...NOTHING,
    status: 'paid',
    display: 'paid',
    paid: '1190.00',
    due: '0.00',
    badge: 'Paid',
    shown: ['Total', '€1,190.00'],
    documentBadge: 'Paid',
    documentDue: ['Amount due', '€0.00'],
  },
  'credited in part': {
    ...NOTHING,
    status: 'paid',
    display: 'refund_due',
    paid: '1190.00',
    credited: '238.00',
    due: '-238.00',
    badge: 'Refund due',
    shown: ['To be refunded', '€238.00'],
    documentBadge: 'Refund due',
    documentDue: ['To be refunded', '€238.00'],
    refundsDue: '238.00',
  },
  'credited in full': {
    ...NOTHING,
    status: 'paid',
    display: 'refund_due',
    paid: '1190.00',
    credited: '1190.00',
    due: '-1190.00',
    badge: 'Refund due',
    shown: ['To be refunded', '€1,190.00'],
    documentBadge: 'Refund due',
    documentDue: ['To be refunded', '€1,190.00'],
    refundsDue: '1190.00',
  },
  refunded: {
    ...NOTHING,
    status: 'paid',
    display: 'credited',
    paid: '0.00',
    credited: '1190.00',
    due: '0.00',
    badge: 'Credited',
    shown: ['Total', '€1,190.00'],
    documentBadge: 'Credited',
    documentDue: ['Amount due', '€0.00'],
  },
}

describe.each(ENGINES)('one balance for every reader (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    const bankAccount = { iban: 'DE02120300000000202051' }
    const company = { companyName: 'Atelier Nord', bankAccount }
    await given.settings(company)
    const own = { id: 'own', name: 'Own', html: OWN_TEMPLATE }
    expect((await app.call('POST', '/templates', own)).statusCode).toBe(201)
  })
  afterAll(() => app.close())

  const text = async (path: string): Promise<string> => (await app.call('GET', path)).body
  const json = async (path: string): Promise<Json> => (await app.call('GET', path)).json()

  test('200: an invoice from the draft to the refund', async () => {
    const { id: customer } = await given.customer()
    const draft = await given.invoice({ customer_id: customer, items: ITEMS })
    const { id } = draft
    const { share_token: token } = await given.publish(id)
    const half = { items: [{ id: draft.items[0].id, quantity: 1 }], status: 'sent' }
    const act: Readonly<Record<string, () => Promise<unknown>>> = {
      draft: async () => {},
      sent: () => given.put(id, { status: 'sent' }),
      'paid in part': () => given.payment(id, { amount: '400.00' }),
      paid: () => given.payment(id, {}),
      'credited in part': () => given.creditNote(id, half),
      'credited in full': () => given.creditNote(id, { status: 'sent' }),
      refunded: () => given.payment(id, { amount: '-1190.00' }),
    }
    for (const [step, figures] of Object.entries(STEPS)) {
      await act[step]?.()
      await expectFigures(step, figures, { id, token, customer })
    }
    const { data: revisions } = await json(`/invoices/${id}/revisions?limit=100`)
    const actions = revisions.map(({ action }: Json) => action)
    expect(actions.filter((it: string) => it !== 'printed').at(-1)).toBe('refunded')
    for (const { id: note } of (await given.read(id)).credit_notes)
      await expectSettledNote(note, draft)
  })

  async function expectFigures(
    step: string,
    figures: Figures,
    {
      id,
      token,
      customer,
    }: { readonly id: string; readonly token: string; readonly customer: string },
  ): Promise<void> {
    const { status, display, paid, credited, due } = figures
    const totals = { total: '1190.00', paid, credited, due }
    const stands = { status, display_status: display }
    expect(await given.read(id), step).toMatchObject({ ...stands, totals })
    const shared = (await app.send({ url: `/api/v1/public/invoices/${token}` })).json()
    expect(shared, step).toMatchObject({ ...stands, totals })
    const { data } = await json(`/invoices?customer_id=${customer}&type=invoice`)
    expect(data, step).toMatchObject([{ ...stands, due }])
    const { data: refunds } = await json(`/invoices?customer_id=${customer}&refund_due=true`)
    expect(refunds.length, step).toBe(display === 'refund_due' ? 1 : 0)
    const owed = await json(`/invoices?customer_id=${customer}&has_due=true`)
    expect(owed.data.length, step).toBe(figures.outstanding === '0.00' ? 0 : 1)
    const rest = await json(`/invoices?customer_id=${customer}&has_due=false&limit=100`)
    const all = await json(`/invoices?customer_id=${customer}&limit=100`)
    expect(rest.data.length + owed.data.length, step).toBe(all.data.length)
    const [summary] = (await json('/reports/summary')).currencies
    expect(summary?.outstanding.amount ?? '0.00', step).toBe(figures.outstanding)
    expect(summary?.refunds_due ?? { amount: '0.00', count: 0 }, step).toEqual({
      amount: figures.refundsDue,
      count: figures.refundsDue === '0.00' ? 0 : 1,
    })
    const page = (await app.send({ url: `/i/${token}` })).body
    expect(page, step).toContain(
      `<div class="state ${display}"><dt>Status</dt><dd>${figures.badge}`,
    )
    const [label, amount] = figures.shown
    expect(page, step).toContain(
      `<dl class="facts"><div class="amount"><dt>${label}</dt><dd>${amount}</dd></div>`,
    )
    expect(page, step).not.toMatch(/[-−]€/)
    const isOwed = ['open', 'partially_paid', 'overdue'].includes(display)
    expect(page.includes('Due date'), step).toBe(isOwed || display === 'draft')
    for (const template of ['minimalist-clean', 'professional-modern'])
      expectDocument(step, figures, await text(`/invoices/${id}/html?template=${template}`))
    const own = await text(`/invoices/${id}/html?template=own`)
    const [ownLabel, ownAmount] = figures.documentDue ?? ['Amount due', '€1,190.00']
    expect(own, step).toContain(`${ownLabel}: ${ownAmount}<`)
    if (!isOwed && display !== 'draft') expect(own, step).toMatch(/<p id="pay">\|[^|]*\|<\/p>/)
    await expectStatement(step, figures, customer)
    expectPdf(step, figures, await textOfPdf(`/invoices/${id}/pdf`))
  }

  function expectDocument(step: string, figures: Figures, html: string): void {
    const [, badge = ''] = /<p class="badge[^>]*>([^<]*)</.exec(html) ?? []
    expect(badge, step).toBe(figures.documentBadge)
    const due = [...html.matchAll(/<dt>(Amount due|To be refunded)<\/dt><dd[^>]*>([^<]*)</g)]
    for (const [, label, amount] of due) expect([label, amount], step).toEqual(figures.documentDue)
    expect(due.length > 0, step).toBe(figures.documentDue !== null)
    const isToPay = ['draft', 'open', 'partially_paid'].includes(figures.display)
    expect(/Please pay/.test(html), step).toBe(isToPay)
    expect(/<svg class="payment-qr"/.test(html), step).toBe(isToPay && figures.display !== 'draft')
  }

  /** What a statement says is owed is what is due, of the last step without a document too. */
  async function expectStatement(step: string, figures: Figures, customer: string): Promise<void> {
    const due = figures.display === 'draft' ? '0.00' : figures.due
    const { accounts } = await json(`/customers/${customer}/statement`)
    expect(accounts, step).toMatchObject([{ closing_balance: due }])
    const { not_due, credit } = accounts[0].ageing
    expect([not_due, credit], step).toEqual(due.startsWith('-') ? ['0.00', due] : [due, '0.00'])
    const printed = due.replace(/(\d)(\d{3}\.)/, '$1,$2')
    const html = await text(`/customers/${customer}/statement/html`)
    expect(html.replaceAll('€', '').replaceAll('−', '-'), step).toContain(
      `<td class="num total">${printed}</td>`,
    )
    expect(/Refund <bdi>/.test(html), step).toBe(step === 'refunded')
    if (step !== 'credited in part') return
    const pdf = await textOfPdf(`/customers/${customer}/statement/pdf`)
    if (pdf !== null) expect(pdf).toMatch(/Closing balance\s+[-−]€238\.00/)
  }

  function expectPdf(step: string, figures: Figures, pdf: string | null): void {
    if (pdf === null) return
    if (figures.documentDue) {
      const [label, amount] = figures.documentDue
      expect(pdf, step).toMatch(new RegExp(`${label}\\s+${amount.replace('.', '\\.')}`))
    }
    expect(/[-−]1,190\.00/.test(pdf), step).toBe(
      [figures.paid, figures.credited].includes('1190.00'),
    )
    if (figures.documentBadge !== '') expect(pdf, step).toContain(figures.documentBadge)
    expect(/Please pay|Scan to pay/.test(pdf), step).toBe(
      ['draft', 'open', 'partially_paid'].includes(figures.display),
    )
  }

  async function expectSettledNote(id: string, invoice: Json): Promise<void> {
    const note = await given.read(id)
    expect(note).toMatchObject({ status: 'sent', display_status: 'issued', overdue: false })
    expect(note.totals).toMatchObject({ paid: '0.00', credited: '0.00', due: '0.00' })
    const { share_token: token } = await given.publish(id)
    const page = (await app.send({ url: `/i/${token}` })).body
    expect(page).toContain('<div class="state issued"><dt>Status</dt><dd>Issued</dd></div>')
    const { number } = await given.read(invoice.id)
    for (const body of [page, await text(`/invoices/${id}/html`)]) {
      expect(body).not.toMatch(/Amount due|Please pay|Due date|>Open</)
      // What became of its total may be said, if nothing is left to be paid back.
      expect(body).not.toMatch(/To be refunded<\/dt><dd[^>]*>€(?!0\.00)/)
      expect(body).toContain(`${number} of`)
    }
  }

  async function textOfPdf(path: string): Promise<string | null> {
    const { rawPayload, statusCode } = await app.call('GET', path)
    expect(statusCode).toBe(200)
    return pdfText(rawPayload)
  }

  const STEP = fc.record({
    invoice: fc.nat(1),
    kind: fc.constantFrom('pay', 'pay', 'credit', 'credit', 'refund', 'void', 'remove', 'status'),
    part: fc.integer({ min: 1, max: 4 }),
  })

  test('200: after any sequence of payments, credits, refunds and their ends', async () => {
    const run = async (steps: readonly { invoice: number; kind: string; part: number }[]) => {
      const { id: customer_id } = await given.customer()
      const before = await sums()
      const body = { customer_id, status: 'sent', items: ITEMS, issue_date: '2026-10-01' }
      const ids = [
        (await given.invoice({ ...body, due_date: '2026-10-31' })).id,
        (await given.invoice({ ...body, due_date: '2026-12-31' })).id,
      ]
      for (const { invoice, kind, part } of steps) await take(ids[invoice] ?? '', kind, part)
      await expectSums(customer_id, before)
    }
    await fc.assert(fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 14 }), run), {
      numRuns: 25,
      seed: 20261122,
      endOnFailure: true,
    })
  })

  /** One step, as far as the invoice takes it: what it refuses changes nothing. */
  async function take(id: string, kind: string, part: number): Promise<void> {
    const invoice = await given.read(id)
    const due = BigInt(invoice.totals.due.replace('.', ''))
    const cents = due / BigInt(part)
    const amount = `${cents < 0n ? '-' : ''}${String(cents < 0n ? -cents : cents).padStart(3, '0')}`
    const asDecimal = amount.replace(/(\d\d)$/, '.$1')
    const call = async (method: string, path: string, body?: object) => {
      const answer = await app.call(method, `/invoices/${path}`, body)
      expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBeLessThan(500)
    }
    if (kind === 'pay' && due > 0n) return call('POST', `${id}/payments`, { amount: asDecimal })
    if (kind === 'refund' && due < 0n) return call('POST', `${id}/payments`, { amount: asDecimal })
    if (kind === 'credit') {
      const amounts = { id: invoice.items[part % 2].id, amount: String(part * 50) }
      return call('POST', `${id}/credit-note`, { items: [amounts], status: 'sent' })
    }
    if (kind === 'void') {
      const note = invoice.credit_notes.find((it: Json) => it.status === 'sent')
      if (note) await call('PUT', note.id, { status: 'void' })
    }
    if (kind === 'remove') {
      const { data } = await json(`/invoices/${id}/payments`)
      const payment = data[part % Math.max(1, data.length)]
      if (payment) await call('DELETE', `${id}/payments/${payment.id}`)
    }
    if (kind === 'status') {
      const to = ['sent', 'paid', 'uncollectible', 'void'][part - 1]
      await call('PUT', id, { status: to })
    }
  }

  const cents = (amount: string) => BigInt(amount.replace('.', ''))
  const sums = async () => {
    const [it] = (await json('/reports/summary')).currencies
    return {
      outstanding: cents(it?.outstanding.amount ?? '0.00'),
      overdue: cents(it?.overdue.amount ?? '0.00'),
      refunds: cents(it?.refunds_due.amount ?? '0.00'),
    }
  }

  async function expectSums(
    customer: string,
    before: Awaited<ReturnType<typeof sums>>,
  ): Promise<void> {
    const { data } = await json(`/invoices?customer_id=${customer}&type=invoice&limit=100`)
    const dues: bigint[] = []
    const added = { outstanding: 0n, overdue: 0n, refunds: 0n }
    for (const entry of data) {
      const invoice = await given.read(entry.id)
      const { total, paid, credited, due } = invoice.totals
      const payments = (await json(`/invoices/${entry.id}/payments?limit=100`)).data
      const isIssued = (it: Json) => it.status === 'sent'
      const sum = (amounts: readonly string[]) => amounts.reduce((all, it) => all + cents(it), 0n)
      expect(sum(payments.map((it: Json) => it.amount))).toBe(cents(paid))
      const notes = invoice.credit_notes.filter(isIssued)
      expect(sum(notes.map((it: Json) => it.total))).toBe(cents(credited))
      const isVoid = invoice.status === 'void'
      expect(cents(due)).toBe(isVoid ? 0n : cents(total) - cents(paid) - cents(credited))
      expect(entry).toMatchObject({ due, status: invoice.status, overdue: invoice.overdue })
      expect(entry.display_status).toBe(invoice.display_status)
      expectConsistent(invoice)
      if (!isVoid) dues.push(cents(due))
      if (invoice.status === 'sent' && cents(due) > 0n) added.outstanding += cents(due)
      if (invoice.overdue) added.overdue += cents(due)
      if (invoice.display_status === 'refund_due') added.refunds -= cents(due)
    }
    const [account] = (await json(`/customers/${customer}/statement`)).accounts
    expect(cents(account.closing_balance)).toBe(dues.reduce((all, it) => all + it, 0n))
    const credit = dues.filter((it) => it < 0n).reduce((all, it) => all + it, 0n)
    expect(cents(account.ageing.credit)).toBe(credit)
    const after = await sums()
    expect({
      outstanding: after.outstanding - before.outstanding,
      overdue: after.overdue - before.overdue,
      refunds: after.refunds - before.refunds,
    }).toEqual(added)
  }

  /** The word agrees with the sign of what is due, and so do the flags. */
  function expectConsistent({
    status,
    display_status,
    overdue,
    partially_paid,
    totals,
  }: Json): void {
    const due = cents(totals.due)
    const words: Readonly<Record<string, readonly string[]>> = {
      sent: due > 0n ? ['open', 'partially_paid', 'overdue'] : ['credited'],
      paid: due < 0n ? ['refund_due'] : ['paid', 'credited'],
      uncollectible: due > 0n ? ['uncollectible'] : ['credited'],
      void: ['void'],
    }
    expect(words[status], `${status} ${JSON.stringify(totals)}`).toContain(display_status)
    expect(overdue).toBe(display_status === 'overdue')
    if (partially_paid) expect(due > 0n && cents(totals.paid) > 0n).toBe(true)
    if (display_status === 'credited') expect(totals).toMatchObject({ paid: '0.00', due: '0.00' })
    if (display_status === 'paid') expect(due).toBe(0n)
  }
})
