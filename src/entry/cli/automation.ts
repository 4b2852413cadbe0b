import type { Command } from 'commander'
import { changeSettings } from '../../company/settings/change.ts'
import { createDirectory, existingCompanies } from '../../core/companies/directory.ts'
import { type AppParts, createParts } from '../../core/record/app.ts'
import { createWorkFor } from '../../core/record/work.ts'
import { systemClock } from '../../platform/clock.ts'
import { localTimeZone } from '../../platform/process.ts'
import { OPERATOR, withDatabase } from './installation.ts'
import { print } from './terminal.ts'

export function registerAutomation(program: Command): void {
  const automation = program.command('automation').description('automatic invoices and messages')

  automation
    .command('pause')
    .description('pause it in every company, e.g. after a restored backup')
    .action(async () => {
      const count = await withDatabase((db, config) =>
        setAutomation({ db, config }, { automationPaused: true }),
      )
      print(`Paused in ${companies(count)}. Resume in the console, or with \`automation resume\`.`)
    })

  automation
    .command('resume')
    .description('resume it in every company')
    .action(async () => {
      const count = await withDatabase((db, config) =>
        setAutomation({ db, config }, { automationPaused: false }),
      )
      print(`Resumed in ${companies(count)}.`)
    })
}

const companies = (count: number): string => (count === 1 ? 'one company' : `${count} companies`)

/** Changes the setting in every company and returns their number. */
export async function setAutomation(
  { db, config }: Pick<AppParts, 'db' | 'config'>,
  body: { readonly automationPaused: boolean },
): Promise<number> {
  const app = createParts({ config, db, clock: systemClock, timeZone: localTimeZone() })
  const workFor = createWorkFor(app)
  const directory = createDirectory({ db, clock: systemClock })
  let count = 0
  for await (const company of existingCompanies(directory)) {
    const change = { body, mode: 'patch', ifMatch: undefined } as const
    await changeSettings(workFor(OPERATOR, company), change)
    count += 1
  }
  return count
}
