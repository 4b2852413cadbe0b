import type { Command } from 'commander'
import { listAttentionReminders } from '../../messages/reminders/read.ts'
import { OPERATOR } from './installation.ts'
import { withApp } from './local.ts'
import { print, printJson, printTable } from './terminal.ts'

const LIMIT = 100

export function registerReminders(program: Command): void {
  const reminders = program.command('reminders').description('reminders of unpaid invoices')

  reminders
    .command('due')
    .description('list the reminders that wait for approval')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const due = await withApp(({ workFor, company }) =>
        listAttentionReminders(workFor(OPERATOR, company), LIMIT),
      )
      const rows = due.map(({ reminder, situation: { claim } }) => ({
        id: reminder.id,
        invoice: claim.number,
        customer: claim.customerName,
        level: reminder.level,
        since: reminder.createdAt,
        problem: reminder.problem?.code ?? null,
      }))
      if (json) return printJson(rows)
      if (rows.length === 0) return print('There are no reminders to approve.')
      printTable(
        ['ID', 'INVOICE', 'CUSTOMER', 'LEVEL', 'PROBLEM'],
        rows.map(({ id, invoice, customer, level, problem }) => [
          id,
          invoice ?? '',
          customer,
          String(level),
          problem ?? '-',
        ]),
      )
    })
}
