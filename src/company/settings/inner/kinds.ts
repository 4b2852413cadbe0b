import type { JobKind } from '../../../core/jobs/job.ts'

/** Copies the new company name to the directory, in case the process that saved it crashed first. */
export const NAME_COMPANY: JobKind<Readonly<Record<string, never>>> = {
  name: 'company.name',
  parallel: 2,
}
