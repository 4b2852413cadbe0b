import { answerJobs } from '../../../platform/worker.ts'
import { withProblems } from '../errors.ts'
import type { GivenFile } from '../inner/hybrid/xml-of.ts'
import { readReceived } from './inner/read-received.ts'

/** The worker of `createReceivedReader`. */
answerJobs((given: GivenFile) => withProblems(() => readReceived(given)))
