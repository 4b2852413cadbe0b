import { expect } from 'vitest'
import { createDirectory } from '../src/core/companies/directory.ts'
import type { JobHandler } from '../src/core/jobs/handler.ts'
import { PERIODIC } from '../src/core/jobs/job.ts'
import { enqueue } from '../src/core/jobs/queue.ts'
import { createJobRunner, type JobRunner } from '../src/core/jobs/runner.ts'
import type { App } from '../src/core/record/app.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { createWorkFor } from '../src/core/record/work.ts'
import { fanOut } from '../src/core/webhooks/deliveries/fan-out.ts'
import { deliverJob, expireDeliveriesJob, openWebhookOutbound } from '../src/core/webhooks/jobs.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/db.ts'
import type { OutboundClient } from '../src/platform/outbound/client.ts'
import type { TestApp } from './harness.ts'
import { partsOn } from './work.ts'

/** The part of a process that runs these jobs; a failure of theirs fails the test. */
export const runnerOf = (
  db: Db,
  clock: Clock,
  handlers: readonly JobHandler[],
  parts: Partial<App> = {},
): JobRunner =>
  createJobRunner({
    db,
    clock,
    directory: createDirectory({ db, clock }),
    workFor: createWorkFor(partsOn(db, clock, parts), fanOut),
    handlers,
    observer: {
      ended: (_job, { outcome, error }) => {
        if (outcome !== 'lost') expect(error).toBeNull()
      },
      warn: (error) => expect(error).toBeUndefined(),
    },
  })

/** The part of another process that delivers to webhooks. */
export async function startDeliverer(
  { clock }: Pick<TestApp, 'clock'>,
  db: Db,
  {
    outboundAllow = [],
    webhookOutbound = openWebhookOutbound(outboundAllow),
  }: {
    readonly outboundAllow?: readonly string[]
    readonly webhookOutbound?: OutboundClient
  },
) {
  const runner = runnerOf(db, clock, [deliverJob(), expireDeliveriesJob()], { webhookOutbound })
  return {
    ...runner,
    stop: () => Promise.all([runner.stop(), webhookOutbound.close()]),
  }
}

/** Runs the job of that kind, which comes back by itself, and all others that are due. */
export async function runNow(app: TestApp, name: string): Promise<number> {
  const job = { key: PERIODIC, payload: {} }
  await transaction(app.work(), (work) => enqueue(work, { name, parallel: 1 }, [job]))
  return app.services.jobRunner.runDue()
}
