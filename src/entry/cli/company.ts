import type { Command } from 'commander'
import type { Company } from '../../core/companies/company.ts'
import {
  createDirectory,
  findCompanyByHandle,
  findCompanyById,
  firstCompany,
  hasSeveralCompanies,
} from '../../core/companies/directory.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { wrongUsage } from './exit.ts'

let named: string | undefined

/** Whether a command line has `--company`. */
export const isCompanyNamed = (): boolean => named !== undefined

/** `--company`, of every command. */
export function acceptCompany(program: Command): void {
  program
    .option('--company <company>', 'id or handle of the company; needed if there are several')
    .hook('preAction', () => {
      named = program.opts<{ readonly company?: string }>().company
    })
}

/** The company of a command: the named one, or the only one. */
export async function chosenCompany(db: Db): Promise<Company> {
  if (named !== undefined) return namedCompany(db, named)
  const directory = createDirectory({ db, clock: systemClock })
  if (!(await hasSeveralCompanies(directory))) return firstCompany(directory)
  throw wrongUsage('There are several companies. Choose one with --company.')
}

/** The company with that id or handle. */
export async function namedCompany(db: Db, name: string): Promise<Company> {
  const found = await findNamed(db, name)
  if (found) return found
  throw wrongUsage(`There is no company ${name}. Use its id or its handle.`)
}

export async function findNamed(db: Db, name: string): Promise<Company | undefined> {
  const directory = createDirectory({ db, clock: systemClock })
  return (await findCompanyById(directory, name)) ?? (await findCompanyByHandle(directory, name))
}

/** The argument of commands for one company. */
export const COMPANY_ARGUMENT = ['<company>', 'id or handle of the company'] as const
