import { answerJobs } from '../../../platform/worker.ts'
import { readDraft } from './inner/read-draft.ts'

/** The worker of `createDraftReader`. */
answerJobs(readDraft)
