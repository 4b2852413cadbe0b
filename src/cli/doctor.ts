import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { runChecks } from './doctor-checks.ts'
import { EXIT } from './exit.ts'
import { print, printJson, printTable } from './terminal.ts'

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check database, renderer, fonts, permissions and clock')
    .option('--json', 'print the checks as JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const checks = await runChecks(readConfig())
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
