import type { JobKind } from '../jobs/job.ts'

export interface TransmitJob {
  readonly transmissionId: string
}

/** Sends an invoice, then asks what became of it. */
export const TRANSMIT: JobKind<TransmitJob> = {
  name: 'access_point.transmit',
  parallel: 4,
  timeoutSeconds: 2 * 60,
}

/** Takes what was received, of every company in turn. */
export const RECEIVE: JobKind = { name: 'access_point.receive', parallel: 1, everySeconds: 5 * 60 }
