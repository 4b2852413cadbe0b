import { type Selectable, sql } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import type { Db } from '../../../platform/database/db.ts'
import {
  type CompanyDb,
  insertRows,
  tablesOf,
  tablesOfAllCompanies,
} from '../../../platform/database/scope.ts'
import type { CompanyId, Tables } from '../../../platform/database/tables.ts'
import type { Noted } from './near.ts'

export interface Used {
  readonly requests: number
  readonly pdfs: number
}

/** Total rows and bytes of a company. */
export interface Size {
  readonly rows: bigint
  /** Bytes of files, pictures and messages. */
  readonly bytes: bigint
}

export interface UsedOnDay extends Used {
  readonly day: string
  /** Null: not measured on this day. */
  readonly rows: number | null
  readonly bytes: number | null
}

export async function addUsage(
  scope: CompanyDb,
  day: string,
  { requests, pdfs }: Used,
): Promise<void> {
  await tablesOf(scope)
    .insertInto('usage_days', { day, requests: BigInt(requests), pdfs: BigInt(pdfs) })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'day']).doUpdateSet({
        requests: sql`usage_days.requests + excluded.requests`,
        pdfs: sql`usage_days.pdfs + excluded.pdfs`,
      }),
    )
    .execute()
}

export async function saveSize(
  scope: CompanyDb,
  day: string,
  { rows, bytes }: Size,
): Promise<void> {
  const size = { row_count: rows, byte_count: bytes }
  await tablesOf(scope)
    .insertInto('usage_days', { day, requests: 0n, pdfs: 0n, ...size })
    .onConflict((conflict) => conflict.columns(['company_id', 'day']).doUpdateSet(size))
    .execute()
}

export async function isMeasured(scope: CompanyDb, day: string): Promise<boolean> {
  const row = await tablesOf(scope)
    .selectFrom('usage_days')
    .select('day')
    .where('day', '=', day)
    .where('row_count', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The days with requests since a day, newest first. */
export async function listUsage(scope: CompanyDb, since: string): Promise<readonly UsedOnDay[]> {
  const rows = await tablesOf(scope)
    .selectFrom('usage_days')
    .select(['day', 'requests', 'pdfs', 'row_count', 'byte_count'])
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .execute()
  return rows.map(({ day, requests, pdfs, row_count, byte_count }) => ({
    day,
    requests: Number(requests),
    pdfs: Number(pdfs),
    rows: row_count === null ? null : Number(row_count),
    bytes: byte_count === null ? null : Number(byte_count),
  }))
}

/** The figures of a company in one currency. */
export interface Amounts {
  readonly currency: string
  readonly outstandingCount: number
  readonly outstandingMinor: bigint
  readonly overdueCount: number
  readonly overdueMinor: bigint
}

export interface Figures {
  readonly countedAt: string
  readonly day: string
  readonly eventSequence: bigint
  readonly drafts: number
  readonly issued: number
  readonly activeAt: string | null
  readonly currencies: readonly Amounts[]
}

/** Replaces the figures of the day. */
export async function saveFigures(work: Work, figures: Figures, limitsNear: Noted): Promise<void> {
  const row = {
    counted_at: figures.countedAt,
    day: figures.day,
    event_sequence: figures.eventSequence,
    drafts: BigInt(figures.drafts),
    issued: BigInt(figures.issued),
    active_at: figures.activeAt,
    limits_near: JSON.stringify(limitsNear),
  }
  await tablesOf(work)
    .insertInto('figures_at', row)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
  await tablesOf(work).deleteFrom('figures').where('day', '=', figures.day).execute()
  const rows = figures.currencies.map((it) => ({
    currency: it.currency,
    day: figures.day,
    outstanding_count: BigInt(it.outstandingCount),
    outstanding: it.outstandingMinor,
    overdue_count: BigInt(it.overdueCount),
    overdue: it.overdueMinor,
  }))
  if (rows.length > 0) await insertRows(work, 'figures', rows)
}

/** The limits about which the company was warned. */
export async function findNoted(scope: CompanyDb): Promise<Noted> {
  const row = await tablesOf(scope)
    .selectFrom('figures_at')
    .select('limits_near')
    .executeTakeFirst()
  return JSON.parse(row?.limits_near ?? '{}')
}

export async function findActivity(scope: CompanyDb): Promise<string | null> {
  const row = await tablesOf(scope).selectFrom('figures_at').select('active_at').executeTakeFirst()
  return row?.active_at ?? null
}

export interface Counted {
  readonly countedAt: string
  readonly eventSequence: bigint
}

/** When the figures of some companies were counted. */
export async function listCounted(
  db: Db,
  companies: readonly CompanyId[],
): Promise<ReadonlyMap<CompanyId, Counted>> {
  const rows = await tablesOfAllCompanies(db)
    .selectFrom('figures_at')
    .select(['company_id', 'counted_at', 'event_sequence'])
    .where('company_id', 'in', [...companies])
    .execute()
  return new Map(
    rows.map((row) => [
      row.company_id,
      { countedAt: row.counted_at, eventSequence: row.event_sequence },
    ]),
  )
}

/** The latest figures of the companies of a page. A company that was never counted is absent. */
export async function listFigures(
  db: Db,
  companies: readonly CompanyId[],
): Promise<ReadonlyMap<CompanyId, Figures>> {
  const rows = await tablesOfAllCompanies(db)
    .selectFrom('figures_at')
    .leftJoin('figures', (join) =>
      join
        .onRef('figures.company_id', '=', 'figures_at.company_id')
        .onRef('figures.day', '=', 'figures_at.day'),
    )
    .selectAll('figures_at')
    .select(['currency', 'outstanding_count', 'outstanding', 'overdue_count', 'overdue'])
    .where('figures_at.company_id', 'in', [...companies])
    .orderBy('figures_at.company_id')
    .orderBy('outstanding_count', 'desc')
    .orderBy('currency')
    .execute()
  const found = new Map<CompanyId, Figures>()
  for (const row of rows) {
    const before = found.get(row.company_id)
    const currencies = [...(before?.currencies ?? []), ...amountsOf(row)]
    found.set(row.company_id, { ...headOf(row), currencies })
  }
  return found
}

const headOf = (row: Selectable<Tables['figures_at']>) => ({
  countedAt: row.counted_at,
  day: row.day,
  eventSequence: row.event_sequence,
  drafts: Number(row.drafts),
  issued: Number(row.issued),
  activeAt: row.active_at,
})

type Joined = {
  readonly [Name in keyof Selectable<Tables['figures']>]: Selectable<Tables['figures']>[Name] | null
}

const amountsOf = (row: Omit<Joined, 'company_id' | 'day'>): readonly Amounts[] =>
  row.currency === null
    ? []
    : [
        {
          currency: row.currency,
          outstandingCount: Number(row.outstanding_count),
          outstandingMinor: row.outstanding ?? 0n,
          overdueCount: Number(row.overdue_count),
          overdueMinor: row.overdue ?? 0n,
        },
      ]
