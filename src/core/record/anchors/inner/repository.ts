import { batchesOf } from '../../../../platform/database/compiled.ts'
import type { Db, Trx } from '../../../../platform/database/db.ts'
import { tablesOfAllCompanies } from '../../../../platform/database/scope.ts'
import type { CompanyId } from '../../../../platform/database/tables.ts'

export interface Anchor {
  readonly number: bigint
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string
  readonly at: string
  readonly heads: number
  readonly previousRoot: string
  readonly root: string
}

/** The head of a company's chain. Sequence 0: the company is deleted. */
export interface HeadOfCompany {
  readonly company: bigint
  readonly sequence: bigint
  readonly hash: string
}

const BATCH = 1_000

export async function findLastAnchor(db: Db): Promise<Anchor | undefined> {
  const row = await db
    .selectFrom('anchors')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toAnchor(row)
}

export async function* listAnchors(db: Db): AsyncGenerator<Anchor> {
  for (let after = 0n; ; ) {
    const rows = await db
      .selectFrom('anchors')
      .selectAll()
      .where('number', '>', after)
      .orderBy('number')
      .limit(BATCH)
      .execute()
    for (const row of rows) yield toAnchor(row)
    after = rows.at(-1)?.number ?? after
    if (rows.length < BATCH) return
  }
}

/** False: another process has stored the anchor of that day. */
export async function insertAnchor(
  trx: Trx,
  anchor: Anchor,
  moved: readonly HeadOfCompany[],
): Promise<boolean> {
  const { number, day, at, root } = anchor
  const inserted = await trx
    .insertInto('anchors')
    .values({
      number,
      day,
      at,
      heads: BigInt(anchor.heads),
      previous_root: anchor.previousRoot,
      root,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .execute()
  if (inserted.length === 0) return false
  for (const batch of batchesOf(moved)) {
    const rows = batch.map((head) => ({ anchor: number, ...head }))
    await trx.insertInto('anchored_heads').values(rows).execute()
  }
  return true
}

/** The current heads of all companies, by number; only read. */
export async function* listHeads(db: Db): AsyncGenerator<HeadOfCompany> {
  for (let after = 0n; ; ) {
    const rows = await tablesOfAllCompanies(db)
      .selectFrom('heads')
      .select(['company_id as company', 'revision_sequence as sequence', 'revision_hash as hash'])
      .where('company_id', '>', after as CompanyId)
      .orderBy('company_id')
      .limit(BATCH)
      .execute()
    yield* rows
    after = rows.at(-1)?.company ?? after
    if (rows.length < BATCH) return
  }
}

/** The heads in the tree of an anchor, in the same order. */
export async function* listHeadsAt(db: Db, anchor: bigint): AsyncGenerator<HeadOfCompany> {
  for (let after = 0n; ; ) {
    const rows = await db
      .selectFrom('anchored_heads as head')
      .innerJoin(
        (eb) =>
          eb
            .selectFrom('anchored_heads')
            .select((it) => ['company', it.fn.max<bigint>('anchor').as('anchor')])
            .where('anchor', '<=', anchor)
            .where('company', '>', after)
            .groupBy('company')
            .orderBy('company')
            .limit(BATCH)
            .as('last'),
        (join) =>
          join.onRef('head.company', '=', 'last.company').onRef('head.anchor', '=', 'last.anchor'),
      )
      .select(['head.company', 'head.sequence', 'head.hash'])
      .orderBy('head.company')
      .execute()
    for (const head of rows) if (head.sequence > 0n) yield head
    after = rows.at(-1)?.company ?? after
    if (rows.length < BATCH) return
  }
}

/** The heads that changed before an anchor. */
export const listMoved = (db: Db, anchor: bigint): Promise<readonly HeadOfCompany[]> =>
  db
    .selectFrom('anchored_heads')
    .select(['company', 'sequence', 'hash'])
    .where('anchor', '=', anchor)
    .orderBy('company')
    .execute()

/** The anchors of a company, the oldest first. */
export const listOfCompany = (
  db: Db,
  company: CompanyId,
): Promise<readonly (Omit<HeadOfCompany, 'company'> & { readonly anchor: bigint })[]> =>
  db
    .selectFrom('anchored_heads')
    .select(['anchor', 'sequence', 'hash'])
    .where('company', '=', company)
    .orderBy('anchor')
    .execute()

const toAnchor = ({
  previous_root,
  heads,
  ...row
}: {
  readonly number: bigint
  readonly day: string
  readonly at: string
  readonly heads: bigint
  readonly previous_root: string
  readonly root: string
}): Anchor => ({ ...row, heads: Number(heads), previousRoot: previous_root })
