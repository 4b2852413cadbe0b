import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { CITUS_URL, createDistributedDatabase } from './citus-cluster.ts'
import { withoutCompany } from './company-sql.ts'
import { companiesIn } from './distributed-sql.ts'
import { documentedOperations } from './documented-answers.ts'
import { useEveryRoute } from './every-route.ts'
import { startTestApp } from './harness.ts'
import { LIMIT_MS } from './patience.ts'
import { recordPostgres } from './recorded-sql.ts'
import { startServers } from './servers.ts'

const skipped = CITUS_URL === '' ? ' (skipped: DATABASE_URL_CITUS names no cluster)' : ''

/** A route takes seconds on a busy machine: its statements run and are explained on a cluster. */
const ROUTE_MS = 6000
const WALK_MS = LIMIT_MS + documentedOperations().length * ROUTE_MS

describe.skipIf(skipped !== '')(`Citus${skipped}`, () => {
  const walk =
    'every route works on distributed tables, and each statement of a company asks one machine'
  test(walk, { timeout: WALK_MS }, async () => {
    const database = await createDistributedDatabase()
    const { url, tables } = database
    const sent = recordPostgres()
    const servers = await startServers()
    const app = await startTestApp('postgres', servers.env, database)
    await useEveryRoute(app, servers)
    vi.restoreAllMocks()
    const statements = new Map(sent.map((it) => [it.text, it]))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const several: string[] = []
    for (const { text, values } of statements.values()) {
      const isOfCompany =
        companiesIn({ text, values }, { companies: tables, installation: [] }).length > 0
      if (!isOfCompany || withoutCompany(text, tables).length > 0) continue
      const { rows } = await client.query(`explain ${text}`, [...values])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // The rows of arrays go through the coordinator, to one machine.
      if (/INSERT\/SELECT method: pull to coordinator\s+->\s+Function Scan/.test(plan)) continue
      if (/Custom Scan \(Citus/.test(plan) && !/Task Count: 1$/m.test(plan)) several.push(text)
    }
    expect(several).toEqual([])
    await client.end()
    await app.close()
    await servers.close()
  })
})
