import { handle, type JobHandler } from '../../core/jobs/handler.ts'
import { NAME_COMPANY } from './inner/kinds.ts'
import type { SettingsService } from './service.ts'

export const nameCompanyJob = (settings: Pick<SettingsService, 'nameInDirectory'>): JobHandler =>
  handle(NAME_COMPANY, async (work) => {
    await settings.nameInDirectory(work)
    return null
  })
