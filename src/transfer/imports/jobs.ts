import { handle, type JobHandler } from '../../jobs/handler.ts'
import { type ImportService, RUN_IMPORT } from './service.ts'

export const runImportJob = (fileImports: Pick<ImportService, 'run'>): JobHandler =>
  handle(RUN_IMPORT, fileImports.run)
