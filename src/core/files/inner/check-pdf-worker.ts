import { answerJobs } from '../../../platform/worker.ts'
import { DangerousFile } from '../dangerous.ts'
import { fileTypeRefused } from '../errors.ts'
import { checkPdf } from './pdf.ts'

/** The worker of `createPdfChecker`. */
answerJobs((bytes: Uint8Array) => {
  try {
    return checkPdf(bytes)
  } catch (error) {
    throw error instanceof DangerousFile ? fileTypeRefused(error.message) : error
  }
})
