import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { runCommand } from '../cli-run.ts'
import type { Json } from '../givens.ts'
import type { FinalEvent } from './judge.ts'
import { call, isOverloaded } from './request.ts'

/** An invoice as the API tells it at the end, once the fault is healed. */
export interface FinalInvoice {
  readonly id: string
  readonly version: number
  readonly number: string | null
  readonly status: string
  readonly notes: string | null
  readonly share_token: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly items: readonly { readonly total: string; readonly description: string }[]
  readonly totals: Readonly<Record<'subtotal' | 'net' | 'tax' | 'total' | 'paid', string>>
  readonly taxes: readonly { readonly taxable: string; readonly amount: string }[]
  /** What the payments that are listed come to, one amount each. */
  readonly payments: readonly string[]
}

const AT_ONCE = 8
const TRIES_MAX = 100
const TRY_EVERY_MS = 200

type Sent = Readonly<Record<string, string>>

/** Reads every invoice with its payments through the API. Throws when a read fails. */
export async function readInvoices(
  url: string,
  headers: Sent = {},
): Promise<readonly FinalInvoice[]> {
  const ids = await listAll(url, '/invoices', headers)
  const found: FinalInvoice[] = []
  const queue = ids.map(({ id }) => String(id))
  const worker = async () => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const invoice = await get(url, `/invoices/${id}`, headers)
      const payments = await listAll(url, `/invoices/${id}/payments`, headers)
      found.push({ ...invoice, payments: payments.map(({ amount }) => amount) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return found
}

/** The whole event log, oldest first. */
export async function readEvents(url: string, headers: Sent = {}): Promise<readonly FinalEvent[]> {
  const entries = await listAll(url, '/events', headers)
  return entries.map(({ id, type, sequence, resource, data }) => ({
    id,
    type,
    sequence,
    resource: resource.id,
    version: data.version ?? null,
  }))
}

/** All pages of a list. */
export async function listAll(
  url: string,
  path: string,
  headers: Sent = {},
): Promise<readonly Json[]> {
  const entries: Json[] = []
  const join = path.includes('?') ? '&' : '?'
  for (let cursor: string | null = ''; cursor !== null; ) {
    const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await get(url, `${path}${join}limit=100${at}`, headers)
    entries.push(...page.data)
    cursor = page.next_cursor ?? null
  }
  return entries
}

export async function get(url: string, path: string, headers: Sent = {}): Promise<Json> {
  let answer = await call(url, 'GET', path, { headers })
  for (let tries = 0; isOverloaded(answer) && tries < TRIES_MAX; tries++) {
    await sleep(TRY_EVERY_MS)
    answer = await call(url, 'GET', path, { headers })
  }
  const { status, json, text } = answer
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text.slice(0, 300)}`)
  return json
}

/** What SQLite itself and `foreign_key_check` find wrong with a database file. */
export function checkSqlite(path: string): readonly string[] {
  const db = new Database(path, { fileMustExist: true })
  try {
    const integrity = db.pragma('integrity_check') as readonly { integrity_check: string }[]
    const orphans = db.pragma('foreign_key_check') as readonly unknown[]
    const answers = integrity.map(({ integrity_check }) => integrity_check)
    return [
      ...answers.filter((answer) => answer !== 'ok').map((answer) => `integrity_check: ${answer}`),
      ...orphans.map((row) => `foreign_key_check: ${JSON.stringify(row)}`),
    ]
  } finally {
    db.close()
  }
}

/** What `billwright verify` finds wrong: the chain, each invoice against it, each number. */
export async function verify(env: Record<string, string>): Promise<readonly string[]> {
  const { code, stderr, json } = await runCommand(['verify', '--json'], { env })
  if (code === 0 && json.gaps.length === 0) return []
  if (!json) return [`verify ended with ${code}: ${stderr}`]
  const breaks: readonly string[] = json.breaks.map(({ message }: Json) => `verify: ${message}`)
  // A number whose invoice was deleted by permission is explained; no script of ours has that.
  const gaps: readonly string[] = json.gaps.map((gap: Json) => `gap: ${JSON.stringify(gap)}`)
  return [...breaks, ...gaps]
}
