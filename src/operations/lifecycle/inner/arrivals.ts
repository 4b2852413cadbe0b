import { numberOrder } from '@billwright/rules/folding'
import { deleteAccess } from '../../../company/access/company-access.ts'
import { type Company, isThere } from '../../../core/companies/company.ts'
import {
  changeInDirectory,
  type Directory,
  discardCompany,
  insertCompany,
  listTakenHandles,
  lockNextNumber,
} from '../../../core/companies/directory.ts'
import { GENESIS_OF_FIRST, genesisOfId } from '../../../core/record/head.ts'
import { instant, secondsAfter } from '../../../platform/clock.ts'
import type { Row } from '../../../platform/database/company-rows.ts'
import { inTransaction, type Trx } from '../../../platform/database/db.ts'
import { companyDb } from '../../../platform/database/scope.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { movedSearchText } from '../../../sales/invoices/list/search.ts'
import type { Manifest } from '../archive.ts'
import { eraseRows } from './erase.ts'
import { arrivalExpired, companyExists } from './errors.ts'

/** Imported last: no job may run before everything is there and verified. */
export const JOBS = 'jobs'

/** A company that has not arrived completely by then is deleted. */
const ARRIVAL_SECONDS = 7 * 24 * 60 * 60

/** Adds the company to the directory. First deletes the rows of a killed import. */
export async function enter(
  directory: Directory,
  { id, handle, handles, name, limits, genesis, created_at: createdAt }: Manifest['company'],
  known?: Company,
): Promise<Company> {
  const { db, clock } = directory
  const entry = {
    handle,
    name,
    limits,
    status: 'importing',
    genesis: genesis === genesisOfId(id) ? null : GENESIS_OF_FIRST,
    archive: null,
    lastHead: null,
    deleteAt: secondsAfter(instant(clock), ARRIVAL_SECONDS),
    statusBefore: null,
    domain: null,
  } as const
  if (known) {
    // The version changes first, so that no other command opens the company or deletes its rows.
    const entered = await changeInDirectory(directory, known.number, (before) => {
      if (isThere(before)) throw companyExists(`the company ${id}`)
      const { status, statusBefore, lastHead } = before
      return { ...entry, lastHead, statusBefore: status === 'deleted' ? status : statusBefore }
    })
    await eraseRows(companyDb(db, known.number))
    return entered
  }
  const [taken] = await listTakenHandles(directory, handles)
  if (taken !== undefined) throw companyExists(`another company with the handle ${taken}`)
  return inTransaction(db, async (trx) => {
    const number = await lockNextNumber(trx)
    const company = { ...entry, number, id, version: 1, createdAt, updatedAt: instant(clock) }
    await insertCompany(trx, company, handles)
    return company
  })
}

/** Opens a company that has arrived completely. `also` writes in the same transaction. */
export const open = (
  directory: Directory,
  company: Company,
  also?: (trx: Trx) => Promise<void>,
): Promise<Company> =>
  changeInDirectory(
    directory,
    company.number,
    (before) => {
      requireArriving(before, company)
      return { status: 'active', statusBefore: null, lastHead: null, deleteAt: null }
    },
    also,
  )

/** Throws if the company was deleted meanwhile, or arrives by another command. */
export function requireArriving({ status, version }: Company, company: Company): void {
  if (status !== 'importing' || version !== company.version) throw arrivalExpired()
}

/**
 * Deletes a company whose import or move was killed. Its new version prevents a late import from
 * opening it.
 */
export async function sweep(directory: Directory, { number }: Company) {
  const left = await changeInDirectory(directory, number, () => ({}))
  if (left.status !== 'importing') return
  const deleted = { ...left, status: 'deleted', statusBefore: null, name: '', limits: {} } as const
  const known = left.statusBefore === 'deleted' ? { ...deleted, deleteAt: null } : left
  await leave(directory, left, known)
}

/**
 * Deletes a company that has not arrived completely; one that was deleted before keeps that status.
 * Throws if it arrives by another command meanwhile.
 */
export async function leave(
  directory: Directory,
  company: Company,
  known?: Company,
): Promise<void> {
  const { db } = directory
  await changeInDirectory(directory, company.number, (before) => {
    requireArriving(before, company)
    return {}
  })
  await eraseRows(companyDb(db, company.number))
  await deleteAccess(db, company.number)
  if (known?.status === 'deleted') await changeInDirectory(directory, company.number, () => known)
  else await discardCompany(directory, company)
}

interface Way {
  readonly from: bigint
  readonly to: CompanyId
  readonly at: string
}

/** The values of a row that differ under another number. */
export function inItsPlace(table: string, row: Row, { from, to, at }: Way): Row {
  if (table === 'invoices' && typeof row.search_text === 'string')
    return ordered({ ...row, search_text: movedSearchText(row.search_text, { from, to }) })
  if (NUMBERED.includes(table)) return ordered(row)
  if (table === 'heads') return { ...row, frozen_at: null }
  if (table !== JOBS) return row
  const isFailed = row.failed_at !== null
  return { ...row, lease: null, again_at: null, due_at: isFailed ? null : (row.due_at ?? at) }
}

const NUMBERED = ['quotes', 'delivery_notes', 'supplier_invoices']

/** Computed again, as an archive may be a stranger's file. */
const ordered = (row: Row): Row => ({
  ...row,
  number_order: numberOrder(typeof row.number === 'string' ? row.number : null),
})
