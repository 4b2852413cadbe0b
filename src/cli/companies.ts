import type { Command } from 'commander'
import { companyView } from '../access/view.ts'
import type { CompanyStatus } from '../companies/company.ts'
import { registerPlace } from './company-place.ts'
import { everyEntry, OPERATOR, withInstallation } from './installation.ts'
import { print, printJson, printTable } from './terminal.ts'

interface JsonOption {
  readonly json?: boolean
}

const JSON_OPTION = ['--json', 'print the result as JSON'] as const

export function registerCompany(program: Command): void {
  const company = program.command('company').description('companies of this installation')

  company
    .command('list')
    .description('list all companies')
    .option(...JSON_OPTION)
    .action(async ({ json }: JsonOption) => {
      const all = await withInstallation(({ companies }) =>
        everyEntry((request) =>
          companies.list(OPERATOR, request, { isMine: false, isCounted: false }),
        ),
      )
      const views = all.map(companyView)
      if (json) return printJson(views)
      printTable(
        ['ID', 'HANDLE', 'STATUS', 'NAME'],
        views.map((it) => [it.id, it.handle, it.status, it.name]),
      )
    })

  company
    .command('create')
    .description('create a company; its owner is a person who can sign in already')
    .argument('<name>', 'name of the company')
    .requiredOption('--owner <email>', 'e-mail address of the first owner')
    .option(...JSON_OPTION)
    .action(async (name: string, { owner, json }: JsonOption & { readonly owner: string }) => {
      const made = await withInstallation(({ companies }) =>
        companies.create(OPERATOR, { name, owner }),
      )
      if (json) return printJson(companyView(made))
      print(`Created ${made.name} (${made.id}).`)
    })

  const add = (action: string, status: CompanyStatus, description: string, done: string) =>
    company
      .command(action)
      .description(description)
      .argument('<id>', 'id of the company, from `company list`')
      .option(...JSON_OPTION)
      .action(async (id: string, { json }: JsonOption) => {
        const changed = await withInstallation(({ companies }) =>
          companies.setStatus({ id, ifMatch: undefined }, status),
        )
        if (json) return printJson(companyView(changed))
        print(`${changed.name} is ${done}.`)
      })
  add('suspend', 'suspended', 'stop a company from issuing anything', 'suspended')
  registerPlace(company)
  add('resume', 'active', 'let a company issue again', 'active')
}
