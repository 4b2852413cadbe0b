import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../kernel/errors.ts'
import { isUniqueViolation } from '../../platform/database/db.ts'
import { type CompanyDb, insertRows, tablesOf } from '../../platform/database/scope.ts'
import { checkIfMatchOfNone, type VersionedRef } from '../http/etag.ts'
import { checkedBy, transaction } from '../record/transaction.ts'
import type { ReadWork, Work, WorkOf } from '../record/work.ts'
import type { ExternalIds } from './field.ts'

/* The ids of a resource in a shop, a CRM or an accounting program. Each belongs to one resource of
   its kind. */

export type Kind = 'customer' | 'entry' | 'invoice' | 'product' | 'quote'

const TAKEN = 'external_id_taken'

const externalIdTaken = (details: { readonly resource_id?: string } = {}): AppError =>
  new AppError(
    'conflict',
    'external_id_taken',
    'Another resource has this external id. Change that one, or leave the id out.',
    details,
  )

interface IdsChange {
  readonly kind: Kind
  readonly id: string
  readonly before: ExternalIds
  readonly after: ExternalIds
}

/** @throws AppError `external_id_taken`, with the resource that has one of them */
export async function saveExternalIds(
  work: Work,
  { kind, id, before, after }: IdsChange,
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return
  await deleteExternalIds(work, kind, id)
  await insertExternalIds(work, kind, [{ id, externalIds: after }])
}

/** Stores the external ids of resources that have none yet. */
export async function insertExternalIds(
  work: Work,
  kind: Kind,
  resources: readonly { readonly id: string; readonly externalIds: ExternalIds }[],
): Promise<void> {
  const rows = resources.flatMap(({ id, externalIds }) => {
    const unique = new Map(externalIds.map((it) => [JSON.stringify([it.system, it.id]), it]))
    return [...unique.values()].map((it) => ({
      kind,
      system: it.system,
      external_id: it.id,
      resource_id: id,
    }))
  })
  if (rows.length === 0) return
  const pairs = rows.map((row) => sql`(${row.system}, ${row.external_id})`)
  const taken = await tablesOf(work)
    .selectFrom('external_ids')
    .select('resource_id')
    .where('kind', '=', kind)
    .where(sql<boolean>`(system, external_id) in (values ${sql.join(pairs)})`)
    .limit(1)
    .executeTakeFirst()
  if (taken) throw externalIdTaken(taken)
  try {
    await insertRows(work, 'external_ids', rows)
  } catch (error) {
    throw isUniqueViolation(error) ? externalIdTaken() : error
  }
}

export async function deleteExternalIds(work: Work, kind: Kind, id: string): Promise<void> {
  await tablesOf(work)
    .deleteFrom('external_ids')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .execute()
}

/** The id of the resource. */
async function findByExternalId(
  scope: CompanyDb,
  kind: Kind,
  { system, id }: ExternalIds[number],
): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('external_ids')
    .select('resource_id')
    .where('kind', '=', kind)
    .where('system', '=', system)
    .where('external_id', '=', id)
    .executeTakeFirst()
  return row?.resource_id
}

/** The id of the first resource that has one of the external ids of a body. */
export async function findByAnyExternalId(
  scope: CompanyDb,
  kind: Kind,
  { external_ids: ids }: { readonly external_ids?: ExternalIds | null },
): Promise<string | undefined> {
  for (const id of ids ?? []) {
    const found = await findByExternalId(scope, kind, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** @throws AppError `external_id_taken` if a resource has one of the external ids of a body */
export async function requireFreeExternalIds(
  scope: CompanyDb,
  kind: Kind,
  body: { readonly external_ids?: ExternalIds | null },
): Promise<void> {
  const resource = await findByAnyExternalId(scope, kind, body)
  if (resource !== undefined) throw externalIdTaken({ resource_id: resource })
}

interface Uses<Input, Made> {
  readonly create: (work: Work, input: Input) => Promise<Made>
  readonly update: (work: Work, change: VersionedRef, input: Input) => Promise<Made>
}

type WithExternalIds = { readonly external_ids?: ExternalIds | null }

/** What `PUT …/external/:system/:id` does with resources of a kind, and what its body means. */
export const namedPut = <Input extends WithExternalIds, Made>(
  workOf: WorkOf,
  kind: Kind,
  uses: Uses<Input, Made>,
) => ({
  meaning: checkedBy(workOf, (work, input: Input, named: ExternalIds[number]) =>
    createOrUpdate(work, { kind, named, input }, uses),
  ),
  put(request: FastifyRequest & { params: ExternalIds[number]; body: Input }) {
    const { params: named, body: input, headers } = request
    const put = { kind, named, input, ifMatch: headers['if-match'] }
    return createOrUpdate(workOf(request), put, uses)
  },
})

interface Put<Input> {
  readonly kind: Kind
  /** The system and the id there. */
  readonly named: ExternalIds[number]
  readonly input: Input
  readonly ifMatch?: string | undefined
}

/** Changes the resource that has an external id, or creates it with that id. */
async function createOrUpdate<Input extends WithExternalIds, Made>(
  work: ReadWork | Work,
  { kind, named, input, ifMatch }: Put<Input>,
  { create, update }: Uses<Input, Made>,
): Promise<{ readonly made: Made; readonly isNew: boolean }> {
  const { system, id } = named
  const given = input.external_ids ?? []
  const hasNamed = given.some((it) => it.system === system && it.id === id)
  const withId = { ...input, external_ids: hasNamed ? given : [...given, { system, id }] }
  let isNew = false
  // The transaction returns the resource, so that a retry learns its id.
  const put = () =>
    transaction(work, async (work) => {
      const id = await findByExternalId(work, kind, named)
      isNew = id === undefined
      if (id === undefined) {
        checkIfMatchOfNone(ifMatch)
        return create(work, withId)
      }
      return update(work, { id, ifMatch }, input.external_ids === undefined ? input : withId)
    })
  // Another request may have created it at the same time; then this one changes it. After such an
  // error a caller's transaction is over.
  const made = await put().catch((error) => {
    const isLate = isNew && error instanceof AppError && error.code === TAKEN
    if (isLate && !('journal' in work)) return put()
    throw error
  })
  return { made, isNew }
}

/** Whether the resource has the external id of a query. */
export function hasExternalId(
  { companyId }: CompanyDb,
  kind: Kind,
  { column, query }: { readonly column: RawBuilder<unknown>; readonly query: string },
): RawBuilder<boolean> {
  const at = query.indexOf(':')
  return sql<boolean>`${column} = (select e.resource_id from external_ids as e
    where e.company_id = ${companyId} and e.kind = ${kind} and e.system = ${query.slice(0, at)}
      and e.external_id = ${query.slice(at + 1)})`
}
