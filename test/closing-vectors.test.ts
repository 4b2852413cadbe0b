import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { givens, type Json } from './givens.ts'
import { ENGINES, startTestApp } from './harness.ts'

/* Sequences around closing the books: cases in the folder beside the repository. */

const FILE = join(import.meta.dirname, '../../shared/books/vectors/closing.json')
const hasFile = existsSync(FILE)
const sequences: readonly Json[] = hasFile ? JSON.parse(readFileSync(FILE, 'utf8')).sequences : []

/** Steps that the service does not have: imports only make drafts, and settings have no start day. */
const NOT_BUILT: ReadonlySet<string> = new Set(['import', 'setting'])

/** Plays a sequence step by step; answers what the service said. */
async function stage(engine: (typeof ENGINES)[number], sequence: Json) {
  const app = await startTestApp(engine)
  onTestFinished(() => app.close())
  const given = givens(app)
  const { country, lockIssuedInvoices } = sequence.settings
  await given.settings({
    companyAddress: { countryCode: country },
    ...(lockIssuedInvoices !== undefined && { lockIssuedInvoices }),
  })
  const ids = new Map<string, string>()
  const customers = new Map<string, string>()
  const payments = new Map<string, { readonly invoice: string; readonly id: string }>()

  const customerOf = async ({ name, country }: Json): Promise<string> => {
    const known = customers.get(name)
    const id = known ?? (await given.customer({ name, address: { country_code: country } })).id
    customers.set(name, id)
    return id
  }
  const draftOf = async (key: string): Promise<string> => {
    const known = ids.get(key)
    if (known !== undefined) return known
    const { number: _, customer, deducts = [], ...document } = sequence.documents[key]
    const order = document.kind === 'prepayment' ? { deposit_for: 'Order' } : {}
    // A final invoice deducts deposits of its own customer.
    const buyer = sequence.documents[deducts[0]]?.customer ?? customer
    const customer_id = await customerOf(buyer)
    const { id } = await given.invoice({ ...document, ...order, customer_id, due_date: null })
    ids.set(key, id)
    const deposits = deducts.map((of: string) => ids.get(of))
    if (deposits.length > 0) {
      const deducted = await app.call('POST', `/invoices/${id}/deduct-deposits`, { deposits })
      expect(deducted.statusCode, deducted.body).toBe(200)
    }
    return id
  }
  const path = async (step: Json, more = '') => `/invoices/${await draftOf(step.doc)}${more}`
  const change = async (step: Json, body: object) => app.call('PATCH', await path(step), body)
  const paymentAt = (name: string) => {
    const { invoice, id } = payments.get(name) ?? {}
    return `/invoices/${invoice}/payments/${id}`
  }
  const DO: Readonly<
    Record<string, (step: Json) => Promise<Awaited<ReturnType<typeof app.call>>>>
  > = {
    issue: (step) => change(step, { status: 'sent' }),
    void: (step) => change(step, { status: 'void' }),
    uncollectible: (step) => change(step, { status: 'uncollectible' }),
    reopen: (step) => change(step, { status: 'sent' }),
    edit_issued: (step) => change(step, { notes: 'Another note' }),
    delete_issued: async (step) => app.call('DELETE', await path(step)),
    pay: async (step) => {
      const { on, amount, discount, paid_at = on } = step
      const body = { amount, paid_at, ...(discount !== undefined && { discount }) }
      const answer = await app.call('POST', await path(step, '/payments'), body)
      if (step.id && answer.statusCode < 300)
        payments.set(step.id, { invoice: await draftOf(step.doc), id: answer.json().id })
      return answer
    },
    remove_payment: (step) => app.call('DELETE', paymentAt(step.payment)),
    credit: async (step) => {
      const { items } = (await app.call('GET', await path(step))).json()
      const parts = step.items?.map(({ item, ...part }: Json) => ({ ...part, id: items[item].id }))
      const body = { status: 'sent', issue_date: step.on, ...(parts && { items: parts }) }
      return app.call('POST', await path(step, '/credit-note'), body)
    },
    account: async ({ customer, amount, currency, paid_at, reference }) =>
      app.call('POST', `/customers/${await customerOf(customer)}/payments`, {
        ...{ amount, currency, paid_at, reference, apply: 'none' },
      }),
    save_draft: async ({ issue_date }) =>
      app.call('POST', '/invoices', {
        ...{ issue_date, due_date: null, customer: { name: 'Draft' } },
        items: [{ description: 'Arbeit', unit_price: '1.00', tax: { rate: '19' } }],
      }),
    close: ({ until }) => app.call('POST', '/books/close', { until }),
    reopen_books: ({ to, reason }) => app.call('POST', '/books/reopen', { to, reason }),
  }
  return { app, play: (step: Json) => (DO[step.do] ?? missing)(step) }
}

const missing = (step: Json): never => {
  throw new Error(`Nothing plays the step ${step.do}.`)
}

/** The answer in the words of the cases. */
function saidBy(answer: { readonly statusCode: number; readonly body: string }): string {
  const body = answer.body === '' ? {} : JSON.parse(answer.body)
  if (answer.statusCode >= 300)
    return body.errors?.[0]?.code === 'not_past' ? 'not_past' : body.code
  return body.warnings === undefined ? 'ok' : `warning: ${body.warnings}`
}

describe.skipIf(!hasFile)(`closing${hasFile ? '' : ' (skipped: the cases are not there)'}`, () => {
  describe.each(ENGINES)('on %s', (engine) => {
    test.each(
      sequences.map((it) => [it.id, it.title, it] as const),
    )('%s: %s', async (_, __, sequence) => {
      const { app, play } = await stage(engine, sequence)
      let today = ''
      for (const [at, step] of sequence.steps.entries()) {
        if (NOT_BUILT.has(step.do)) continue
        // A step may be about an earlier day, but no clock goes back.
        if (step.on > today) today = step.on
        app.clock.set(`${today}T09:00:00.000Z`)
        const said = saidBy(await play(step))
        // Only a tax report says in which period a late document is.
        const expected = step.expect === 'late' ? 'ok' : step.expect
        expect(said, `step ${at + 1}: ${JSON.stringify(step)}`).toBe(expected)
      }
      const books = (await app.call('GET', '/books')).json()
      expect(books.closed_until).toBe(sequence.expect.closed_until)
      // The closed periods are those of the day when they were closed.
      const report = await withSnapshot(app.config.database, (scope) =>
        verifyDatabase(scope, () => {}),
      )
      expect(report).toMatchObject({ ok: true, breaks: [] })
    })
  })
})
