import { verify } from './final-state.ts'
import { fault, rounds } from './harness.ts'
import { killAgainAndAgain } from './kill.ts'
import { startPostgres } from './postgres.ts'

/** The process is killed at random moments while 16 clients write to PostgreSQL (C21). */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const dataDir = it.folder()
  const env = { DATA_DIR: dataDir, DATABASE_URL: await postgres.createDatabase('killed') }
  return await killAgainAndAgain(it, {
    dataDir,
    env,
    rounds: rounds(12),
    check: async () => [],
    verify: () => verify(env),
  })
})
