import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import {
  createCompany,
  listCompanies,
  setCompanyStatus,
} from '../../company/access/companies/companies.ts'
import { companyView } from '../../company/access/view.ts'
import { findCompanyEver } from '../../core/companies/directory.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { PASSPHRASE_LENGTH_MIN } from '../../operations/lifecycle/archive.ts'
import {
  deleteCompany,
  exportCompany,
  importArchive,
  requireCompany,
  restoreCompany,
} from '../../operations/lifecycle/lifecycle.ts'
import type { Db } from '../../platform/database/db.ts'
import { PRIVATE_FILE } from '../../platform/private-file.ts'
import { COMPANY_ARGUMENT, namedCompany } from './company.ts'
import { registerMove } from './company-move.ts'
import { registerPlace } from './company-place.ts'
import { wrongUsage } from './exit.ts'
import { everyEntry, OPERATOR, withInstallation } from './installation.ts'
import { withServices } from './local.ts'
import { readPassphrase } from './password-prompt.ts'
import { print, printJson, printTable, withBar } from './terminal.ts'
import { verifyNamed } from './verify.ts'

interface JsonOption {
  readonly json?: boolean
}

const JSON_OPTION = ['--json', 'print the result as JSON'] as const

export function registerCompany(program: Command): void {
  const company = program.command('company').description('companies of this installation')
  registerList(company)
  registerCreate(company)
  registerStatus(company, 'suspend')
  registerPlace(company)
  registerStatus(company, 'resume')
  registerExport(company)
  registerImport(company)
  registerMove(company)
  registerDeletion(company)
  company
    .command('verify')
    .description('verify one company, as `verify --company` does')
    .argument(...COMPANY_ARGUMENT)
    .option(...JSON_OPTION)
    .action((name: string, { json = false }: JsonOption) => verifyNamed(name, json))
}

function registerList(company: Command): void {
  company
    .command('list')
    .description('list all companies')
    .option(...JSON_OPTION)
    .action(async ({ json }: JsonOption) => {
      const caller = { actor: OPERATOR, company: null }
      const all = await withInstallation((access) =>
        everyEntry((request) => listCompanies(access, caller, request, { isMine: false })),
      )
      const views = all.map(companyView)
      if (json) return printJson(views)
      printTable(
        ['ID', 'HANDLE', 'STATUS', 'NAME'],
        views.map((it) => [it.id, it.handle, it.status, it.name]),
      )
    })
}

function registerCreate(company: Command): void {
  company
    .command('create')
    .description('create a company; the owner must have an account already')
    .argument('<name>', 'name of the company')
    .requiredOption('--owner <email>', 'e-mail address of the first owner')
    .option(...JSON_OPTION)
    .action(async (name: string, { owner, json }: JsonOption & { readonly owner: string }) => {
      const made = await withInstallation((access) =>
        createCompany(access, OPERATOR, { name, owner }),
      )
      if (json) return printJson(companyView(made))
      print(`Created ${made.name} (${made.id}).`)
    })
}

const STATUS_COMMANDS = {
  suspend: {
    status: 'suspended',
    description: 'stop a company from issuing anything',
    done: 'suspended',
  },
  resume: { status: 'active', description: 'let a company issue again', done: 'active' },
} as const

function registerStatus(company: Command, action: keyof typeof STATUS_COMMANDS): void {
  const { status, description, done } = STATUS_COMMANDS[action]
  company
    .command(action)
    .description(description)
    .argument(...COMPANY_ARGUMENT)
    .option(...JSON_OPTION)
    .action(async (name: string, { json }: JsonOption) => {
      const changed = await withInstallation(async (access, { db }) =>
        setCompanyStatus(access, await targetOf(db, name), status),
      )
      if (json) return printJson(companyView(changed))
      print(`${changed.name} is ${done}.`)
    })
}

function registerExport(company: Command): void {
  company
    .command('export')
    .description('write everything that a company has into a zip')
    .argument(...COMPANY_ARGUMENT)
    .argument('<file>', 'the new file; must not exist')
    .option(...JSON_OPTION)
    .action(async (name: string, file: string, { json }: JsonOption) => {
      const passphrase = await readPassphrase({ isNew: true })
      if (passphrase.length < PASSPHRASE_LENGTH_MIN)
        throw wrongUsage(`Choose a passphrase of at least ${PASSPHRASE_LENGTH_MIN} characters.`)
      const taken = await withServices(async ({ services: { lifecycle }, directory }, db) => {
        const { id } = await namedCompany(db, name)
        const { stream } = exportCompany(lifecycle, await requireCompany(lifecycle, id), passphrase)
        await pipeline(stream, createWriteStream(file, { mode: PRIVATE_FILE, flags: 'wx' }))
        return (await findCompanyEver(directory, id))?.archive
      })
      if (json) printJson({ file, sha256: taken?.sha256 })
      else print(`Exported to ${file}. SHA-256: ${taken?.sha256}`)
    })
}

function registerImport(company: Command): void {
  company
    .command('import')
    .description('import an exported company, with its ids, numbers and links')
    .argument('<file>', 'a file from `company export`')
    .option('--with-keys', 'keep the API keys of the company valid here')
    .option('--owner <email>', 'e-mail address of a person here, who becomes its owner')
    .option(...JSON_OPTION)
    .action(async (path: string, { withKeys = false, owner = null, json }: ImportFlags) => {
      const passphrase = await readPassphrase({ isNew: false })
      const made = await withBar('Importing', (onProgress) =>
        withServices(({ services }) =>
          importArchive(services.lifecycle, { path, passphrase, withKeys, owner, onProgress }),
        ),
      )
      if (json) printJson(companyView(made))
      else print(`Imported ${made.name} (${made.id}). Its webhooks are paused.`)
    })
}

function registerDeletion(company: Command): void {
  company
    .command('delete')
    .description('delete a company in 30 days; until then it can be restored')
    .argument(...COMPANY_ARGUMENT)
    .option(...JSON_OPTION)
    .action(async (name: string, { json }: JsonOption) => {
      const deleting = await withServices(async ({ services }, db) =>
        deleteCompany(services.lifecycle, await targetOf(db, name)),
      )
      if (json) printJson(companyView(deleting))
      else print(`${deleting.name} is deleted on ${deleting.deleteAt?.slice(0, 10)}.`)
    })

  company
    .command('restore')
    .description('cancel the deletion of a company')
    .argument(...COMPANY_ARGUMENT)
    .option(...JSON_OPTION)
    .action(async (name: string, { json }: JsonOption) => {
      const restored = await withServices(async ({ services }, db) =>
        restoreCompany(services.lifecycle, await targetOf(db, name)),
      )
      if (json) printJson(companyView(restored))
      else print(`${restored.name} is ${restored.status}.`)
    })
}

const targetOf = async (db: Db, name: string): Promise<VersionedRef> => ({
  id: (await namedCompany(db, name)).id,
  ifMatch: undefined,
})

interface ImportFlags extends JsonOption {
  readonly withKeys?: boolean
  readonly owner?: string | null
}
