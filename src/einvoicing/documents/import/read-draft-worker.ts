import { answerJobs } from '../../../platform/worker.ts'
import { withProblems } from '../errors.ts'
import type { GivenFile } from '../inner/hybrid/xml-of.ts'
import { readDraft } from './inner/read-draft.ts'

/** The worker of `createDraftReader`. */
answerJobs((given: GivenFile) => withProblems(() => readDraft(given)))
