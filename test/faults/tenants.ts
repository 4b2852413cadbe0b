import { runCommand } from '../cli-run.ts'
import type { Json } from '../givens.ts'
import { readEvents, readInvoices } from './final-state.ts'
import { createHistory, type History } from './history.ts'
import { judge } from './judge.ts'
import { call, request } from './request.ts'

export const COMPANIES = 16
/** Makes the companies. */
export const OWNER = { email: 'owner@example.org', password: 'nine quiet lighthouses' }

interface Tenant {
  readonly company: string
  readonly headers: Readonly<Record<string, string>>
  readonly history: History
}

/** Companies with a key each, made as an operator makes them. */
export async function makeTenants(url: string): Promise<readonly Tenant[]> {
  const origin = { origin: url }
  const session = await request(url, 'POST', '/api/v1/session', { body: OWNER, headers: origin })
  const cookie = session.headers
    .getSetCookie()
    .map((it) => it.replace(/;.*/, ''))
    .join('; ')
  const tenants: Tenant[] = []
  for (let place = 1; place <= COMPANIES; place++) {
    const company = await made(url, '/companies', { name: `No. ${place}`, owner: OWNER.email })
    const headers = { ...origin, cookie, 'billwright-company': company.id }
    const body = { name: 'Clients', scopes: ['read', 'write', 'issue', 'admin'] }
    const asOwner = { body, headers }
    const key = await request(url, 'POST', '/api/v1/api-keys', asOwner)
    if (key.status !== 201) throw new Error(`A key was refused: ${key.text}`)
    const own = { authorization: `Bearer ${key.json.key}` }
    await call(url, 'PATCH', '/settings', { headers: own, body: { companyName: company.name } })
    tenants.push({ company: company.id, headers: own, history: createHistory() })
  }
  return tenants
}

/** What was acknowledged to a company and is not there, and what it has that nobody asked for. */
export async function judgeTenant(url: string, tenant: Tenant): Promise<readonly string[]> {
  const invoices = await readInvoices(url, tenant.headers)
  const events = await readEvents(url, tenant.headers)
  return judge({ operations: tenant.history.all(), invoices, events })
}

async function made(url: string, path: string, body: object): Promise<Json> {
  const { status, json, text } = await call(url, 'POST', path, { body })
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text}`)
  return json
}

/** What `billwright verify --all` finds wrong with any company. */
export async function verifyAll(env: Record<string, string>): Promise<readonly string[]> {
  const options = ['verify', '--all', '--parallel', '4', '--json']
  const { code, stderr, json } = await runCommand(options, { env })
  const isWhole = code === 0 && json?.ok === true && json.verified === COMPANIES + 1
  return isWhole ? [] : [`verify --all ended with ${code}: ${stderr} ${JSON.stringify(json)}`]
}
