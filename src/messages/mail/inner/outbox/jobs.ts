import type { JobKind } from '../../../../core/jobs/job.ts'

export interface SendJob {
  readonly messageId: string
}

/** Four connections of a process, two of them to the server of one domain. */
export const SEND: JobKind<SendJob> = {
  name: 'mail.send',
  parallel: 4,
  parallelPerGroup: 2,
  timeoutSeconds: 4 * 60,
}

/** Queues messages that waited for a mail server or for the end of its pause. */
export const SWEEP: JobKind = { name: 'mail.sweep', parallel: 1, everySeconds: 60 }

export const EXPIRE: JobKind = { name: 'mail.expire', parallel: 1, everySeconds: 60 * 60 }
