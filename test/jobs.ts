import { expect } from 'vitest'
import { createDirectory } from '../src/core/companies/directory.ts'
import type { JobHandler } from '../src/core/jobs/handler.ts'
import { createJobRunner, type JobRunner } from '../src/core/jobs/runner.ts'
import type { App } from '../src/core/record/app.ts'
import { createWorkFor } from '../src/core/record/work.ts'
import { fanOut } from '../src/core/webhooks/deliveries/fan-out.ts'
import { deliverJob, expireDeliveriesJob, openWebhookOutbound } from '../src/core/webhooks/jobs.ts'
import { type Clock, instant } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/db.ts'
import { newId } from '../src/platform/ids.ts'
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

/** Makes the periodic job of that kind due. */
export async function makeDue(db: Db, clock: Clock, kind: string): Promise<void> {
  const due_at = instant(clock)
  await db
    .insertInto('periodic_jobs')
    .values({ kind, id: newId('job'), due_at, attempts: 0n, created_at: due_at })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ due_at }))
    .execute()
}

/** Runs the periodic job of that kind, and all others that are due. */
export async function runNow(app: TestApp, kind: string): Promise<number> {
  await makeDue(app.db, app.clock, kind)
  return app.services.jobRunner.runDue()
}
