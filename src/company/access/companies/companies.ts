import {
  type Company,
  type CompanyStatus,
  isOpen,
  type Limits,
} from '../../../core/companies/company.ts'
import {
  changeInDirectory,
  countInDirectory,
  findCompanyByHandle,
  findCompanyById,
  insertCompany,
  listInDirectory,
  lockNextNumber,
} from '../../../core/companies/directory.ts'
import { companyClosed, companyNotFound } from '../../../core/companies/errors.ts'
import { type Actor, type Caller, requireScope } from '../../../core/http/actor.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../../core/http/etag.ts'
import { type Page, type PageRequest, toPage } from '../../../core/http/pagination.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { instant } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { newHandle, newId } from '../../../platform/ids.ts'
import type { Access, Source } from '../access.ts'
import { currentPasswordRequired, ownerOnly, ownerRequired, userNotFound } from '../errors.ts'
import {
  findMember,
  findUserByEmail,
  insertMembership,
  listMemberships,
  listOperators,
  requireUser,
} from '../inner/repository.ts'
import { ROLE_SCOPES, type Role, toEmail } from '../people/user.ts'
import { requirePasswordOf } from '../sign-in/inner/reauthentication.ts'
import { listOpenToSupport } from '../support/support.ts'

interface NewCompany {
  readonly name: string
  /** Address of the first owner, who must have an account; null: the caller, or the operators. */
  readonly owner: string | null
}

interface CompanyChanges {
  readonly name?: string | undefined
  readonly limits?: Limits | undefined
}

interface CompanyOfCaller extends Company {
  /** Null: the caller sees it without belonging to it. */
  readonly role: Role | null
}

interface Listing {
  /** Operators see all companies, unless they ask for their own. */
  readonly isMine: boolean
  /** For operators: only the companies that give them access now. */
  readonly isOpenToSupport?: boolean
}

interface PasswordShown {
  readonly password: string | undefined
  readonly source: Source
}

export const companyEtag = ({ id, version }: Company): string => etagOf(id, version)

/** Only operators see companies in which they have no role. */
const OWN_MAX = 1_000

/** The companies of the caller. A key belongs to its company, without a role. */
async function rolesOf(
  { db }: Access,
  { actor, company }: Caller,
): Promise<Map<CompanyId, Role | null>> {
  if (actor.kind === 'key') return new Map(company === null ? [] : [[company.number, null]])
  const memberships = await listMemberships(db, actor.id, OWN_MAX)
  return new Map(memberships.map((it) => [it.company, it.role]))
}

const openTo = async (access: Access, actor: Actor) =>
  isOperator(actor) ? listOpenToSupport(access) : []

/** One 404 for a company that does not exist and for one without access. */
export async function requireVisible(
  { db, directory }: Access,
  caller: Caller,
  id: string,
): Promise<Company> {
  const { actor } = caller
  const company = await findCompanyById(directory, id)
  if (!company) throw companyNotFound()
  const isOfKey = actor.kind === 'key' && caller.company?.id === id
  if (isOperator(actor) || isOfKey) return company
  if (await findMember(db, company.number, actor.id)) return company
  throw companyNotFound()
}

/** Operators decide about every company, owners about theirs. */
async function requireOwned(access: Access, caller: Caller, id: string): Promise<void> {
  const { number } = await requireVisible(access, caller, id)
  const { actor } = caller
  if (isOperator(actor)) return
  const member = await findMember(access.db, number, actor.id)
  if (member?.role !== 'owner') throw ownerOnly()
}

export async function requireRestorable(access: Access, caller: Caller, id: string): Promise<void> {
  if (caller.actor.kind === 'key') requireScope(caller.actor, 'companies')
  await requireOwned(access, caller, id)
}

async function changeVersion(
  { directory }: Access,
  { id, ifMatch }: VersionedRef,
  decide: (before: Company) => Partial<Company>,
): Promise<Company> {
  const known = await findCompanyById(directory, id)
  if (!known) throw companyNotFound()
  return changeInDirectory(directory, known.number, checkedFor({ id, ifMatch }, decide))
}

async function ownersOf(
  { db }: Access,
  actor: Actor,
  email: string | null,
): Promise<readonly string[]> {
  if (email === null && actor.kind === 'user') return [actor.id]
  if (email === null && actor.kind === 'system') return listOperators(db)
  if (email === null) throw ownerRequired()
  const user = await findUserByEmail(db, toEmail(email))
  if (user) return [user.id]
  throw userNotFound()
}

