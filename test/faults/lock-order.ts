import { verify } from './final-state.ts'
import { type Fault, fault, rounds, type Service, sleep } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { startReceiver } from './receiver.ts'
import { call, request } from './request.ts'

const CLIENTS = 24
const ITEMS = [
  { description: 'Design', quantity: '4', unit_price: '25.00', tax: { category: 'S', rate: '19' } },
]
/** PostgreSQL writes each deadlock with its statements into its log, and soon. */
const POSTGRES_FLAGS = [
  ...['-c', 'logging_collector=on', '-c', 'log_filename=server.log'],
  ...['-c', 'deadlock_timeout=100ms'],
]

/** The few rows that all clients change. */
interface Rows {
  readonly customers: string[]
  readonly invoices: string[]
  readonly notes: string[]
  readonly webhooks: string[]
  readonly tokens: string[]
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Record<string, string>>
type UseCase = (ask: Ask, rows: Rows) => Promise<unknown>

/**
 * All use cases at once through two processes on the same few rows: no two of them lock these rows
 * crosswise, no request fails, and the record is whole at the end.
 */
await fault(async (it) => {
  const postgres = await startPostgres(POSTGRES_FLAGS)
  it.after(() => postgres.dispose())
  const receiver = await startReceiver(it, () => (Math.random() < 0.3 ? 'refuse' : 'take'))
  const env = {
    DATABASE_URL: await postgres.createDatabase('locks'),
    OUTBOUND_ALLOW: receiver.allow,
  }
  const services: Service[] = []
  for (let n = 0; n < 2; n++) {
    const service = await it.service({ env })
    await service.ready()
    services.push(service)
  }
  const counts = new Map<string, number>()
  const anyUrl = () => services[Math.random() < 0.5 ? 0 : 1]?.url ?? ''
  const ask = asking(it, anyUrl, counts)
  const rows = await makeRows(ask, receiver.url)
  const endsAt = performance.now() + rounds(10) * 2_000
  const client = async () => {
    while (performance.now() < endsAt) await pick(useCasesWith(anyUrl, receiver.url))(ask, rows)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  await sleep(500)
  const stuck = await postgres.query(
    `select state, query from pg_stat_activity where datname = 'locks'
      and state like 'idle in transaction%' and now() - xact_start > interval '400 ms'`,
  )
  for (const { query } of stuck) it.finding(`a transaction is still open after: ${query}`)
  const [log] = await postgres.query(`select pg_read_file('log/server.log') as text`)
  it.findings(deadlocksIn(String(log?.text)))
  it.findings(await sequenceFaults(postgres.query))
  it.findings(await verify({ DATA_DIR: it.folder(), ...env }))
  const statuses = [...counts].toSorted().map(([status, count]) => `${count} × ${status}`)
  return `${statuses.join(', ')}; ${receiver.deliveries.length} deliveries`
})

function asking(it: Fault, anyUrl: () => string, counts: Map<string, number>): Ask {
  return async (method, path, body) => {
    const options = body === undefined ? {} : { body }
    const { status, json, text } = await call(anyUrl(), method, path, options)
    counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
    if (status >= 500 && json?.code !== 'overloaded')
      it.finding(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`)
    return json ?? {}
  }
}

async function makeRows(ask: Ask, url: string): Promise<Rows> {
  const rows: Rows = { customers: [], invoices: [], notes: [], webhooks: [], tokens: [] }
  for (let n = 0; n < 3; n++)
    keep(rows.customers, (await ask('POST', '/customers', { name: `Buyer ${n}` })).id, 5)
  for (let n = 0; n < 2; n++) keep(rows.webhooks, (await ask('POST', '/webhooks', { url })).id, 3)
  for (let n = 0; n < 4; n++) await create(ask, rows)
  return rows
}

async function create(ask: Ask, rows: Rows): Promise<void> {
  const status = pick(['draft', 'sent', 'paid'])
  const due = { issue_date: '2026-01-05', due_date: '2026-02-05' }
  const body = { customer_id: pick(rows.customers), items: ITEMS, status, ...due }
  keep(rows.invoices, (await ask('POST', '/invoices', body)).id, 6)
}

/** As often as it is named here. */
function useCasesWith(anyUrl: () => string, url: string): readonly UseCase[] {
  return [
    create,
    create,
    (ask, { invoices }) => ask('PATCH', `/invoices/${pick(invoices)}`, { status: 'sent' }),
    (ask, { invoices }) => ask('PATCH', `/invoices/${pick(invoices)}`, { notes: word() }),
    (ask, { invoices, customers }) =>
      ask('PATCH', `/invoices/${pick(invoices)}`, { customer_id: pick(customers) }),
    (ask, { invoices }) =>
      ask('PATCH', `/invoices/${pick(invoices)}`, { status: pick(['paid', 'void', 'sent']) }),
    (ask, { invoices }) => ask('POST', `/invoices/${pick(invoices)}/payments`, { amount: '1.00' }),
    (ask, { invoices }) => ask('POST', `/invoices/${pick(invoices)}/duplicate`),
    (ask, { invoices }) => ask('DELETE', `/invoices/${pick(invoices)}`),
    async (ask, { invoices, notes }) => {
      const body = { items: [], status: pick(['draft', 'sent']) }
      const path = `/invoices/${pick(invoices)}/credit-note`
      keep(notes, (await ask('POST', path, pick([{}, body]))).id, 6)
    },
    (ask, { notes }) =>
      ask('PATCH', `/invoices/${pick(notes)}`, { status: pick(['sent', 'sent', 'void']) }),
    async (ask, { invoices, tokens }) =>
      keep(tokens, (await ask('POST', `/invoices/${pick(invoices)}/publish`)).share_token, 6),
    (ask, { invoices }) => ask('POST', `/invoices/${pick(invoices)}/unpublish`),
    (_ask, { tokens }) =>
      request(anyUrl(), 'GET', `/api/v1/public/invoices/${pick(tokens)}/html`, {
        headers: { 'user-agent': 'Mozilla/5.0' },
      }),
    (ask, { customers }) => ask('PATCH', `/customers/${pick(customers)}`, { notes: word() }),
    async (ask, { customers }) =>
      keep(customers, (await ask('POST', '/customers', { name: word() })).id, 5),
    (ask, { customers }) => ask('DELETE', `/customers/${pick(customers)}`),
    (ask) => ask('PATCH', '/settings', { companyName: word() }),
    (ask) => ask('PATCH', '/settings', { templateId: pick(['own', 'other', 'minimalist-clean']) }),
    (ask) => {
      const id = pick(['own', 'other'])
      return ask('POST', '/templates', { id, name: id, html: `<p>${word()}{{number}}</p>` })
    },
    (ask) => ask('DELETE', `/templates/${pick(['own', 'other'])}`),
    async (ask, { webhooks }) => keep(webhooks, (await ask('POST', '/webhooks', { url })).id, 3),
    (ask, { webhooks }) => ask('DELETE', `/webhooks/${pick(webhooks)}`),
    (ask, { webhooks }) =>
      ask('PATCH', `/webhooks/${pick(webhooks)}`, { status: pick(['enabled', 'disabled']) }),
    async (ask, { webhooks }) => {
      const webhook = pick(webhooks)
      const status = pick(['pending', 'delivered'])
      const { data } = await ask('GET', `/webhooks/${webhook}/deliveries?limit=5&status=${status}`)
      for (const { id } of [...(data ?? [])] as unknown as readonly { id: string }[])
        await ask('POST', `/webhooks/${webhook}/deliveries/${id}/redeliver`)
      await ask('POST', '/webhooks/redeliver', {})
    },
  ]
}

/** Places in the log and in the chain are 1, 2, 3 … without a gap, as the head of the company says. */
async function sequenceFaults(query: Awaited<ReturnType<typeof startPostgres>>['query']) {
  const [row] = await query(
    `select event_sequence as events, revision_sequence as revisions,
      (select count(*) from events) as all_events, (select max(sequence) from events) as last_event,
      (select count(*) from revisions) as all_revisions,
      (select max(sequence) from revisions) as last_revision from heads`,
    'locks',
  )
  const { events, revisions, all_events, last_event, all_revisions, last_revision } = row ?? {}
  const isWhole = [all_events, last_event].every((it) => it === events)
  const isChained = [all_revisions, last_revision].every((it) => it === revisions)
  return isWhole && isChained ? [] : [`gaps in the record: ${JSON.stringify(row)}`]
}

function deadlocksIn(log: string): readonly string[] {
  const details = log.matchAll(/deadlock detected\n[^\n]*?DETAIL:(.*?)HINT:/gs)
  return [...details].map(([, text = '']) => {
    const statements = text.matchAll(/Process \d+: (\w+ .{0,150})/g)
    return `deadlock: ${[...statements].map(([, it]) => it).join(' <-> ')}`
  })
}

function keep(list: string[], item: string | undefined, max: number): void {
  if (item) list.unshift(item)
  list.splice(max)
}

function word(): string {
  return `word ${Math.floor(Math.random() * 1e6)}`
}

function pick<Item>(list: readonly Item[]): Item {
  return list[Math.floor(Math.random() * list.length)] as Item
}
