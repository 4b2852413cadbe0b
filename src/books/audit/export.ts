import type { Readable } from 'node:stream'
import { onePerApp } from '../../core/record/app.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { instant } from '../../platform/clock.ts'
import { createArchiveWriter } from './inner/archive-writer.ts'
import { createRunningExports } from './running.ts'
import { withSnapshot } from './snapshot.ts'

/** A zip that is written while it is read, and its file name. */
interface AuditExport {
  readonly stream: Readable
  readonly fileName: string
}

const runningOf = onePerApp(createRunningExports)

/** A snapshot of everything that the chain of a company proves. */
export function exportAudit({ companyId, company, app }: ReadWork): AuditExport {
  const end = runningOf(app).begin(companyId)
  const { stream, write } = createArchiveWriter(app.clock)
  // The reader gets the error from the stream; nothing else awaits this promise.
  withSnapshot(app.config.database, write, async () => company)
    .catch((error: unknown) => {
      stream.destroy(error instanceof Error ? error : new Error(String(error)))
    })
    .finally(end)
  return { stream, fileName: `billwright-audit-${instant(app.clock).slice(0, 10)}.zip` }
}