export async function listCompanies(
  access: Access,
  caller: Caller,
  request: PageRequest,
  { isMine, isOpenToSupport }: Listing,
): Promise<Page<CompanyOfCaller>> {
  const roles = await rolesOf(access, caller)
  const visible = isMine || !isOperator(caller.actor) ? [...roles.keys()] : null
  const only = isOpenToSupport ? inBoth(visible, await openTo(access, caller.actor)) : visible
  const companies = await listInDirectory(access.directory, only, request)
  const rows = companies.map((it) => ({ ...it, role: roles.get(it.number) ?? null }))
  const total = request.withTotal ? await countInDirectory(access.directory, only) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

/** The work of a person in one of their companies, by id or handle, with the role that they have there. */
export async function workInCompany(
  { db, directory, workFor }: Access,
  actor: Actor,
  named: string,
): Promise<ReadWork> {
  const company =
    (await findCompanyById(directory, named)) ?? (await findCompanyByHandle(directory, named))
  const isPerson = company !== undefined && actor.kind === 'user'
  const member = isPerson ? await findMember(db, company.number, actor.id) : undefined
  if (!company || !member) throw companyNotFound()
  return workFor({ ...actor, scopes: new Set(ROLE_SCOPES[member.role]) }, company)
}

/** Writes nothing into the tables of the company: it starts with the default settings. */
export async function createCompany(
  access: Access,
  actor: Actor,
  { name, owner }: NewCompany,
): Promise<Company> {
  const ownerIds = await ownersOf(access, actor, owner)
  const now = instant(access.clock)
  return inTransaction(access.db, async (trx) => {
    const company: Company = {
      number: await lockNextNumber(trx),
      id: newId('com'),
      version: 1,
      handle: newHandle(),
      name,
      status: 'active',
      limits: {},
      genesis: null,
      archive: null,
      lastHead: null,
      deleteAt: null,
      statusBefore: null,
      domain: null,
      createdAt: now,
      updatedAt: now,
    }
    await insertCompany(trx, company)
    for (const userId of ownerIds) {
      const membership = { company: company.number, userId, role: 'owner' } as const
      await insertMembership(trx, { ...membership, createdAt: now })
    }
    return company
  })
}

/** Owners rename their company; only operators set limits. */
export async function changeCompany(
  access: Access,
  caller: Caller,
  target: VersionedRef,
  changes: CompanyChanges,
): Promise<Company> {
  await requireOwned(access, caller, target.id)
  const { name, limits } = changes
  if (limits !== undefined && !isOperator(caller.actor)) throw ownerOnly()
  const decide = (before: Company) => ({ limits: limits ?? before.limits })
  if (name === undefined) return changeVersion(access, target, decide)
  const company = await requireVisible(access, caller, target.id)
  return access.nameCompany(access.workFor(caller.actor, company), name, checkedFor(target, decide))
}

export const setCompanyStatus = (
  access: Access,
  target: VersionedRef,
  status: CompanyStatus,
): Promise<Company> => changeVersion(access, target, () => ({ status }))

/** As restoring, but an owner proves with their password that they are still at the screen. */
export async function requireDeletable(
  access: Access,
  caller: Caller,
  id: string,
  shown: PasswordShown,
): Promise<void> {
  await requireRestorable(access, caller, id)
  if (isOperator(caller.actor)) return
  const { password, source } = shown
  if (password === undefined) throw currentPasswordRequired()
  const user = await requireUser(access.db, caller.actor.id)
  await requirePasswordOf(access, user, { password, pointer: '/password', source })
}

/** Decides only if the caller knows the current version and the company may change. */
const checkedFor =
  ({ ifMatch }: VersionedRef, decide: (before: Company) => Partial<Company>) =>
  (before: Company): Partial<Company> => {
    checkIfMatch(ifMatch, companyEtag(before))
    if (!isOpen(before)) throw companyClosed(before)
    return decide(before)
  }

/** @param visible null: all */
const inBoth = (
  visible: readonly CompanyId[] | null,
  open: readonly CompanyId[],
): readonly CompanyId[] =>
  visible === null ? open : open.filter((number) => visible.includes(number))

const isOperator = ({ scopes }: Actor): boolean => scopes.has('companies')
