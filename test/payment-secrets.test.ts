import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { debits, ibanOf } from '../src/receivables/direct-debit/debits.testing.ts'
import { givens, ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { reaching } from './providers/app.ts'
import { playGoCardless } from './providers/gocardless.ts'
import { playMollie } from './providers/mollie.ts'
import { playPayPal } from './providers/paypal.ts'
import { type PlayedStripe, playStripe } from './providers/stripe.ts'
import { everyByte } from './stored.ts'

/** Keys and secrets of hooks, by the kind of provider: two of each, since they are changed. */
const KEYS = {
  stripe: ['sk_test_firstkeyofstripe', 'sk_test_secondkeyofstripe'],
  mollie: ['test_firstkeyofmollie0000000000', 'test_secondkeyofmollie000000000'],
  gocardless: ['sandbox_firstkeyofgocardless0000', 'sandbox_secondkeyofgocardless000'],
  paypal: [
    'sandbox_clientofpaypal000:firstkeyofpaypal00',
    'sandbox_clientofpaypal000:secondkeyofpaypal0',
  ],
} as const
const MAIL_PASSWORD = 'quiet-harbor-of-mail'
/** Nothing listens there. */
const MAIL_HOST = '127.0.0.1:465'
const IBAN = ibanOf(7)
const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
}

