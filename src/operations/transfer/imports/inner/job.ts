import type { JobKind } from '../../../../core/jobs/job.ts'
import type { Work } from '../../../../core/record/work.ts'
import type { Import } from '../import.ts'

/** Checks, commits or undoes the records of one import. */
export const RUN_IMPORT: JobKind<{ readonly id: string }> = {
  name: 'import.run',
  parallel: 2,
  parallelPerGroup: 1,
  timeoutSeconds: 60 * 60,
}

/** One job at a time, whichever step the import needs next. */
export const jobOf = (id: string) => ({ key: id, payload: { id }, group: 'imports' })

export const next = (work: Work, it: Import): Import => ({
  ...it,
  version: it.version + 1,
  updatedAt: work.at,
})
