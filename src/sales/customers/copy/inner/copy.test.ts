import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { givenCompany } from '../../../../../test/companies.ts'
import type { Json } from '../../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createPerson } from '../../../../company/access/people/people.ts'
import type { Role } from '../../../../company/access/people/user.ts'
import type { Company } from '../../../../core/companies/company.ts'
import { firstCompany, requireCompanyByNumber } from '../../../../core/companies/directory.ts'

const PASSWORD = 'nine quiet lighthouses'
const AT = '2026-11-21T09:30:00.000Z'
const CUSTOMER = {
  name: 'Kiln & Clay Ltd',
  email: 'accounts@kiln.example',
  currency: 'GBP',
  tax_id: 'GB123456782',
  external_ids: [{ system: 'shop', id: '7' }],
  metadata: { tier: 'gold' },
}

describe.each(ENGINES)('POST /customers/:id/copy (%s)', (engine) => {
  let app: TestApp
  let first: Company
  let second: Company
  let id: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    first = await firstCompany(app.directory)
    second = await requireCompanyByNumber(app.directory, await givenCompany(app.db))
    id = (await app.call('POST', '/customers', CUSTOMER)).json().id
  })
  afterAll(() => app.close())

  let count = 0
  /** A person with these roles, and how they copy. */
  const person = async (roles: readonly (readonly [Company, Role])[]) => {
    count += 1
    const email = `p${count}@example.org`
    const login = { email, password: PASSWORD }
    const [[home, role] = [first, 'viewer' as const], ...others] = roles
    const user = await createPerson(app.services.access, app.work(home), {
      ...login,
      name: null,
      role,
    })
    for (const [{ number: company }, role] of others)
      await app.db
        .insertInto('memberships')
        .values({ company, user_id: user.id, role, created_at: AT })
        .execute()
    const browser = openBrowser(app)
    await browser.call('POST', '/session', login)
    const send = (method: string, path: string, body: object | undefined, company: Company) =>
      browser.call(method, path, body, { 'billwright-company': company.id })
    return {
      send,
      copy: (company: string, of = id) => send('POST', `/customers/${of}/copy`, { company }, first),
    }
  }
  const codeOf = ({ statusCode, json }: { statusCode: number; json(): Json }) => [
    statusCode,
    json().code,
  ]

  test('201: the same details in the other company, only once', async () => {
    const ada = await person([
      [first, 'member'],
      [second, 'member'],
    ])
    const answer = await ada.copy(second.handle)
    expect([answer.statusCode, answer.json().company]).toEqual([201, second.id])
    const copied = answer.json().id
    const seen = (await ada.send('GET', `/customers/${copied}`, undefined, second)).json()
    expect(seen).toMatchObject({
      ...CUSTOMER,
      external_ids: [{ system: 'billwright', id }],
      reminder_plan: null,
      number_series: null,
    })
    const again = await ada.copy(second.id)
    expect(codeOf(again)).toEqual([409, 'external_id_taken'])
    expect(again.json().resource_id).toBe(copied)
    // A change of one leaves the other as it is.
    await ada.send('PATCH', `/customers/${copied}`, { name: 'Other' }, second)
    expect((await app.call('GET', `/customers/${id}`)).json().name).toBe(CUSTOMER.name)
    const events = await ada.send('GET', '/events?type=customer.created', undefined, second)
    expect(events.json().data).toMatchObject([{ resource: { id: copied } }])
  })

  test('403, 404: only for people who can write in both companies', async () => {
    const reader = await person([
      [first, 'member'],
      [second, 'viewer'],
    ])
    expect(codeOf(await reader.copy(second.id))).toEqual([403, 'missing_scope'])
    const stranger = await person([[first, 'owner']])
    for (const company of [second.id, second.handle, first.id, 'com_x'])
      expect(codeOf(await stranger.copy(company))).toEqual([404, 'company_not_found'])
    const both = await person([
      [first, 'member'],
      [second, 'owner'],
    ])
    expect(codeOf(await both.copy(second.id, 'cus_x'))).toEqual([404, 'customer_not_found'])
    const byKey = await app.call('POST', `/customers/${id}/copy`, { company: second.id })
    expect(codeOf(byKey)).toEqual([404, 'company_not_found'])
  })
})
