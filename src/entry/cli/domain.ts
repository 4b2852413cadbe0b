import type { Command } from 'commander'
import {
  addDomain,
  deleteDomain,
  listDomains,
  verifyDomain,
} from '../../company/access/domains/domains.ts'
import { domainView } from '../../company/access/view.ts'
import { withAccess } from './installation.ts'
import { print, printJson, printTable } from './terminal.ts'

interface JsonOption {
  readonly json?: boolean
}

interface AddOptions extends JsonOption {
  readonly mailOnly?: boolean
}

const JSON_OPTION = ['--json', 'print the result as JSON'] as const

export function registerDomain(program: Command): void {
  const domain = program
    .command('domain')
    .description('domains of a company for its links and e-mail')

  domain
    .command('list')
    .description('list the domains of the company')
    .option(...JSON_OPTION)
    .action(async ({ json }: JsonOption) => {
      const all = await withAccess((access, work) => listDomains(access, work))
      const views = all.map(domainView)
      if (json) return printJson(views)
      printTable(
        ['HOST', 'STATUS', 'TXT RECORD', 'VALUE'],
        views.map(({ host, status, record }) => [host, status, record.name, record.value]),
      )
    })

  domain
    .command('add')
    .description('add a domain and print the TXT record that proves it')
    .argument('<host>', 'host name, e.g. bills.example.org')
    .option('--mail-only', 'only for addresses of e-mail, not for links')
    .option(...JSON_OPTION)
    .action(async (host: string, { json, mailOnly = false }: AddOptions) => {
      const asked = { host, forLinks: !mailOnly }
      const added = domainView(await withAccess((access, work) => addDomain(access, work, asked)))
      if (json) return printJson(added)
      print(`Set this TXT record, then run \`billwright domain verify ${added.host}\`:`)
      print(`${added.record.name}  ${added.record.value}`)
    })

  domain
    .command('verify')
    .description('look up the TXT record of a domain')
    .argument('<host>', 'a domain of the company')
    .option(...JSON_OPTION)
    .action(async (host: string, { json }: JsonOption) => {
      const view = domainView(await withAccess((access, work) => verifyDomain(access, work, host)))
      if (json) return printJson(view)
      print(`${view.host} is verified.`)
    })

  domain
    .command('delete')
    .description('delete a domain; links with it stop working')
    .argument('<host>', 'a domain of the company')
    .action(async (host: string) => {
      await withAccess((access, work) => deleteDomain(access, work, host))
      print(`${host} is deleted.`)
    })
}
