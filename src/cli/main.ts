import { Command } from 'commander'
import { packageVersion } from '../platform/version.ts'
import { registerAutomation } from './automation.ts'
import { registerBackup } from './backup.ts'
import { registerCompany } from './companies.ts'
import { acceptCompany } from './company.ts'
import { registerCompletion } from './completion.ts'
import { registerDistribute } from './distribute.ts'
import { registerDoctor } from './doctor.ts'
import { exitWith } from './exit.ts'
import { registerExport } from './export.ts'
import { registerImport } from './import.ts'
import { registerJobs } from './jobs.ts'
import { registerKey } from './key.ts'
import { registerListen } from './listen.ts'
import { registerMail } from './mail.ts'
import { registerRecurring } from './recurring.ts'
import { registerReminders } from './reminders.ts'
import { registerRemote } from './remote.ts'
import { registerRestore } from './restore.ts'
import { registerTemplate } from './template-check.ts'
import { registerUser } from './user.ts'
import { registerVerify } from './verify.ts'

/** Each adds its commands to the program. */
const REGISTERS: readonly ((program: Command) => void)[] = [
  registerVerify,
  registerBackup,
  registerRestore,
  registerDoctor,
  registerDistribute,
  registerJobs,
  registerRecurring,
  registerAutomation,
  registerReminders,
  registerMail,
  registerCompany,
  registerKey,
  registerUser,
  registerTemplate,
  registerImport,
  registerExport,
  registerRemote,
  registerListen,
  registerCompletion,
]

const program = new Command('billwright')
  .description('The invoicing service and its tools.')
  .version(packageVersion())
  .showHelpAfterError()
  .exitOverride()
// Only for the help: `bin/billwright.js` runs it in a process of its own before it gets here.
program
  .command('serve')
  .description('run the service until SIGTERM or Ctrl-C')
  .option('--demo', 'fill an empty installation with sample data')
acceptCompany(program)
for (const register of REGISTERS) register(program)

await exitWith(program.parseAsync())
