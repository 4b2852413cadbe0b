import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { type CompanyDb, insertRows, tablesOf } from '../../platform/database/scope.ts'
import type { Work } from '../record/work.ts'
import type { Kind } from './external-ids.ts'

/* The pairs of metadata for finding resources. */

export type Metadata = Readonly<Record<string, string>>

interface Change {
  readonly kind: Kind
  readonly id: string
  readonly before: Metadata
  readonly after: Metadata
}

export async function saveMetadata(work: Work, { kind, id, before, after }: Change): Promise<void> {
  if (isDeepStrictEqual(before, after)) return
  if (Object.keys(before).length > 0) await deleteMetadata(work, kind, id)
  await insertMetadata(work, kind, [{ id, metadata: after }])
}

/** The pairs of new resources. */
export async function insertMetadata(
  work: Work,
  kind: Kind,
  resources: readonly { readonly id: string; readonly metadata: Metadata }[],
): Promise<void> {
  const rows = resources.flatMap(({ id, metadata }) =>
    Object.entries(metadata).map(([name, value]) => ({ kind, name, value, resource_id: id })),
  )
  await insertRows(work, 'metadata_pairs', rows)
}

export async function deleteMetadata(work: Work, kind: Kind, id: string): Promise<void> {
  await tablesOf(work)
    .deleteFrom('metadata_pairs')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .execute()
}

/** Whether the resource has each of these pairs. */
export const hasMetadata = (
  { companyId }: CompanyDb,
  kind: Kind,
  { column, pairs }: { readonly column: RawBuilder<unknown>; readonly pairs: Metadata },
): readonly RawBuilder<boolean>[] =>
  Object.entries(pairs).map(
    ([name, value]) =>
      sql<boolean>`${column} in (select m.resource_id from metadata_pairs as m
        where m.company_id = ${companyId} and m.kind = ${kind} and m.name = ${name}
          and m.value = ${value})`,
  )
