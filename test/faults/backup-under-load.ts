import { join } from 'node:path'
import { runCommand } from '../cli-run.ts'
import { startClients } from './clients.ts'
import { checkSqlite, readEvents, readInvoices, verify } from './final-state.ts'
import { fault, ms, rounds, sleep, until } from './harness.ts'
import { countsOf, createHistory, nowMs } from './history.ts'
import { judge } from './judge.ts'

const CLIENTS = 8

/**
 * `billwright backup` while clients write, and `restore` elsewhere: the copy is whole and has what was
 * acknowledged before it began, and none of what was asked for after it ended.
 */
await fault(async (it) => {
  const service = await it.service()
  await service.ready()
  const history = createHistory()
  const clients = startClients({
    count: CLIENTS,
    history,
    url: () => service.url,
    kinds: ['create', 'create', 'issue', 'pay'],
  })
  const tookMs: number[] = []
  const figures: string[] = []
  const count = rounds(3)
  for (let round = 0; round < count; round++) {
    const enough = history.count() + 100
    await until('more writes', () => history.count() >= enough)
    const file = join(it.folder(), 'backup.db')
    const begun = nowMs()
    await command(['backup', file], { DATA_DIR: service.dataDir })
    const ended = nowMs()
    tookMs.push(ended - begun)
    await sleep(300)
    it.findings(checkSqlite(file))
    const dataDir = it.folder()
    await command(['restore', file], { DATA_DIR: dataDir })
    it.findings(await verify({ DATA_DIR: dataDir }))
    const other = await it.service({ dataDir })
    await other.ready()
    const [invoices, events] = [await readInvoices(other.url), await readEvents(other.url)]
    // What was under way while it was copied may be in it or not.
    const operations = history
      .all()
      .filter(({ start }) => start <= ended)
      .map((operation) =>
        operation.end > begun ? { ...operation, outcome: 'info' as const, got: null } : operation,
      )
    it.findings(judge({ operations, invoices, events }))
    figures.push(`${invoices.length} invoices`)
    await other.kill()
  }
  await clients.stop()
  return `${count} backups (${figures.join(', ')}) during ${countsOf(history.all())}; each took ${tookMs.map(ms).join(', ')}`
})

async function command(args: readonly string[], env: Record<string, string>): Promise<void> {
  const { code, stderr } = await runCommand(args, { env })
  if (code !== 0) throw new Error(`billwright ${args[0]} ended with ${code}: ${stderr}`)
}
