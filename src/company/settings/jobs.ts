import { handle, type JobHandler } from '../../core/jobs/handler.ts'
import { NAME_COMPANY, nameInDirectory } from './change.ts'

export const nameCompanyJob = (): JobHandler =>
  handle(NAME_COMPANY, async (work) => {
    await nameInDirectory(work)
    return null
  })
