import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Debits, debits } from '../src/receivables/direct-debit/debits.testing.ts'
import { runCommand } from './cli-run.ts'
import { givens, ITEM, type Json } from './givens.ts'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'
import { reaching } from './providers/app.ts'
import { type PlayedStripe, playStripe } from './providers/stripe.ts'

describe('commands for money that customers owe', () => {
  let app: TestApp
  let stripe: PlayedStripe
  let debit: Debits
  let home: string
  let url: string

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'billwright-home-'))
    stripe = await playStripe()
    app = await startTestApp('sqlite', reaching({ stripe }))
    url = await app.server.listen({ port: 0, host: '127.0.0.1' })
    debit = debits(app)
    await debit.prepare()
  })
  afterAll(async () => {
    await app.close()
    await stripe.close()
    rmSync(home, { recursive: true, force: true })
  })

  const run = (...args: readonly string[]) =>
    runCommand(args, { env: { HOME: home, BILLWRIGHT_URL: url, BILLWRIGHT_API_KEY: API_KEY } })

  test('payments: sync a provider, fetch a payment, and list unassigned ones', async () => {
    const made = { kind: 'stripe', label: 'Cards', api_key: 'sk_test_cli12345678' }
    const provider = await debit.post('/payment-providers', made)
    const { id } = await givens(app).invoice({ items: [ITEM], status: 'sent' })
    const checkout = await debit.post(`/invoices/${id}/checkout`, { provider_id: provider.id })
    const at = Math.floor(app.clock.now() / 1000)
    const one = { ref: 'p', status: 'paid' as const, amount: 14_280, currency: 'EUR', at }
    stripe.of(checkout.id).facts = { status: 'paid', payments: [one] }

    const listed = await run('payments', 'sync', 'Cards', '--dry-run', '--json')
    expect(listed.json, listed.stderr).toMatchObject([{ id: provider.id, reconciled_until: null }])
    await app.services.jobRunner.runDue()
    expect((await debit.get(`/payment-providers/${provider.id}`)).reconciled_until).toBeNull()
    expect((await run('payments', 'sync', 'stripe')).code).toBe(0)
    await app.services.jobRunner.runDue()
    expect((await debit.get(`/payment-providers/${provider.id}`)).reconciled_until).not.toBeNull()
    expect((await run('payments', 'sync', 'unknown')).code).toBe(2)

    const [payment] = (await debit.get('/provider-payments')).data
    expect(payment).toMatchObject({ status: 'paid' })
    const fetched = await run('payments', 'fetch', payment.ref, '--json')
    expect(fetched.json, fetched.stderr).toMatchObject({ id: payment.id, status: 'paid' })
    expect((await run('payments', 'fetch', 'unknown')).code).toBe(1)
    expect((await run('payments', 'unassigned', '--json')).json).toMatchObject({ data: [] })
    // The operations of the service are still commands.
    const other = await givens(app).invoice({ items: [ITEM], status: 'sent' })
    const body = '{"amount":"1.00"}'
    const recorded = await run('payments', 'record', other.id, '--yes', '-d', body, '--json')
    expect(recorded.json, recorded.stderr).toMatchObject({ amount: '1.00' })
  })

  test('collect and direct-debit: a key drafts a run and reads its file, a person approves', async () => {
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const it = await debit.announced(await debit.mandate(id))
    const due = ['collect', 'due', '--at', it.next_on, '--json']
    expect((await run(...due, '--dry-run')).json).toMatchObject({
      ...{ collections: [{ id: it.id }], run: null },
    })
    expect((await debit.get('/direct-debit-runs')).data).toEqual([])
    expect((await run('direct-debit', 'run', '--dry-run')).json).toMatchObject({ count: 1 })
    expect((await debit.get('/direct-debit-runs')).data).toEqual([])
    const drafted: Json = (await run(...due)).json
    expect(drafted.run).toMatchObject({ status: 'draft', count: 1, sum: '119.00' })
    const approve = await run('direct-debit', 'approve', drafted.run.id)
    expect(approve.code).toBe(77)
    expect(approve.stdout).toContain(`${url}/bank/direct-debit/${drafted.run.id}`)
    expect((await debit.get(`/direct-debit-runs/${drafted.run.id}`)).status).toBe('draft')
    const approved = await debit.approve(drafted.run.id)
    const file = join(home, 'debits.xml')
    expect((await run('direct-debit', 'file', approved.id, '-o', file)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain(approved.files[0].message_id)
    await debit.post(`/direct-debit-runs/${approved.id}/submitted`)
    const report = join(home, 'report.xml')
    writeFileSync(
      report,
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${approved.files[0].message_id}</OrgnlMsgId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`,
    )
    const read = await run('direct-debit', 'report', approved.id, report)
    expect(read.json, read.stderr).toMatchObject({ status: 'refused', refused_because: 'FF01' })
  })

  test('mandates check: each fault with its line, and exit code 1', async () => {
    const file = join(home, 'mandates.csv')
    const head = 'reference;iban;account_holder;signed_on;bic'
    const good = 'M-1;DE17123456780000000001;Ada Beispiel;2025-03-10;'
    writeFileSync(file, [head, good, ''].join('\n'))
    expect(await run('mandates', 'check', file)).toMatchObject({
      ...{ code: 0, stdout: '1 mandates, no fault.\n' },
    })
    const bad = [
      'm-1;DE18123456780000000001;…;10.03.2025;',
      '/x;CH9300762011623852957;B;2025-02-30;',
    ]
    writeFileSync(file, [head, good, ...bad].join('\n'))
    const checked = await run('mandates', 'check', file, '--json')
    expect(checked.code).toBe(1)
    expect(checked.json.faults.map((it: Json) => [it.line, it.column, it.code])).toEqual([
      [3, 'reference', 'mandate_exists'],
      [3, 'iban', 'iban_invalid'],
      [3, 'account_holder', 'name_not_writable'],
      [3, 'signed_on', 'format'],
      [4, 'reference', 'mandate_reference_invalid'],
      [4, 'bic', 'address_required'],
      [4, 'signed_on', 'format'],
    ])
    writeFileSync(file, 'a;b\n1;2\n')
    expect((await run('mandates', 'check', file)).code).toBe(2)
  })
})
