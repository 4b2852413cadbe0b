import { currentSettings } from '../../company/settings/read.ts'
import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { transaction } from '../../core/record/transaction.ts'
import { dayOf } from '../../platform/clock.ts'
import { noteOnMethod } from './change.ts'
import * as repository from './inner/repository.ts'
import { revokeMethod } from './keep.ts'
import { REVOKE_METHOD } from './kinds.ts'
import { isFinal } from './method.ts'

const AT_ONCE = 100

/** The provider forgets a method that a person or the customer ended. */
export const revokeMethodJob = (): JobHandler =>
  handle(REVOKE_METHOD, async (work, { payload }) => {
    await revokeMethod(work, payload.methodId)
    return null
  })

/** A mandate that was unused for 36 months is never used again. */
export const expireMethodsJob = (): CompanyJob => ({
  ...handle({ name: 'method.expire', parallel: 1, everySeconds: 60 * 60 }, async (work) => {
    const { timeZone } = await currentSettings(work)
    const today = dayOf(work.at, timeZone)
    for (const { id } of await repository.listExpiring(work, today, AT_ONCE))
      await transaction(work, async (work) => {
        const before = await repository.lockMethod(work, id)
        const isOver = before.expiresOn !== null && before.expiresOn <= today
        if (isOver && !isFinal(before.status))
          await noteOnMethod(work, before, { status: 'expired' })
      })
    return null
  }),
  isRare: true,
  findDue: repository.companiesWithExpiring,
})
