import { randomUUID } from 'node:crypto'
import { ITEMS } from './clients.ts'
import { listAll } from './final-state.ts'
import { type Fault, fault, rounds, type Service, sleep } from './harness.ts'
import { hashOf } from './history.ts'
import { startPostgres } from './postgres.ts'
import { type Answer, call } from './request.ts'

const AT_ONCE = 50
const TRIES_MAX = 300
const TRY_EVERY_MS = 100

/**
 * One key fifty times at once through two processes on one store: one invoice and one answer;
 * another body is refused; after a restart the same bytes (C18).
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const url = await postgres.createDatabase('keys')
  const onSqlite = await twoProcesses(it, {})
  const onPostgres = await twoProcesses(it, { DATABASE_URL: url })
  return `SQLite: ${onSqlite}; PostgreSQL: ${onPostgres}`
})

async function twoProcesses(it: Fault, env: Record<string, string>): Promise<string> {
  const dataDir = it.folder()
  const start = async () => {
    const service = await it.service({ dataDir, env })
    await service.ready()
    return service
  }
  const services = [await start(), await start()]
  const count = rounds(8)
  const kept = new Map<string, string>()
  let inFlight = 0
  for (let round = 0; round < count; round++) {
    const key = randomUUID()
    const answers = await sendAtOnce(services, key)
    inFlight += answers.filter(isInFlight).length
    kept.set(key, judgeOne(it, await settled(services, key, answers)))
    const other = await post(services[round % 2], key, { ...bodyOf(key), notes: 'other' })
    if (other.status !== 422) it.finding(`another body with the same key: ${other.status}`)
  }
  for (const service of services) await service.kill()
  const again = await start()
  for (const [key, hash] of kept) {
    const { status, bytes } = await post(again, key, bodyOf(key))
    if (status !== 201 || hashOf(bytes) !== hash)
      it.finding(`after a restart: ${status}, other bytes`)
  }
  const invoices = await listAll(again.url, '/invoices')
  if (invoices.length !== count) it.finding(`${count} keys made ${invoices.length} invoices`)
  return `${count} keys × ${AT_ONCE}, ${invoices.length} invoices, ${inFlight} asked to wait`
}

function bodyOf(notes: string) {
  return { customer: { name: 'Fernweh' }, status: 'sent', notes, items: ITEMS }
}

function post(service: Service | undefined, key: string, body: unknown): Promise<Answer> {
  return call(service?.url ?? '', 'POST', '/invoices', {
    body,
    headers: { 'idempotency-key': key },
  })
}

function sendAtOnce(services: readonly Service[], key: string): Promise<readonly Answer[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      post(services[n % services.length], key, bodyOf(key)),
    ),
  )
}

/** A client whose key is in flight asks again until it gets an answer. */
async function settled(services: readonly Service[], key: string, answers: readonly Answer[]) {
  const final: Answer[] = []
  for (let answer of answers) {
    for (let tries = 0; isInFlight(answer) && tries < TRIES_MAX; tries++) {
      answer = await post(services[tries % 2], key, bodyOf(key))
      if (isInFlight(answer)) await sleep(TRY_EVERY_MS)
    }
    final.push(answer)
  }
  return final
}

function isInFlight({ json }: Answer): boolean {
  return json?.code === 'idempotency_in_flight'
}

/** One status and one body; the hash of the body. */
function judgeOne(it: Fault, answers: readonly Answer[]): string {
  const statuses = new Set(answers.map(({ status, json }) => json?.code ?? status))
  const hashes = new Set(answers.map(({ bytes }) => hashOf(bytes)))
  if (statuses.size !== 1 || !statuses.has(201)) it.finding(`statuses ${[...statuses].join(', ')}`)
  if (hashes.size !== 1) it.finding(`one key was answered with ${hashes.size} bodies`)
  return [...hashes][0] ?? ''
}
