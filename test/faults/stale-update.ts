import { ITEMS } from './clients.ts'
import { type Fault, fault, rounds, type Service } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { call } from './request.ts'

const AT_ONCE = 16

/** Many PUTs with one `If-Match` at once, through two processes: one wins, the others get 412 (C19). */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const url = await postgres.createDatabase('stale')
  const onSqlite = await twoProcesses(it, {})
  const onPostgres = await twoProcesses(it, { DATABASE_URL: url })
  return `SQLite: ${onSqlite}; PostgreSQL: ${onPostgres}`
})

async function twoProcesses(it: Fault, env: Record<string, string>): Promise<string> {
  const dataDir = it.folder()
  const services: Service[] = []
  for (let n = 0; n < 2; n++) {
    const service = await it.service({ dataDir, env })
    await service.ready()
    services.push(service)
  }
  const urlOf = (n: number) => services[n % 2]?.url ?? ''
  const body = { customer: { name: 'Fernweh Books' }, items: ITEMS }
  const { json: invoice } = await call(urlOf(0), 'POST', '/invoices', { body })
  const path = `/invoices/${invoice.id}`
  const count = rounds(30)
  for (let round = 0; round < count; round++) {
    const etag = (await call(urlOf(round), 'GET', path)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        call(urlOf(n), 'PUT', path, {
          body: { notes: `${round}-${n}` },
          headers: { 'if-match': etag },
        }),
      ),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    const statuses = answers.map(({ status }) => status).toSorted()
    const expected = [200, ...Array.from({ length: AT_ONCE - 1 }, () => 412)]
    if (statuses.join() !== expected.join()) it.finding(`statuses ${statuses.join(' ')}`)
    const { json } = await call(urlOf(round + 1), 'GET', path)
    if (json.notes !== `${round}-${winner}`)
      it.finding(`${round}-${winner} was acknowledged, ${json.notes} is there`)
  }
  return `${count} rounds of ${AT_ONCE}`
}
