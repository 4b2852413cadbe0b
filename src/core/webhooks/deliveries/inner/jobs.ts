import type { JobKind } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/queue.ts'
import type { Work } from '../../../record/work.ts'

/** The ordered deliveries of a webhook. One job sends the first waiting one. */
export interface Lane {
  readonly webhookId: string
  readonly lane: string
}

/** A slow receiver delays only its own webhook. */
export const DELIVER: JobKind<Lane> = {
  name: 'webhook.deliver',
  parallel: 16,
  parallelPerGroup: 4,
  timeoutSeconds: 60,
}

export const EXPIRE: JobKind = { name: 'webhook.expire', parallel: 1, everySeconds: 60 * 60 }

/** Runs these lanes now, or again if they are running. */
export const enqueueLanes = (work: Work, lanes: readonly Lane[]): Promise<void> =>
  enqueue(
    work,
    DELIVER,
    lanes.map(({ webhookId, lane }) => ({
      key: `${webhookId}/${lane}`,
      group: webhookId,
      payload: { webhookId, lane },
    })),
  )
