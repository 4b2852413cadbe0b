import type { JobKind } from '../../../core/jobs/job.ts'

/** Gives the directory a new name, should the process that saved it have died before. */
export const NAME_COMPANY: JobKind<Readonly<Record<string, never>>> = {
  name: 'company.name',
  parallel: 2,
}
