import { answerJobs } from '../../../platform/worker.ts'
import { readReceived } from './inner/read-received.ts'

/** The worker of `createReceivedReader`. */
answerJobs(readReceived)
