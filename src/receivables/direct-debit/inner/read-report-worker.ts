import { type PaymentReport, ReportError, readPain002 } from '@billwright/sepa'
import { answerJobs } from '../../../platform/worker.ts'
import { reportForbidden, reportUnreadable } from '../errors.ts'

/** The worker of `readReport`. */
answerJobs((bytes: Uint8Array): PaymentReport => {
  try {
    return readPain002(bytes)
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    throw error.code === 'xml_forbidden' ? reportForbidden() : reportUnreadable(error.message)
  }
})
