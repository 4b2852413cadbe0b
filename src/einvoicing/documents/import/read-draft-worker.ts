import type { GivenFile } from '@billwright/einvoice/read'
import { answerJobs } from '../../../platform/worker.ts'
import { withProblems } from '../errors.ts'
import { readDraft } from './inner/read-draft.ts'

/** The worker of `createDraftReader`. */
answerJobs((given: GivenFile) => withProblems(() => readDraft(given)))
