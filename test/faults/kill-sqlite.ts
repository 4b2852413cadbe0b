import { join } from 'node:path'
import { checkSqlite, verify } from './final-state.ts'
import { fault, rounds } from './harness.ts'
import { killAgainAndAgain } from './kill.ts'

/** The process is killed at random moments while 16 clients write to SQLite (C21). */
await fault(async (it) => {
  const dataDir = it.folder()
  return await killAgainAndAgain(it, {
    dataDir,
    rounds: rounds(12),
    check: async () => checkSqlite(join(dataDir, 'billwright.db')),
    verify: () => verify({ DATA_DIR: dataDir }),
  })
})
