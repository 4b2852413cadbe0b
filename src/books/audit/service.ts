import type { Readable } from 'node:stream'
import type { ReadWork } from '../../core/record/work.ts'
import { type Clock, instant } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { createArchiveWriter } from './inner/archive-writer.ts'
import { createRunningExports } from './running.ts'
import { withSnapshot } from './snapshot.ts'

export interface AuditDeps {
  readonly database: Config['database']
  readonly clock: Clock
}

/** A zip that is written while it is read, and its file name. */
export interface AuditExport {
  readonly stream: Readable
  readonly fileName: string
}

export type AuditService = ReturnType<typeof createAuditService>

export function createAuditService({ database, clock }: AuditDeps) {
  const running = createRunningExports()
  return {
    /** A snapshot of everything that the chain of a company proves. */
    export({ companyId, company }: ReadWork): AuditExport {
      const end = running.begin(companyId)
      const { stream, write } = createArchiveWriter(clock)
      // The reader gets the error from the stream; nothing else awaits this promise.
      withSnapshot(database, write, async () => company)
        .catch((error: unknown) => {
          stream.destroy(error instanceof Error ? error : new Error(String(error)))
        })
        .finally(end)
      return { stream, fileName: `billwright-audit-${instant(clock).slice(0, 10)}.zip` }
    },
  }
}
