import { handle, type JobHandler } from '../../core/jobs/handler.ts'
import { nameInDirectory } from './change.ts'
import { NAME_COMPANY } from './inner/kinds.ts'

export const nameCompanyJob = (): JobHandler =>
  handle(NAME_COMPANY, async (work) => {
    await nameInDirectory(work)
    return null
  })
