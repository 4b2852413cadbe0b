import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { camt, OWN_IBAN } from './statements.testing.ts'

const CLOSED_IBAN = 'DE33123456780000000101'

describe.each(ENGINES)('an archived bank account (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let account: Json
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({ bankAccount: { iban: OWN_IBAN } })
    const body = { name: 'Old account', iban: CLOSED_IBAN, currency: 'EUR' }
    account = await call('POST', '/bank-accounts', body)
  })
  afterAll(() => app.close())

  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await app.call(method, path, body)
    expect(response.statusCode, `${method} ${path} ${response.body}`).toBeLessThan(300)
    return response.body === '' ? null : response.json()
  }
  const statement = (id: string, iban = CLOSED_IBAN, text = `Rent ${id}`): Buffer => {
    const entries = [{ amount: '12.34', reference: id, text }]
    return camt([{ id, iban, entries }], id)
  }
  const archive = (archived: boolean) => call('PATCH', `/bank-accounts/${account.id}`, { archived })
  const countOf = async (table: 'bank_entries' | 'bank_files') =>
    (await app.tables.selectFrom(table).select('id').execute()).length

  test('200: it keeps its entries and its rules, and lists name it only where they are asked to', async () => {
    await call('POST', '/bank-files', statement('before'))
    await app.services.jobRunner.runDue()
    const when = { bank_account_id: account.id, direction: 'in' }
    // biome-ignore lint/suspicious/noThenProperty: the wire name of the action.
    const rule = await call('POST', '/bank-rules', { when, then: { ignore: true } })
    expect(account).toMatchObject({ archived: false })
    expect(await archive(true)).toMatchObject({ id: account.id, archived: true })
    const path = `/bank-entries?bank_account_id=${account.id}`
    expect((await call('GET', path)).data).toMatchObject([{ amount: '12.34' }])
    expect(await call('GET', `/bank-rules/${rule.id}`)).toMatchObject({ when })
    const names = async (query: string): Promise<readonly string[]> =>
      (await call('GET', `/bank-accounts${query}`)).data.map((it: Json) => it.iban)
    expect(await names('')).toEqual(expect.arrayContaining([OWN_IBAN, CLOSED_IBAN]))
    expect(await names('?archived=true')).toEqual([CLOSED_IBAN])
    expect(await names('?archived=false')).toEqual([OWN_IBAN])
  })

  test('409 bank_account_archived: it takes no file, whole or as a part, until it is restored', async () => {
    await archive(true)
    const before = [await countOf('bank_files'), await countOf('bank_entries')]
    const bytes = statement('after')
    for (const query of ['', `?bank_account_id=${account.id}`, '?dry_run=true']) {
      const refused = await app.call('POST', `/bank-files${query}`, bytes)
      expect(refused.statusCode, refused.body).toBe(409)
      expect(refused.json()).toMatchObject({
        code: 'bank_account_archived',
        params: { name: 'Old account' },
      })
    }
    expect([await countOf('bank_files'), await countOf('bank_entries')]).toEqual(before)
    await archive(false)
    await call('POST', '/bank-files', bytes)
    await app.services.jobRunner.runDue()
    expect(await countOf('bank_entries')).toBe((before[1] ?? 0) + 1)
  })

  test('200: the same bytes again are known, although the account is archived by now', async () => {
    await archive(false)
    await call('POST', '/bank-files', statement('twice'))
    await archive(true)
    const again = await app.call('POST', '/bank-files', statement('twice'))
    expect(again.statusCode, again.body).toBe(200)
    expect(again.json()).toMatchObject({ already_imported: true })
  })

  test('a transfer from it to another own account is still recognized', async () => {
    await archive(true)
    const entries = [{ amount: '55.00', reference: 'own', iban: CLOSED_IBAN, text: 'Rest' }]
    const { id } = await call('POST', '/bank-files', camt([{ id: 'own', entries }], 'own'))
    await app.services.jobRunner.runDue()
    const { data } = await call('GET', `/bank-entries?file_id=${id}`)
    expect(data).toMatchObject([{ status: 'ignored', reason: 'own_transfer' }])
  })

  test('the account of the settings is not added again', async () => {
    const { data } = await call('GET', '/bank-accounts')
    const own = data.find(({ iban }: Json) => iban === OWN_IBAN)
    await call('PATCH', `/bank-accounts/${own.id}`, { archived: true })
    const after = (await call('GET', '/bank-accounts')).data.map((it: Json) => it.iban)
    expect(after.filter((iban: string) => iban === OWN_IBAN)).toEqual([OWN_IBAN])
    await call('PATCH', `/bank-accounts/${own.id}`, { archived: false })
  })
})
