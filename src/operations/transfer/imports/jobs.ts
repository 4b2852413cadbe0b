import { handle, type JobHandler } from '../../../core/jobs/handler.ts'
import { RUN_IMPORT, runImport } from './imports.ts'

export const runImportJob = (): JobHandler => handle(RUN_IMPORT, runImport)
