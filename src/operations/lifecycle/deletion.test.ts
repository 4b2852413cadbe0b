import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../../test/browser.ts'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { createApiKey } from '../../company/access/keys/keys.ts'
import { createPerson } from '../../company/access/people/people.ts'
import type { Role } from '../../company/access/people/user.ts'
import { findCompanyById, firstCompany } from '../../core/companies/directory.ts'

const PASSWORD = 'nine quiet lighthouses'
const OWNER = 'ada@example.org'
const shown = { password: PASSWORD }

describe.each(ENGINES)('who deletes and restores a company (%s)', (engine) => {
  let app: TestApp
  let owner: Browser
  beforeAll(async () => {
    app = await startTestApp(engine)
    await app.call('POST', '/users', { email: OWNER, password: PASSWORD, role: 'member' })
    owner = await signedIn(OWNER)
  })
  afterAll(() => app.close())

  const signedIn = async (email: string): Promise<Browser> => {
    const browser = openBrowser(app)
    const answer = await browser.call('POST', '/session', { email, password: PASSWORD })
    expect(answer.statusCode, answer.body).toBe(201)
    return browser
  }
  const made = async (): Promise<string> =>
    (await app.call('POST', '/companies', { name: 'Second', owner: OWNER })).json().id
  const memberOf = async (id: string, role: Role): Promise<Browser> => {
    const company = await findCompanyById(app.directory, id)
    const email = `${role}-${id}@example.org`
    await createPerson(app.services.access, app.work(company), {
      email,
      role,
      name: null,
      ...shown,
    })
    return signedIn(email)
  }
  const keyOf = async (id: string) => {
    const company = await findCompanyById(app.directory, id)
    const scopes = ['read', 'write', 'issue', 'admin'] as const
    const asked = { name: 'CI', scopes, expiresAt: null }
    const { text } = await createApiKey(app.services.access, app.work(company), asked)
    return { authorization: `Bearer ${text}` }
  }
  const codeOf = ({ statusCode, json }: { statusCode: number; json(): Json }) => [
    statusCode,
    json().code,
  ]

  test('200: an owner with their password, and back without one while nothing can change', async () => {
    const id = await made()
    const version = (await owner.call('GET', `/companies/${id}`)).headers.etag
    const deleted = await owner.call('DELETE', `/companies/${id}`, shown, {
      'if-match': String(version),
    })
    expect(deleted.json()).toMatchObject({ id, status: 'deleting' })
    expect(deleted.headers.etag).not.toBe(version)
    const inside = { 'billwright-company': id }
    const refused = await owner.call('POST', '/customers', { name: 'Late' }, inside)
    expect(codeOf(refused)).toEqual([409, 'company_deleting'])
    const restored = await owner.call('POST', `/companies/${id}/restore`)
    expect(restored.json()).toMatchObject({ id, status: 'active', delete_at: null })
    const late = await owner.call('DELETE', `/companies/${id}`, shown, {
      'if-match': String(version),
    })
    expect(codeOf(late)).toEqual([412, 'precondition_failed'])
  })

  test('422: an owner without their password or with a wrong one, which is counted', async () => {
    const id = await made()
    for (const body of [undefined, {}]) {
      const missing = await owner.call('DELETE', `/companies/${id}`, body)
      expect(missing.json().errors).toMatchObject([{ pointer: '/password', code: 'required' }])
    }
    const attempts = async (left: number): Promise<readonly string[]> => {
      const answer = await owner.call('DELETE', `/companies/${id}`, { password: 'guessed' })
      const code = answer.json().errors?.[0].code ?? answer.json().code
      return code === 'wrong_password' && left > 0 ? [code, ...(await attempts(left - 1))] : [code]
    }
    const codes = await attempts(50)
    expect(codes[0]).toBe('wrong_password')
    expect(codes.at(-1)).toBe('too_many_attempts')
    expect((await findCompanyById(app.directory, id))?.status).toBe('active')
  })

  test('403: other members, and keys without the scope; 404: strangers', async () => {
    const id = await made()
    const key = await keyOf(id)
    const admin = await memberOf(id, 'admin')
    const stranger = await memberOf((await firstCompany(app.directory)).id, 'owner')
    for (const [method, path] of [
      ['DELETE', `/companies/${id}`],
      ['POST', `/companies/${id}/restore`],
    ] as const) {
      const body = method === 'DELETE' ? shown : undefined
      expect(codeOf(await admin.call(method, path, body))).toEqual([403, 'owner_only'])
      expect(codeOf(await stranger.call(method, path, body))).toEqual([404, 'company_not_found'])
      expect(codeOf(await app.call(method, path, body, key))).toEqual([403, 'missing_scope'])
    }
    expect((await findCompanyById(app.directory, id))?.status).toBe('active')
  })

  test('409: the owner of the first company', async () => {
    const { id } = await firstCompany(app.directory)
    const first = await signedIn(`owner-${id}@example.org`)
    expect(codeOf(await first.call('DELETE', `/companies/${id}`, shown))).toEqual([
      409,
      'first_company',
    ])
  })
})
