import type { Command } from 'commander'
import { readConfig } from '../../platform/config.ts'
import { checkAutomation } from './doctor-automation.ts'
import { runChecks } from './doctor-checks.ts'
import { checkPayments } from './doctor-payments.ts'
import { EXIT } from './exit.ts'
import { print, printJson, printTable } from './terminal.ts'

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check database, renderer, fonts, permissions, clock, mail and payments')
    .option('--json', 'print the checks as JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const found = await runChecks(readConfig())
      // Only tables of this release can be read.
      const isReadable = found.some(({ name, ok }) => name === 'migrations' && ok)
      const checks = isReadable
        ? [...found, ...(await checkAutomation()), ...(await checkPayments())]
        : found
      const ok = checks.every((check) => check.ok)
      if (json) printJson({ ok, checks })
      else {
        printTable(
          ['CHECK', 'STATE', 'FOUND'],
          checks.map((check) => [check.name, check.ok ? 'ok' : 'FAULT', check.detail]),
        )
        print(ok ? 'All checks passed.' : 'Some checks failed; see FAULT above.')
      }
      if (!ok) process.exitCode = EXIT.fault
    })
}
