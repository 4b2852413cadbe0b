import type { EventType } from '@billwright/rules/events'
import type { Company } from '../../../core/companies/company.ts'
import { lockCompany, requireCompanyByNumber } from '../../../core/companies/directory.ts'
import type { Actor } from '../../../core/http/actor.ts'
import { type Page, type PageRequest, toPage } from '../../../core/http/pagination.ts'
import { recordEvent } from '../../../core/record/journal.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import { instant, secondsAfter } from '../../../platform/clock.ts'
import { withoutCommitHook } from '../../../platform/database/commit-hook.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/ids.ts'
import type { Access } from '../access.ts'
import { ownerOnly, supportGrantNotFound } from '../errors.ts'
import { isOwner } from '../people/people.ts'
import type { User } from '../people/user.ts'
import { isActive, SUPPORT_SCOPES, type SupportAccess, type SupportGrant } from './inner/grant.ts'
import * as repository from './inner/repository.ts'

interface NewSupportGrant {
  readonly access: SupportAccess
  /** RFC 3339. */
  readonly expiresAt: string
}

/** An operator in a company that gave access. */
interface Admitted {
  readonly actor: Actor
  readonly company: Company
  readonly grant: SupportGrant
}

/** One request of an operator in such a company. */
interface SupportUse {
  readonly method: string
  /** Without its query, which may have names of customers. */
  readonly path: string
}

const DAY_SECONDS = 24 * 60 * 60
const DAYS_MAX = 30
const OPEN_MAX = 1_000

/** All grants, including ended ones. */
export async function listSupportGrants(
  { db, companyId }: ReadWork,
  request: PageRequest,
): Promise<Page<SupportGrant>> {
  const total = request.withTotal ? await repository.countGrants(db, companyId) : null
  const rows = await repository.listGrants(db, companyId, request)
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

/** Replaces an active grant. */
export async function grantSupport(
  { db }: Access,
  work: ReadWork,
  given: NewSupportGrant,
): Promise<SupportGrant> {
  if (!(await isOwner(work))) throw ownerOnly()
  const { companyId, actor, at: now } = work
  const grant: SupportGrant = {
    id: newId('sup'),
    company: companyId,
    access: given.access,
    grantedBy: actor.id,
    createdAt: now,
    expiresAt: toExpiry(given.expiresAt, now),
    revokedAt: null,
  }
  // First, so that every grant has its event.
  await note(work, 'support_grant.created', grant)
  return inTransaction(db, async (trx) => {
    await lockCompany(trx, companyId)
    await repository.revokeActive(trx, { company: companyId, now })
    await repository.insertGrant(trx, grant)
    return grant
  })
}

/** Operators lose access from the next request on. */
export async function revokeSupport({ db }: Access, work: ReadWork, id: string): Promise<void> {
  const { companyId, at: now } = work
  const grant = await repository.findGrant(db, companyId, id)
  if (!grant) throw supportGrantNotFound()
  const isEnded = !isActive(grant, now)
  await inTransaction(db, async (trx) => {
    await lockCompany(trx, companyId)
    if (!isEnded) await repository.revokeActive(trx, { company: companyId, now })
  })
  if (!isEnded) await note(work, 'support_grant.revoked', { ...grant, revokedAt: now })
}

/** Null: no owner of the company has given operators access. */
export async function admitSupport(
  { clock, db, directory }: Access,
  user: User,
  number: CompanyId,
): Promise<Admitted | null> {
  const grant = await repository.findActive(db, { company: number, now: instant(clock) })
  if (!grant) return null
  const scopes = new Set([...SUPPORT_SCOPES[grant.access], 'companies'] as const)
  const name = user.name ?? user.email
  const company = await requireCompanyByNumber(directory, number)
  return { actor: { kind: 'user', id: user.id, name, scopes }, company, grant }
}

/** Records the request before it is answered; if that fails, the request fails. */
export const recordSupportUse = (
  { workFor }: Access,
  { actor, company, grant }: Admitted,
  { method, path }: SupportUse,
): Promise<void> => note(workFor(actor, company), 'support_grant.used', grant, { method, path })

/** The companies that give operators access now. */
export const listOpenToSupport = ({ clock, db }: Access): Promise<readonly CompanyId[]> =>
  repository.listOpenCompanies(db, instant(clock), OPEN_MAX)

/** Grants are rows of the installation, and their events of the company: two transactions. */
const note = (
  work: ReadWork,
  type: EventType,
  { id, access, expiresAt }: SupportGrant,
  more: Partial<SupportUse> = {},
): Promise<void> =>
  withoutCommitHook(() =>
    transaction(work, async (work) => {
      const data = { id, access, expires_at: expiresAt, ...more }
      recordEvent(work, { type, resourceId: id, data })
    }),
  )

function toExpiry(text: string, now: string): string {
  const ms = Date.parse(text)
  const expiresAt = Number.isNaN(ms) ? '' : new Date(ms).toISOString()
  if (expiresAt > now && expiresAt <= secondsAfter(now, DAYS_MAX * DAY_SECONDS)) return expiresAt
  const message = `Use a time within the next ${DAYS_MAX} days.`
  const params = { until: secondsAfter(now, DAYS_MAX * DAY_SECONDS) }
  throw invalidRequest([{ pointer: '/expires_at', code: 'out_of_range', message, params }])
}
