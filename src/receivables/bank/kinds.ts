import type { JobKind, NewJob } from '../../core/jobs/job.ts'

/** Stores the entries of one file, or undoes it. */
export const RUN_BANK_FILE: JobKind<{ readonly id: string }> = {
  name: 'bank.file',
  parallel: 2,
  parallelPerGroup: 1,
  timeoutSeconds: 60 * 60,
}

/** Compares the open entries of a company with what is due. */
export const MATCH_ENTRIES: JobKind<Record<string, never>> = {
  name: 'bank.match',
  parallel: 1,
  timeoutSeconds: 60 * 60,
}

export const fileJob = (id: string): NewJob<{ readonly id: string }> => ({
  key: id,
  payload: { id },
  group: 'bank',
})

/** One at a time: each entry sees what the one before has changed. */
export const matchJob = (): NewJob<Record<string, never>> => ({ key: 'bank', payload: {} })
