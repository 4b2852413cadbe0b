import { AppError } from '../../kernel/errors.ts'
import type { CompanyId } from '../../platform/database/tables.ts'

/** A snapshot stays open until its reader is done, so only a few may run at once. */
const EXPORTS_MAX = 8
const EXPORTS_OF_A_COMPANY = 2
const RETRY_AFTER_SECONDS = 30

const exportsRunning = (): AppError =>
  new AppError('too_many', 'exports_running', 'Two exports are already running. Try again later.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

/** Counts the exports of this process. */
export type RunningExports = ReturnType<typeof createRunningExports>

export function createRunningExports() {
  const running: CompanyId[] = []
  return {
    /** Returns the function to call at the end. */
    begin(company: CompanyId): () => void {
      const own = running.filter((it) => it === company)
      if (running.length >= EXPORTS_MAX || own.length >= EXPORTS_OF_A_COMPANY)
        throw exportsRunning()
      running.push(company)
      return () => void running.splice(running.indexOf(company), 1)
    },
  }
}
