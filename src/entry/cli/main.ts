import { Command } from 'commander'
import { table } from '../../kernel/table.ts'
import { packageVersion } from '../../platform/version.ts'
import { acceptCompany } from './company.ts'
import { exitWith } from './exit.ts'
import { endWhenUnread } from './terminal.ts'

/** Loads a module and returns the function that adds its commands. */
type Load = () => Promise<(program: Command) => void>

/** The module of each command. Loading all of them takes longer than most commands. */
const MODULES = table<Load>({
  verify: async () => (await import('./verify.ts')).registerVerify,
  backup: async () => (await import('./backup.ts')).registerBackup,
  restore: async () => (await import('./restore.ts')).registerRestore,
  doctor: async () => (await import('./doctor.ts')).registerDoctor,
  distribute: async () => (await import('./distribute.ts')).registerDistribute,
  jobs: async () => (await import('./jobs.ts')).registerJobs,
  recurring: async () => (await import('./recurring.ts')).registerRecurring,
  automation: async () => (await import('./automation.ts')).registerAutomation,
  reminders: async () => (await import('./reminders.ts')).registerReminders,
  mail: async () => (await import('./mail.ts')).registerMail,
  company: async () => (await import('./companies.ts')).registerCompany,
  domain: async () => (await import('./domain.ts')).registerDomain,
  key: async () => (await import('./key.ts')).registerKey,
  user: async () => (await import('./user.ts')).registerUser,
  template: async () => (await import('./template-check.ts')).registerTemplate,
  bank: async () => (await import('./bank.ts')).registerBank,
  payments: async () => (await import('./money-in.ts')).registerPayments,
  collect: async () => (await import('./money-in.ts')).registerCollect,
  'direct-debit': async () => (await import('./money-in.ts')).registerDirectDebit,
  mandates: async () => (await import('./mandates.ts')).registerMandates,
  import: async () => (await import('./import.ts')).registerImport,
  export: async () => (await import('./export.ts')).registerExport,
  login: async () => (await import('./login.ts')).registerLogin,
  api: async () => (await import('./remote.ts')).registerRemote,
  listen: async () => (await import('./listen.ts')).registerListen,
  events: async () => (await import('./listen.ts')).registerEvents,
  completion: async () => (await import('./completion.ts')).registerCompletion,
})

/** Words of the command line that must not count as resources of a service. */
const OWN = ['serve', 'help', 'completion', 'profile', 'trigger', '']

/** Options without a command. */
const VERSION = ['--version', '-V']

/** Adds the requested command; for `--help` all commands; for other words those of a service. */
async function addCommands(program: Command, args: readonly string[]): Promise<void> {
  const name = (args[0] === '--company' ? args[2] : args[0]) ?? ''
  if (VERSION.includes(name)) return
  const asked = name === 'completion' ? undefined : MODULES[name]
  if (!asked && !OWN.includes(name) && !name.startsWith('-')) {
    const { registerResource } = await import('./resources.ts')
    registerResource(program, name)
    return
  }
  const needed = asked ? [asked] : Object.values(MODULES)
  for (const register of await Promise.all(needed.map((load) => load()))) register(program)
}

const program = new Command('billwright')
  .description('The invoicing service and its tools.')
  .version(packageVersion())
  .showHelpAfterError()
  .exitOverride()
// Only for `--help`: `bin/billwright.js` runs it in a separate process before this point.
program
  .command('serve')
  .description('run the service until SIGTERM or Ctrl-C')
  .option('--demo', 'fill an empty installation with sample data')
acceptCompany(program)
endWhenUnread()
program.addHelpText(
  'after',
  '\nCommands of a service follow its API, e.g. billwright invoices list --status sent.',
)
await exitWith(addCommands(program, process.argv.slice(2)).then(() => program.parseAsync()))
