import { handle, type JobHandler } from '../../../core/jobs/handler.ts'
import { type ImportService, RUN_IMPORT } from './inner/service.ts'

export const runImportJob = (fileImports: Pick<ImportService, 'run'>): JobHandler =>
  handle(RUN_IMPORT, fileImports.run)
