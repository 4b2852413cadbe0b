import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ITEMS } from './clients.ts'
import { checkSqlite, verify } from './final-state.ts'
import { fault, ms, randomBetween, rounds, sleep } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { call } from './request.ts'

/** Within which a first start is killed, so that some are hit while the tables are made. */
const KILL_WITHIN_MS = 4_000

/** A first start is killed at random while it makes its tables; the next one finishes (F21). */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const dataDir = it.folder()
  const count = rounds(6)
  let cut = 0
  for (let round = 0; round < count; round++) {
    const isSqlite = round % 2 === 0
    const env: Record<string, string> = isSqlite
      ? { DATA_DIR: dataDir }
      : { DATA_DIR: dataDir, DATABASE_URL: await postgres.createDatabase(`first_${round}`) }
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(dataDir, `billwright.db${suffix}`), { force: true })
    const first = await it.service({ dataDir, env })
    await sleep(randomBetween(500, KILL_WITHIN_MS))
    if (!first.output().includes('is ready')) cut += 1
    await first.kill()
    const second = await it.service({ dataDir, env })
    await second.ready()
    const body = { customer: { name: 'Fernweh Books' }, items: ITEMS, status: 'sent' }
    const { status, text } = await call(second.url, 'POST', '/invoices', { body })
    if (status !== 201) it.finding(`after a start that was cut short: ${status} ${text}`)
    it.findings(await verify(env))
    if (isSqlite) it.findings(checkSqlite(join(dataDir, 'billwright.db')))
    await second.kill()
  }
  return `${count} first starts killed within ${ms(KILL_WITHIN_MS)}, ${cut} of them before they were ready`
})
