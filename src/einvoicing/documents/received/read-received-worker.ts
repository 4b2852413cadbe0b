import { type GivenFile, readReceived } from '@billwright/einvoice/read'
import { answerJobs } from '../../../platform/worker.ts'
import { withProblems } from '../errors.ts'

/** The worker of `createReceivedReader`. */
answerJobs((given: GivenFile) => withProblems(() => readReceived(given)))
