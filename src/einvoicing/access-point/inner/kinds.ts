import type { JobKind } from '../../../core/jobs/job.ts'

export interface TransmitJob {
  readonly transmissionId: string
}

/** Sends an invoice, then asks for the result. */
export const TRANSMIT: JobKind<TransmitJob> = {
  name: 'access_point.transmit',
  parallel: 4,
  timeoutSeconds: 2 * 60,
}

/** Fetches received documents, one company after the other. */
export const RECEIVE: JobKind = { name: 'access_point.receive', parallel: 1, everySeconds: 5 * 60 }
