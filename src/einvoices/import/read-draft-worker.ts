import { answerJobs } from '../../platform/worker.ts'
import { readDraft } from './read-draft.ts'

/** The worker thread of `createDraftReader`. */
answerJobs(readDraft)
