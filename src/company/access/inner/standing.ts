import { type Company, isThere } from '../../../core/companies/company.ts'
import { type Directory, requireCompanyByNumber } from '../../../core/companies/directory.ts'
import { companyNotFound, companyRequired } from '../../../core/companies/errors.ts'
import type { Caller, Scope } from '../../../core/http/actor.ts'
import type { Db } from '../../../platform/database/db.ts'
import { ROLE_SCOPES, type Role, type User } from '../people/user.ts'
import { listMemberships, type Membership } from './repository.ts'

/** The company that a request is for, and the person's role in it. */
export interface Standing extends Pick<Caller, 'refusal'> {
  readonly company: Company | null
  readonly role: Role | null
}

/** The standing in the named company, or in the only one the person belongs to. `memberships` are all candidates. */
export async function standingIn(
  directory: Directory,
  memberships: readonly Membership[],
): Promise<Standing> {
  const [only, ...others] = memberships
  if (only === undefined) return { ...NOWHERE, refusal: companyNotFound() }
  if (others.length > 0) return { ...NOWHERE, refusal: companyRequired() }
  const company = await requireCompanyByNumber(directory, only.company)
  if (!isThere(company)) return { ...NOWHERE, refusal: companyNotFound() }
  return { company, role: only.role }
}

const NOWHERE = { company: null, role: null }

/** If no company is named. */
export const standingOf = async (directory: Directory, db: Db, { id }: User): Promise<Standing> =>
  standingIn(directory, await listMemberships(db, id, 2))

export const scopesOf = (user: User, { role }: Pick<Standing, 'role'>): readonly Scope[] => [
  ...(role === null ? [] : ROLE_SCOPES[role]),
  ...(user.isOperator ? (['companies'] as const) : []),
]
