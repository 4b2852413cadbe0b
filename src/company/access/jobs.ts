import { deleteOldOutcomesOfInstallation } from '../../core/http/idempotency/outcomes.ts'
import { handle, type JobHandler } from '../../core/jobs/handler.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { Access } from './access.ts'
import { checkDomainsAgain } from './domains/domains.ts'
import { deleteEndedInvitations } from './invitations/inner/repository.ts'
import { SESSION_IDLE_SECONDS } from './sign-in/inner/session.ts'
import { deleteEndedSessions } from './sign-in/inner/session-repository.ts'
import { DELAY_SECONDS_MAX } from './sign-in/inner/throttle.ts'
import { forgetEnded } from './sign-in/inner/throttle-repository.ts'
import { deleteOldGrants } from './support/inner/repository.ts'

const BATCH = 500
const GRANTS_KEPT_SECONDS = 400 * 24 * 60 * 60

/** Deletes ended sessions, invitations and support grants, and throttles that no longer limit anything. */
export async function deleteEnded({ db, at }: Pick<ReadWork, 'db' | 'at'>): Promise<void> {
  await deleteEndedSessions(db, at, secondsAfter(at, -SESSION_IDLE_SECONDS))
  await deleteEndedInvitations(db, at)
  await deleteOldGrants(db, secondsAfter(at, -GRANTS_KEPT_SECONDS))
  await forgetEnded(db, secondsAfter(at, -2 * DELAY_SECONDS_MAX))
}

/** Checks the records of domains; a domain ends after a week without its record. */
export const checkDomains = (access: Access): JobHandler =>
  handle({ name: 'domain.check', parallel: 1, everySeconds: 60 * 60 }, async ({ at }) => {
    await checkDomainsAgain(access, at)
    return null
  })

export const expireAccess = handle(
  { name: 'access.expire', parallel: 1, everySeconds: 60 * 60 },
  async (work, { signal }) => {
    await deleteEnded(work)
    while (!signal.aborted && (await deleteOldOutcomesOfInstallation(work, BATCH)) === BATCH);
    return null
  },
)
