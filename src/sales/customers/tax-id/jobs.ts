import { handle, type JobHandler } from '../../../core/jobs/handler.ts'
import { AppError } from '../../../kernel/errors.ts'
import { checkTaxIdLater } from './check.ts'
import { CHECK_TAX_ID } from './kinds.ts'

export const checkTaxIdJob = (): JobHandler =>
  handle(CHECK_TAX_ID, async (work, { payload }) => {
    try {
      await checkTaxIdLater(work, payload)
    } catch (error) {
      // The customer or tax id was deleted, or the setting is off, so the answer is not needed.
      if (!(error instanceof AppError)) throw error
    }
    return null
  })
