import { systemClock } from '../platform/clock.ts'
import type { Check } from './doctor-checks.ts'
import { OPERATOR } from './installation.ts'
import { withApp } from './local.ts'

/** A message that should have left longer ago than this is a fault. */
const OVERDUE_SECONDS_MAX = 60 * 60

/** The mail server of the company, its sender in DNS, and what waits in all companies. */
export const checkMail = (): Promise<readonly Check[]> =>
  withApp(async ({ services, workFor, company }) => {
    const { mailTransport, openMessages } = services
    const work = workFor(OPERATOR, company)
    const { source } = await mailTransport.get(work)
    const { failingSince, lastError } = await mailTransport.pace(work)
    const server =
      failingSince === null
        ? { ok: true, detail: source === null ? 'none is set up' : `set by the ${source}` }
        : { ok: false, detail: `failing since ${failingSince}: ${lastError}` }
    const rows = source === null ? [] : await mailTransport.check(work)
    const faults = rows.filter(({ state }) => state === 'fail').map(({ detail }) => detail)
    const queued = (await openMessages()).find(({ status }) => status === 'queued')
    const overdue = queued ? (systemClock.now() - Date.parse(queued.since)) / 1000 : 0
    return [
      { name: 'mail server', ...server },
      ...(source === null
        ? []
        : [{ name: 'sender', ok: faults.length === 0, detail: faults.join(' ') || 'in order' }]),
      {
        name: 'outbox',
        ok: overdue < OVERDUE_SECONDS_MAX,
        detail: queued ? `${queued.count} wait, the first since ${queued.since}` : 'empty',
      },
    ]
  })
