import type { Command } from 'commander'
import { listDueRecurring } from '../../messages/recurring/occurrences.ts'
import { instant, systemClock } from '../../platform/clock.ts'
import { wrongUsage } from './exit.ts'
import { OPERATOR } from './installation.ts'
import { withApp } from './local.ts'
import { print, printJson, printTable } from './terminal.ts'

interface DueOptions {
  readonly at?: string
  readonly json?: boolean
}

export function registerRecurring(program: Command): void {
  const recurring = program.command('recurring').description('recurring invoices')

  recurring
    .command('due')
    .description(
      'list the invoices that the service would create, and matters that wait for you; creates nothing',
    )
    .option('--at <instant>', 'as if it were this instant, e.g. 2027-01-31T06:00:00Z')
    .option('--dry-run', 'no effect: this command never creates anything')
    .option('--json', 'print the result as JSON')
    .action(async ({ at, json }: DueOptions) => {
      const now = at === undefined ? instant(systemClock) : toInstant(at)
      const due = await withApp(({ workFor, company }) =>
        listDueRecurring({ ...workFor(OPERATOR, company), at: now }),
      )
      const rows = due.map(({ recurring: { id, name }, dates, attention }) => ({
        id,
        name,
        dates,
        attention,
      }))
      if (json) return printJson(rows)
      if (rows.length === 0) return print('Nothing is due.')
      printTable(
        ['ID', 'NAME', 'DAYS', 'WAITS FOR YOU'],
        rows.map(({ id, name, dates, attention }) => [
          id,
          name,
          dates.length > DAYS_SHOWN
            ? `${dates[0]} … ${dates.at(-1)} (${dates.length})`
            : dates.join(' '),
          attention ?? '-',
        ]),
      )
    })
}

const DAYS_SHOWN = 3

function toInstant(text: string): string {
  const date = new Date(text)
  if (Number.isNaN(date.getTime()))
    throw wrongUsage(`${text} is not an instant. Use a time such as 2027-01-31T06:00:00Z.`)
  return date.toISOString()
}
