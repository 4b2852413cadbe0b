import { answerJobs } from '../../../../platform/worker.ts'
import { TransferError } from '../../report.ts'
import { invioUnreadable } from '../errors.ts'
import { readInvioFile } from './read-file.ts'

/** The worker of `createInvioReader`. */
answerJobs((file: Uint8Array) => {
  try {
    return readInvioFile(file)
  } catch (error) {
    throw error instanceof TransferError ? invioUnreadable(error.message) : error
  }
})
