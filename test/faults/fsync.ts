import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startClients } from './clients.ts'
import { fault, rounds } from './harness.ts'
import { countsOf, createHistory } from './history.ts'
import { attach, detach, requireStrace } from './strace.ts'

const CLIENTS = 4

/**
 * Of every create that is acknowledged, the last write to the log of SQLite was followed by a sync
 * of it before the answer left: what was acknowledged survives a loss of power (C22).
 */
await fault(async (it) => {
  requireStrace()
  const service = await it.service()
  await service.ready()
  const file = join(service.dataDir, 'trace.txt')
  const trace = 'trace=fdatasync,fsync,write,writev,pwrite64,sendto,sendmsg'
  const strace = await attach(service.pid, ['-y', '-s', '24', '-o', file, '-e', trace])
  it.after(() => detach(strace))
  const history = createHistory()
  const operations = Math.ceil(rounds(200) / CLIENTS)
  const { url } = service
  await startClients({ count: CLIENTS, history, url: () => url, kinds: ['create'], operations })
    .finished
  await detach(strace)
  const { answers, syncs, early } = read(readFileSync(file, 'utf8').split('\n'))
  const acknowledged = history.count()
  for (const line of early) it.finding(`answered before the log was synced: ${line}`)
  if (answers < acknowledged) it.finding(`only ${answers} answers of ${acknowledged} were seen`)
  if (syncs === 0) it.finding('the log was never synced')
  return `${countsOf(history.all())}, ${answers} answers seen, ${syncs} syncs of the log`
})

/** Follows the trace: what was written to the log and not synced when a 201 left. */
function read(lines: readonly string[]) {
  const early: string[] = []
  let [answers, syncs, isDirty] = [0, 0, false]
  for (const line of lines) {
    if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) isDirty = true
    if (/f(data)?sync\(\d+<[^>]*-wal>/.test(line)) {
      syncs += 1
      isDirty = false
    }
    if (!/"HTTP\/1\.1 201/.test(line)) continue
    answers += 1
    if (isDirty) early.push(line)
  }
  return { answers, syncs, early }
}
