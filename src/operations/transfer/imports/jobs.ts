import { handle, type JobHandler } from '../../../core/jobs/handler.ts'
import { RUN_IMPORT } from './inner/job.ts'
import { runImport } from './run.ts'

export const runImportJob = (): JobHandler => handle(RUN_IMPORT, runImport)
