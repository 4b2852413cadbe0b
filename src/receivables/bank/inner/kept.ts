import { checkIfMatch, etagOf, type VersionedRef } from '../../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../../core/http/pagination.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import type { AppError } from '../../../kernel/errors.ts'
import { laterOf } from '../../../platform/clock.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { type IdPrefix, isId, newId } from '../../../platform/ids.ts'
import * as repository from './kept-repository.ts'

/* Accounts, profiles and rules: few rows of a company, which people keep. */

export interface Kept {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface KeptKind<It extends Kept> {
  readonly prefix: IdPrefix
  readonly table: repository.KeptTable
  readonly notFound: () => AppError
  readonly toIt: (row: repository.KeptRow) => It
  /** The columns beside those of `Kept`. */
  readonly toColumns: (it: It) => object
}

export const keptEtag = ({ id, version }: Kept): string => etagOf(id, version)

export async function requireKept<It extends Kept>(
  scope: CompanyDb,
  kind: KeptKind<It>,
  id: string,
): Promise<It> {
  const row = isId(kind.prefix, id) ? await repository.findKept(scope, kind.table, id) : undefined
  if (!row) throw kind.notFound()
  return kind.toIt(row)
}

export async function listKept<It extends Kept>(
  work: ReadWork,
  kind: KeptKind<It>,
  { archived = null, ...query }: PageQueryInput & { readonly archived?: boolean | null },
): Promise<Page<It>> {
  const request = toPageRequest(query, 'created_at')
  const rows = (await repository.listKept(work, kind.table, request, archived)).map(kind.toIt)
  const total = request.withTotal ? await repository.countKept(work, kind.table, archived) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

export async function createKept<It extends Kept>(
  work: Work,
  kind: KeptKind<It>,
  content: Omit<It, keyof Kept>,
): Promise<It> {
  const stamps = { id: newId(kind.prefix), version: 1, createdAt: work.at, updatedAt: work.at }
  const it = { ...content, ...stamps } as It
  await repository.insertKept(work, kind.table, rowOf(kind, it))
  return it
}

export function changeKept<It extends Kept>(
  work: ReadWork,
  kind: KeptKind<It>,
  { id, ifMatch }: VersionedRef,
  decide: (work: Work, before: It) => Omit<It, keyof Kept> | Promise<Omit<It, keyof Kept>>,
): Promise<It> {
  return transaction(work, async (work) => {
    const before = await lockKept(work, kind, { id, ifMatch })
    const content = await decide(work, before)
    const after = {
      ...before,
      ...content,
      version: before.version + 1,
      updatedAt: laterOf(work.at, before.updatedAt),
    }
    await repository.saveKept(work, kind.table, rowOf(kind, after))
    return after
  })
}

export function deleteKept<It extends Kept>(
  work: ReadWork,
  kind: KeptKind<It>,
  { id, ifMatch }: VersionedRef,
): Promise<void> {
  return transaction(work, async (work) => {
    await lockKept(work, kind, { id, ifMatch })
    await repository.deleteKept(work, kind.table, id)
  })
}

async function lockKept<It extends Kept>(
  work: Work,
  kind: KeptKind<It>,
  { id, ifMatch }: VersionedRef,
): Promise<It> {
  if (!isId(kind.prefix, id)) throw kind.notFound()
  await repository.lockKept(work, kind.table, id)
  const it = await requireKept(work, kind, id)
  checkIfMatch(ifMatch, keptEtag(it))
  return it
}

const rowOf = <It extends Kept>(kind: KeptKind<It>, it: It): repository.KeptRow => ({
  ...kind.toColumns(it),
  id: it.id,
  version: BigInt(it.version),
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

export const keptStamps = (row: repository.KeptRow): Kept => ({
  id: row.id,
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
