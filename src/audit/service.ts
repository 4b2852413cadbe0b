import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { type Clock, instant } from '../platform/clock.ts'
import type { CompanyId } from '../platform/database/tables.ts'
import type { ReadWork } from '../record/work.ts'
import { createArchiveWriter } from './archive-writer.ts'
import { withSnapshot } from './snapshot.ts'

export interface AuditDeps {
  readonly database: Config['database']
  readonly clock: Clock
}

/** A zip that is written while it is read, and the name to save it under. */
export interface AuditExport {
  readonly stream: Readable
  readonly fileName: string
}

export type AuditService = ReturnType<typeof createAuditService>

/** A snapshot stays until its reader has everything, so there are few at once. */
const EXPORTS_MAX = 8
const EXPORTS_OF_A_COMPANY = 2
const RETRY_AFTER_SECONDS = 30

const exportsRunning = (): AppError =>
  new AppError('too_many', 'exports_running', 'Two exports are already running. Try again later.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

export function createAuditService({ database, clock }: AuditDeps) {
  const running: CompanyId[] = []
  return {
    /** Everything that the chain of a company vouches for, as it is at this moment. */
    export({ company, entry }: ReadWork): AuditExport {
      const own = running.filter((it) => it === company)
      if (running.length >= EXPORTS_MAX || own.length >= EXPORTS_OF_A_COMPANY)
        throw exportsRunning()
      running.push(company)
      const { stream, write } = createArchiveWriter(clock)
      // The reader of the stream gets the error from the stream; nothing else awaits this promise.
      withSnapshot(database, write, async () => entry)
        .catch((error: unknown) => {
          stream.destroy(error instanceof Error ? error : new Error(String(error)))
        })
        .finally(() => {
          running.splice(running.indexOf(company), 1)
        })
      return { stream, fileName: `billwright-audit-${instant(clock).slice(0, 10)}.zip` }
    },
  }
}
