import { handle, type JobHandler } from '../../../core/jobs/handler.ts'
import { RUN_IMPORT, runImport } from './service.ts'

export const runImportJob = (): JobHandler => handle(RUN_IMPORT, runImport)
