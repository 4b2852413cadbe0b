import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { type Debits, debits } from '../../receivables/direct-debit/debits.testing.ts'

const HEADERS = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Firefox',
}
const IBAN = 'DE17123456780000000001'

describe.each(ENGINES)('a mandate signed on the page of an invoice (%s)', (engine) => {
  let app: TestApp
  let debit: Debits
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
    app = await startTestApp(engine, {
      ...{ SMTP_URL: server.url, MAIL_FROM: 'Atelier Nord <billing@nord.example>' },
    })
    app.clock.set('2026-05-04T08:00:00Z')
    debit = debits(app)
    await debit.prepare()
  })
  afterAll(async () => {
    await app.close()
    await server.close()
  })

  /** The page of an invoice of a new customer. */
  const shared = async (said: object = {}): Promise<Json> => {
    const customer = { name: 'Fernweh', email: 'desk@fernweh.example', reference: `K${count++}` }
    const body = { customer, items: [ITEM], currency: 'EUR', status: 'sent', ...said }
    const invoice = await givens(app).invoice(body)
    const { share_url } = await app.json('POST', `/invoices/${invoice.id}/publish`, {})
    return { ...invoice, path: new URL(share_url).pathname }
  }
  let count = 1
  const get = (url: string) => app.send({ method: 'GET', url })
  const send = (url: string, form: Readonly<Record<string, string>>, headers = {}) => {
    const payload = new URLSearchParams(form).toString()
    return app.send({ method: 'POST', url, payload, headers: { ...HEADERS, ...headers } })
  }
  const signed = (reference: string, more: object = {}) => ({
    ...{ reference, holder: 'Ada Beispiel', iban: 'de17 1234 5678 0000 0000 01' },
    ...{ name: 'Ada B. <Beispiel>', agree: 'yes', ...more },
  })
  const methodsOf = async ({ customer_id }: Json): Promise<readonly Json[]> =>
    (await app.json('GET', `/customers/${customer_id}/payment-methods`)).data

  test('the page has no form unless the setting is on and the company is a creditor', async () => {
    const invoice = await shared()
    const page = await get(invoice.path)
    expect(page.body).not.toContain('/mandate')
    expect(page.headers['content-security-policy']).toContain("form-action 'none'")
    expect((await get(`${invoice.path}/mandate`)).statusCode).toBe(303)
    const refused = await send(`${invoice.path}/mandate`, signed('MK1-1'))
    expect(refused.statusCode).toBe(303)
    expect(await methodsOf(invoice)).toEqual([])
    await givens(app).settings({ mandateByPage: true, bankAccount: { creditorId: null } })
    expect((await get(invoice.path)).body).not.toContain('/mandate')
    await debit.prepare()
    expect((await get(invoice.path)).body).toContain('/mandate')
    for (const other of [{ currency: 'USD' }, { status: 'draft' }])
      expect((await get((await shared(other)).path)).body).not.toContain('/mandate')
  })

  test('it is recorded with its evidence, a copy goes by mail, and a person confirms it', async () => {
    const invoice = await shared()
    const reference = `MK${count - 1}-1`
    const page = await get(`${invoice.path}/mandate?language=de`)
    for (const said of [
      ...[
        'SEPA-Lastschriftmandat',
        'DE98ZZZ09999999999',
        reference,
        '<details class="save mandate" open>',
      ],
      'Ich ermächtige (A) Atelier Nord, Zahlungen von meinem Konto',
    ])
      expect(page.body).toContain(said)
    expect(page.headers['content-security-policy']).toContain("form-action 'self';")
    expect(page.headers['referrer-policy']).toBe('same-origin')
    const answer = await send(`${invoice.path}/mandate?language=de`, signed(reference))
    expect(answer.statusCode, answer.body).toBe(303)
    expect(answer.headers.location).toBe(`${invoice.path}?language=de`)

    const [method] = await methodsOf(invoice)
    expect(method).toMatchObject({
      ...{ via: 'file', kind: 'sepa_debit', status: 'pending', label: 'DE…0001' },
      mandate: {
        ...{ reference, scheme: 'CORE', type: 'recurring', signed_on: '2026-05-04', iban: IBAN },
        ...{ account_holder: 'Ada Beispiel', evidence: { kind: 'page', file_id: null } },
      },
      consent: {
        language: 'de',
        invoice_id: invoice.id,
        name: 'Ada B. <Beispiel>',
        browser: 'Firefox',
      },
    })
    const { words, words_sha256: hash, address } = method.consent
    expect(hash).toBe(createHash('sha256').update(words).digest('hex'))
    expect(address).toMatch(/\d/)
    expect(words).toContain('Ich erteile dieses Lastschriftmandat.')
    // Each line is on the page.
    for (const line of words.split('\n'))
      for (const part of line.split(': ')) expect(page.body).toContain(part)

    await app.services.jobRunner.runDue()
    const { data } = await app.json(
      'GET',
      `/messages?kind=mandate_copy&customer_id=${invoice.customer_id}`,
    )
    expect(data).toMatchObject([{ automatic: true, status: 'sent' }])
    const copy = await app.json('GET', `/messages/${data[0].id}`)
    expect(copy.subject_line).toBe(`Ihr SEPA-Lastschriftmandat ${reference}`)
    expect(copy.text).toContain('das Sie am 04.05.2026 für das Konto DE…0001 erteilt haben')
    expect(copy.text).toContain(words)
    expect(JSON.stringify(copy)).not.toContain(IBAN)

    const { data: matters } = await app.json('GET', '/attention?kind=mandate')
    expect(matters).toMatchObject([{ code: 'mandate_to_confirm' }])
    const path = `/payment-methods/${method.id}`
    expect(await app.json('POST', `${path}/confirm`, {})).toMatchObject({ status: 'active' })
    const { id } = await app.json('POST', `/invoices/${invoice.id}/collect`, {})
    expect(await app.json('GET', `/collections/${id}`)).toMatchObject({
      payment_method_id: method.id,
    })

    const shown = (await get(invoice.path)).body
    expect(shown).toContain(`Your SEPA direct debit mandate ${reference} for the account DE…0001`)
    expect(shown).not.toContain('name="iban"')
    expect((await send(`${invoice.path}/mandate`, { end: 'yes' })).statusCode).toBe(303)
    expect(await methodsOf(invoice)).toMatchObject([
      { status: 'canceled', problem: 'stopped_by_customer' },
    ])
    expect((await get(invoice.path)).body).toContain('name="iban"')
  })

  test('without confirmMandates it is active at once, and two clicks record one', async () => {
    await givens(app).settings({ confirmMandates: false, evidenceKeepAddress: false })
    const invoice = await shared()
    const form = signed(`MK${count - 1}-1`)
    const clicks = [1, 2].map(() => send(`${invoice.path}/mandate`, form))
    for (const { statusCode } of await Promise.all(clicks)) expect(statusCode).toBe(303)
    expect(await methodsOf(invoice)).toMatchObject([
      { status: 'active', consent: { address: null } },
    ])
    await givens(app).settings({ confirmMandates: true, evidenceKeepAddress: true })
  })

  test('422: what is missing or wrong is said, and what was typed stays', async () => {
    const invoice = await shared()
    const reference = `MK${count - 1}-1`
    const refused = async (more: object, said: string) => {
      const { statusCode, body } = await send(`${invoice.path}/mandate`, signed(reference, more))
      expect(statusCode).toBe(422)
      expect(body).toContain(said)
      expect(body).toContain('value="Ada B. &lt;Beispiel&gt;"')
    }
    await refused({ agree: '' }, 'Please fill in every field and tick the box.')
    await refused({ holder: ' ' }, 'Please fill in every field and tick the box.')
    await refused({ holder: '???' }, 'Please fill in every field and tick the box.')
    // A Swiss account needs an address.
    for (const iban of ['DE18123456780000000001', 'CH9300762011623852957', '<script>'])
      await refused({ iban }, 'We cannot collect from this account.')
    await refused({ reference: 'M-other' }, `value="${reference}"`)
    expect(await methodsOf(invoice)).toEqual([])
    const foreign = await send(`${invoice.path}/mandate`, signed(reference), {
      'sec-fetch-site': 'cross-site',
    })
    expect(foreign.json()).toMatchObject({ status: 403, code: 'cross_site_request' })
    expect((await send('/i/none/mandate', signed(reference))).statusCode).toBe(404)
    expect((await get('/i/none/mandate')).statusCode).toBe(404)
  })

  test('verify finds nothing wrong', async () => {
    expect((await verifyDatabase(app.work())).breaks).toEqual([])
  })
})
