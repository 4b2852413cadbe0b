import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../../test/givens.ts'
import { ENGINES } from '../../../../test/harness.ts'
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts'
import { type PlayedApp, startWithProvider } from '../../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../../test/providers/stripe.ts'

/* Receipts by mail for payments at a provider. */

describe.each(ENGINES)('receipts (%s)', (engine) => {
  let mail: MailServer
  let it: PlayedApp<PlayedStripe>
  let customer = ''
  beforeAll(async () => {
    mail = await startMailServer()
    const stripe = { kind: 'stripe', api_key: 'sk_test_receipt1' }
    it = await startWithProvider(engine, playStripe, stripe, { SMTP_URL: mail.url })
    await givens(it.app).settings({ companyEmail: 'office@ateliernord.example' })
    const body = { name: 'Fernweh Books', email: 'accounts@fernweh.example', language: 'de' }
    customer = (await givens(it.app).customer(body)).id
  })
  afterAll(async () => {
    await it.close()
    await mail.close()
  })

  const read = async (path: string): Promise<Json> => (await it.app.call('GET', path)).json()
  const invoice = (): Promise<Json> =>
    givens(it.app).invoice({ customer_id: customer, items: [ITEM], status: 'sent' })
  const open = async (id: string, others: readonly string[] = []): Promise<string> => {
    const body = { others: others.map((it) => ({ invoice_id: it })) }
    return (await it.app.call('POST', `/invoices/${id}/checkout`, body)).json().id
  }
  /** Reports the payment several times, like hooks, polls and nightly runs. */
  const pay = async (
    checkout: string,
    status: 'paid' | 'failed' = 'paid',
    { isRefunded = false } = {},
  ) => {
    const at = Number(BigInt(it.app.clock.now()) / 1000n)
    const { amount } = await read(`/checkouts/${checkout}`)
    const minor = Number(amount.replace('.', ''))
    const refunds = isRefunded ? [{ ref: `r-${checkout}`, status: 'done', amount: minor }] : []
    const payment = { ref: 'p', status, amount: minor, currency: 'EUR', at, refunds }
    it.played.of(checkout).facts = { status, payments: [payment] }
    it.app.clock.set(new Date(it.app.clock.now() + 60 * 60_000).toISOString())
    for (let n = 0; n < 3; n += 1) await it.app.services.jobRunner.runDue()
    const found = (await read('/provider-payments')).data.find(
      (it: Json) => it.checkout_id === checkout,
    )
    await it.app.call('POST', `/provider-payments/${found.id}/fetch`)
    for (let n = 0; n < 3; n += 1) await it.app.services.jobRunner.runDue()
    return found.id
  }
  const receipts = async (about: string): Promise<Json[]> =>
    (await read('/messages?kind=receipt')).data.filter((it: Json) =>
      it.subject_line.includes(about),
    )

  test('one for each payment, in the language of the document, with the amount', async () => {
    const { id, number } = await invoice()
    await pay(await open(id))
    const found = await receipts(number)
    expect(found).toMatchObject([{ kind: 'receipt', automatic: true }])
    expect(found[0]?.text).toContain('142,80')
    expect(mail.received.map(({ to }) => to)).toContainEqual(['accounts@fernweh.example'])
  })

  test('a payment of two invoices has one, which names both', async () => {
    const [one, two] = [await invoice(), await invoice()]
    await pay(await open(one.id, [two.id]))
    expect((await receipts(two.number)).map((it) => it.subject_line)).toEqual([
      expect.stringContaining(`${one.number}, ${two.number}`),
    ])
  })

  test('none for a payment that was refunded before the service saw it', async () => {
    const { id, number } = await invoice()
    await pay(await open(id), 'paid', { isRefunded: true })
    const { data } = await read(`/invoices/${id}/payments`)
    expect(data.map(({ amount }: Json) => amount)).toEqual(['142.80', '-142.80'])
    expect(await receipts(number)).toEqual([])
  })

  test('none for a payment that failed, and none with receiptOnPayment: false', async () => {
    const { id, number } = await invoice()
    await pay(await open(id), 'failed')
    expect(await receipts(number)).toEqual([])
    await givens(it.app).settings({ receiptOnPayment: false })
    const other = await invoice()
    await pay(await open(other.id))
    expect((await read(`/invoices/${other.id}`)).status).toBe('paid')
    expect(await receipts(other.number)).toEqual([])
  })
})
