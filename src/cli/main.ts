import { Command } from 'commander'
import { packageVersion } from '../platform/version.ts'
import { registerBackup } from './backup.ts'
import { registerDoctor } from './doctor.ts'
import { exitWith } from './exit.ts'
import { registerExport } from './export.ts'
import { registerImport } from './import.ts'
import { registerJobs } from './jobs.ts'
import { registerKey } from './key.ts'
import { registerRestore } from './restore.ts'
import { registerServe } from './serve.ts'
import { registerTemplate } from './template-check.ts'
import { registerUser } from './user.ts'
import { registerVerify } from './verify.ts'

/** Adds its commands to the program; each file of this folder exports one. */
export type Register = (program: Command) => void

const REGISTERS: readonly Register[] = [
  registerServe,
  registerVerify,
  registerBackup,
  registerRestore,
  registerDoctor,
  registerJobs,
  registerKey,
  registerUser,
  registerTemplate,
  registerImport,
  registerExport,
]

const program = new Command('billwright')
  .description('The invoicing service and its tools.')
  .version(packageVersion())
  .showHelpAfterError()
  .exitOverride()
for (const register of REGISTERS) register(program)

await exitWith(program.parseAsync())