describe.each(ENGINES)('secrets of payments (%s)', (engine) => {
  let app: TestApp
  let stripe: PlayedStripe
  let played: readonly { readonly close: () => Promise<void> }[]
  const secrets = new Set<string>([MAIL_PASSWORD])
  /** Addresses of payment pages are secret, because anyone who knows one can open it. */
  const pages = new Set<string>()
  const answers: string[] = []

  beforeAll(async () => {
    stripe = await playStripe()
    const others = [await playMollie(), await playGoCardless(), await playPayPal()] as const
    played = [stripe, ...others]
    const [mollie, gocardless, paypal] = others
    const env = reaching({ stripe, mollie, gocardless, paypal })
    app = await startTestApp(engine, {
      ...env,
      OUTBOUND_ALLOW: `${env.OUTBOUND_ALLOW},${MAIL_HOST}`,
    })
    await useMail()
    for (const kind of Object.keys(KEYS)) await useProvider(kind as keyof typeof KEYS)
    // A provider that refused its key is asked again then.
    app.clock.set(new Date(app.clock.now() + 20 * 60_000).toISOString())
    await usePages()
    await useMandates()
    await app.services.jobRunner.runDue()
  })
  afterAll(async () => {
    await app.close()
    for (const it of played) await it.close()
  })

  /** Remembers what was answered, whether it succeeds or not. */
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, body, {
      'idempotency-key': `payments-${answers.length}`,
    })
    answers.push(answer.body)
    return answer.body === '' ? null : answer.json()
  }

  async function useMail(): Promise<void> {
    const auth = { kind: 'password', username: 'billing@example.org', password: MAIL_PASSWORD }
    const server = { host: '127.0.0.1', port: 465, security: 'tls', auth }
    expect(await ask('PUT', '/mail-transport', server)).toMatchObject({ host: '127.0.0.1' })
    await ask('POST', '/mail-transport/test', { to: 'me@example.org' })
  }

  /** Made, tested, hooked up, changed to another key, and refused. */
  async function useProvider(kind: keyof typeof KEYS): Promise<void> {
    const [first, second] = KEYS[kind]
    const hooks = ['FIRST', 'SECOND'].map((it) => `${it}HOOKOF${kind.toUpperCase()}`)
    for (const it of [first, second, ...hooks]) secrets.add(it.replace(/.*:/, ''))
    const made = { kind, label: kind, api_key: first, hook_secrets: hooks.slice(0, 1) }
    const { id } = await ask('POST', '/payment-providers', made)
    expect(id, answers.at(-1)).toMatch(/^pvd_/)
    await ask('POST', `/payment-providers/${id}/test`)
    await ask('PATCH', `/payment-providers/${id}`, { api_key: second, hook_secrets: hooks })
    await ask('PATCH', `/payment-providers/${id}`, { api_key: `${second} and more` })
    await ask('PATCH', `/payment-providers/${id}`, { api_keys: second })
    await ask('POST', `/payment-providers/${id}/register-hook`)
    for (const { secret } of stripe.endpoints) secrets.add(secret)
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=1,v1=${hooks[0]}` }
    const payload = JSON.stringify({ id: hooks[0] })
    const forged = await app.send({ method: 'POST', url: `/hooks/${id}`, headers, payload })
    answers.push(forged.body)
    const { id: invoice } = await givens(app).invoice({ items: [ITEM], status: 'sent' })
    const opened = await ask('POST', `/invoices/${invoice}/checkout`, { provider_id: id })
    if (opened.url) pages.add(new URL(opened.url).pathname)
    stripe.refusesKeys = kind === 'stripe'
    await ask('POST', `/payment-providers/${id}/sync`)
    await app.services.jobRunner.runDue()
    await ask('POST', `/payment-providers/${id}/test`)
    stripe.refusesKeys = false
  }

  /** A customer pays on the page of a link. */
  async function usePages(): Promise<void> {
    const { id } = await givens(app).invoice({ items: [ITEM], status: 'sent' })
    const { share_token: token } = await givens(app).publish(id)
    secrets.add(token)
    const url = `/i/${token}/pay`
    const sent = await app.send({ method: 'POST', url, payload: 'method=', headers: FORM })
    expect(sent.statusCode, sent.body).toBe(303)
    pages.add(new URL(String(sent.headers.location)).pathname)
    const [{ id: checkout }] = (await app.json('GET', `/invoices/${id}/checkouts`)).data
    const paid = { ref: 'p', status: 'paid' as const, amount: 14_280, currency: 'EUR' }
    const at = Number(BigInt(app.clock.now()) / 1000n)
    if ([...stripe.sessions.values()].some(({ key }) => key === checkout))
      stripe.of(checkout).facts = { status: 'paid', payments: [{ ...paid, at }] }
    await app.send({ method: 'GET', url: `/i/${token}?paid=${checkout}` })
  }

  async function useMandates(): Promise<void> {
    const debit = debits(app)
    await debit.prepare()
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const method = await debit.mandate(id, { iban: IBAN, signed_on: '2026-11-02' })
    const wrong = { mandate: { iban: `${IBAN.slice(0, -1)}X` } }
    await ask('PATCH', `/payment-methods/${method.id}`, wrong)
    await debit.announced(method)
    await ask('POST', '/direct-debit-runs', {})
    await debit.hand()
  }

  test('the database contains none in plain', async () => {
    const stored = await everyByte(app)
    expect(stored).toContain('Debtor')
    expect(secrets.size).toBeGreaterThan(18)
    for (const it of secrets) {
      expect(it.length, it).toBeGreaterThan(9)
      expect(stored.includes(it), it).toBe(false)
    }
  })

  test('no event contains one, or an account or the address of a checkout', async () => {
    const events = await everyEvent()
    expect(events).toContain('checkout.created')
    expect(events).toContain('collection.submitted')
    expect(pages.size).toBeGreaterThan(3)
    for (const it of [...secrets, ...pages, IBAN]) expect(events.includes(it), it).toBe(false)
  })

  test('no problem contains one, or an account', () => {
    const problems = answers.filter((it) => it.includes('"type":"'))
    expect(problems.length).toBeGreaterThan(8)
    for (const it of [...secrets, ...pages, IBAN])
      expect(problems.filter((problem) => problem.includes(it))).toEqual([])
  })

  async function everyEvent(): Promise<string> {
    const found: Json[] = []
    for (let path = '/events?limit=100'; ; ) {
      const { data, next_cursor: cursor } = await app.json('GET', path)
      found.push(...data)
      if (!cursor) return JSON.stringify(found)
      path = `/events?limit=100&cursor=${encodeURIComponent(cursor)}`
    }
  }
})
