import { type Directory, hasSeveralCompanies } from '../../core/companies/directory.ts'
import { handle, type JobHandler } from '../../core/jobs/handler.ts'
import { anchorHeads } from '../../core/record/anchors/anchors.ts'

/** Runs more often than once a day, so that no day is missed; a day with an anchor is done. */
export const anchorJob = (directory: Directory): JobHandler =>
  handle({ name: 'audit.anchor', parallel: 1, everySeconds: 6 * 60 * 60 }, async ({ at }) => {
    // The chain of a single company needs no other proof.
    if (await hasSeveralCompanies(directory)) await anchorHeads(directory, at)
    return null
  })
