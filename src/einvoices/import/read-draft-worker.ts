import { answerJobs } from '../../platform/worker.ts'
import { readDraft } from './read-draft.ts'

/** The thread's side of `createDraftReader`. */
answerJobs(readDraft)
