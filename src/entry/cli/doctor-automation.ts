import { currentSettings } from '../../company/settings/read.ts'
import { countOpenMessages } from '../../messages/mail/messages.ts'
import { checkTransport, findPace, getTransport } from '../../messages/mail/transport/transport.ts'
import { listOverdueSince } from '../../messages/recurring/read.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Check } from './doctor-checks.ts'
import { OPERATOR } from './installation.ts'
import { withApp } from './local.ts'

/** Messages and recurring invoices that are later than this are a fault. */
const OVERDUE_SECONDS_MAX = 60 * 60

/** Checks the mail server of the company, its sender in DNS, and overdue automatic work. */
export const checkAutomation = (): Promise<readonly Check[]> =>
  withApp(async ({ workFor, company }) => {
    const work = workFor(OPERATOR, company)
    const { source } = await getTransport(work)
    const { failingSince, lastError } = await findPace(work)
    const server =
      failingSince === null
        ? { ok: true, detail: source === null ? 'none is set up' : `set by the ${source}` }
        : { ok: false, detail: `failing since ${failingSince}: ${lastError}` }
    const rows = source === null ? [] : await checkTransport(work)
    const faults = rows.filter(({ state }) => state === 'fail').map(({ detail }) => detail)
    const queued = (await countOpenMessages(work.app.db)).find(({ status }) => status === 'queued')
    const { automationPaused } = await currentSettings(work)
    const dueSince = await listOverdueSince(work)
    return [
      { name: 'mail server', ...server },
      ...(source === null
        ? []
        : [{ name: 'sender', ok: faults.length === 0, detail: faults.join(' ') || 'in order' }]),
      {
        name: 'outbox',
        ok: automationPaused || isInTime(queued?.since ?? null),
        detail: queued ? `${queued.count} wait, the first since ${queued.since}` : 'empty',
      },
      {
        name: 'recurring',
        ok: automationPaused || isInTime(dueSince),
        detail: automationPaused
          ? 'paused: run `billwright automation resume`'
          : dueSince === null
            ? 'none is planned'
            : `the next one is due at ${dueSince}`,
      },
    ]
  })

const isInTime = (since: string | null): boolean =>
  since === null || (systemClock.now() - Date.parse(since)) / 1000 < OVERDUE_SECONDS_MAX
