import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { CITUS_URL, createDistributedDatabase } from './citus-cluster.ts'
import { withoutCompany } from './company-sql.ts'
import { companiesIn } from './distributed-sql.ts'
import { useEveryRoute } from './every-route.ts'
import { startTestApp } from './harness.ts'
import { recordPostgres } from './recorded-sql.ts'
import { startServers } from './servers.ts'

const skipped = CITUS_URL === '' ? ' (skipped: DATABASE_URL_CITUS names no cluster)' : ''

describe.skipIf(skipped !== '')(`Citus${skipped}`, () => {
  test('every route works on distributed tables, and each statement of a company asks one machine', async () => {
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
