import { expect } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { API_KEY, type TestApp } from '../../../test/harness.ts'
import { pdf } from '../../core/files/samples.testing.ts'
import { type CamtEntry, camt, OWN_IBAN } from '../bank/statements.testing.ts'

const PASSWORD = 'correct horse battery staple'

/** A German account of its own for each number. */
export function ibanOf(n: number): string {
  const account = `12345678${String(n).padStart(10, '0')}`
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}

/** What tests of direct debits do through the API. `prepare` comes first. */
export function debits(app: TestApp) {
  let count = 0

  const prepare = async (): Promise<void> => {
    const owner = { email: 'ada@example.org', password: PASSWORD, role: 'owner' }
    await app.call('POST', '/users', owner)
    await givens(app).settings({
      timeZone: 'Europe/Berlin',
      bankAutoBook: 'certain',
      bankAccount: { iban: OWN_IBAN, creditorId: 'DE98ZZZ09999999999' },
    })
  }

  /** Sets the clock to the morning of a day, unless it is past. */
  const at = (day: string): void => {
    const now = `${day}T08:00:00.000Z`
    if (now > new Date(app.clock.now()).toISOString()) app.clock.set(now)
  }

  const post = (path: string, body: object = {}): Promise<Json> => app.json('POST', path, body)
  const get = async (path: string): Promise<Json> => (await app.call('GET', path)).json()
  const upload = async (path: string, bytes: Uint8Array, type: string): Promise<Json> => {
    const answer = await app.send({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': type },
      payload: Buffer.from(bytes),
    })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }

  /** A person signs in, and approves. */
  const approve = async (id: string, email = 'ada@example.org', status = 200): Promise<Json> => {
    const headers = { origin: 'http://localhost:3000' }
    const payload = { email, password: PASSWORD }
    const session = await app.send({ method: 'POST', url: '/api/v1/session', payload, headers })
    const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const url = `/api/v1/direct-debit-runs/${id}/approve`
    const answer = await app.send({ method: 'POST', url, headers: { ...headers, cookie } })
    expect(answer.statusCode, answer.body).toBe(status)
    return answer.json()
  }

  /** Another person who may approve. */
  const colleague = async (email: string): Promise<void> => {
    await post('/users', { email, password: PASSWORD, role: 'owner' })
  }

  /** A run that a person approved, and that the bank has. */
  const hand = async (body: object = {}): Promise<Json> => {
    const draft = await post('/direct-debit-runs', body)
    const { id } = await approve(draft.id)
    return post(`/direct-debit-runs/${id}/submitted`)
  }

  /** An active mandate on paper. */
  const mandate = async (customerId: string, said: object = {}): Promise<Json> => {
    count += 1
    const path = `/customers/${customerId}/files?name=mandate-${count}.pdf&visible=internal`
    const { id: file_id } = await upload(path, pdf(`/Lang (M${count})`), 'application/pdf')
    const made = await post(`/customers/${customerId}/payment-methods`, {
      mandate: {
        ...{ signed_on: '2025-03-10', account_holder: 'Ada Beispiel' },
        ...{ iban: 'DE17123456780000000001', notice_days: 2 },
        evidence: { kind: 'paper', file_id },
        ...said,
      },
    })
    return post(`/payment-methods/${made.id}/confirm`)
  }

  /** An issued invoice, whose customer was told that it will be collected. */
  const announced = async (method: Json, said: object = {}): Promise<Json> => {
    const invoice = await givens(app).invoice({
      customer_id: method.customer_id,
      currency: 'EUR',
      items: [{ description: 'Hosting', quantity: '1', unit_price: '119.00' }],
      ...{ status: 'sent', due_date: new Date(app.clock.now()).toISOString().slice(0, 10) },
      ...said,
    })
    const { id } = await post(`/invoices/${invoice.id}/collect`, { payment_method_id: method.id })
    return post(`/collections/${id}/announce`)
  }

  const collection = (id: string): Promise<Json> => get(`/collections/${id}`)

  /** Entries of a statement of this day, which the service reads and compares. */
  const statement = async (day: string, entries: readonly CamtEntry[]): Promise<Json[]> => {
    count += 1
    const name = `S${count}`
    const now = `${day}T08:00:00.000Z`
    if (now > new Date(app.clock.now()).toISOString()) app.clock.set(now)
    const booked = entries.map((it, at) => ({ day, reference: `${name}-${at}`, ...it }))
    await upload('/bank-files', camt([{ id: name, entries: booked }], name), 'application/xml')
    await app.services.jobRunner.runDue()
    const { data } = await get(`/bank-entries?from=${day}&to=${day}&limit=100`)
    return data.filter(({ bank_reference }: Json) => bank_reference?.startsWith(`${name}-`))
  }

  return {
    ...{
      prepare,
      at,
      post,
      get,
      upload,
      approve,
      colleague,
      hand,
      mandate,
      announced,
      collection,
      statement,
    },
  }
}

export type Debits = ReturnType<typeof debits>
