import { LIMIT_NAMES, type LimitName } from '@billwright/rules/limits'
import { countActiveKeys } from '../../company/access/keys/keys.ts'
import { countPeople } from '../../company/access/people/people.ts'
import { measureTemplates } from '../../company/templates/read.ts'
import { type Company, isOpen } from '../../core/companies/company.ts'
import {
  firstCompany,
  hasSeveralCompanies,
  requireCompanyByNumber,
} from '../../core/companies/directory.ts'
import { sumFileBytes } from '../../core/files/read.ts'
import type { App } from '../../core/record/app.ts'
import { type EventHead, findHead, listEventHeads } from '../../core/record/head.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { newestEventAt } from '../../core/record/log.ts'
import { transaction } from '../../core/record/transaction.ts'
import { createWorkFor, type ReadWork, SERVICE } from '../../core/record/work.ts'
import { countWebhooks } from '../../core/webhooks/endpoints.ts'
import { secondsAfter } from '../../platform/clock.ts'
import {
  listCompanyTables,
  measureRows,
  type TableShape,
} from '../../platform/database/company-rows.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { readSummary } from '../../receivables/balances/read.ts'
import { countAllCustomers } from '../../sales/customers/read.ts'
import { countIssuedInMonth, countMadeInMonth } from '../../sales/invoices/lookups.ts'
import { type Counted, type NearLimit, nearOf, newsOf, toNoted } from './inner/near.ts'
import * as repository from './inner/repository.ts'

/** The number of each limited thing in a company. */
const COUNT_USED: Readonly<Record<LimitName, (work: ReadWork) => Promise<number>>> = {
  invoices_per_month: countMadeInMonth,
  customers: countAllCustomers,
  templates: async (work) => (await measureTemplates(work)).templates,
  template_bytes: async (work) => (await measureTemplates(work)).bytes,
  file_bytes: sumFileBytes,
  webhooks: countWebhooks,
  members: countPeople,
  keys: countActiveKeys,
}

interface Limited {
  readonly name: LimitName
  readonly used: number
  /** Null: no limit. */
  readonly max: number | null
}

export interface Usage {
  readonly company: Company
  readonly limits: readonly Limited[]
  readonly days: readonly repository.UsedOnDay[]
}

export interface CompanySummary {
  readonly company: Company
  /** Null: not counted yet. */
  readonly figures: repository.Figures | null
}

const DAY_SECONDS = 24 * 60 * 60
const DAYS_SHOWN = 30
/** Maximum age of figures. Days begin at other hours in other time zones. */
const FRESH_SECONDS = 6 * 60 * 60
const BATCH = 500

/** Usage of a company, for its people and for operators. */
export async function getUsage(work: ReadWork): Promise<Usage> {
  const { company } = work
  const limits: Limited[] = []
  for (const name of LIMIT_NAMES) {
    const used = await COUNT_USED[name](work)
    limits.push({ name, used, max: company.limits[name] ?? null })
  }
  const since = secondsAfter(work.at, -DAYS_SHOWN * DAY_SECONDS).slice(0, 10)
  return { company, limits, days: await repository.listUsage(work, since) }
}

/** The limits that are near or reached. */
export async function listNearLimits(work: ReadWork): Promise<readonly NearLimit[]> {
  const counted = await countLimited(work)
  if (counted.length === 0) return []
  return nearOf(counted, await repository.findNoted(work), work.company.updatedAt)
}

/** Companies with their figures. Call it with those of the caller only. */
export async function summarize(
  { db }: Pick<App, 'db'>,
  companies: readonly Company[],
): Promise<readonly CompanySummary[]> {
  const numbers = companies.map(({ number }) => number)
  const known =
    numbers.length === 0
      ? new Map<CompanyId, repository.Figures>()
      : await repository.listFigures(db, numbers)
  return companies.map((company) => ({ company, figures: known.get(company.number) ?? null }))
}

/** Counts the figures of companies with new events. Does nothing with one company without limits. */
export async function countOutdated(work: ReadWork, signal: AbortSignal): Promise<void> {
  const { db, directory } = work.app
  const first = await firstCompany(directory)
  const isLimited = Object.keys(first.limits).length > 0
  if (!isLimited && !(await hasSeveralCompanies(directory))) return
  const workFor = createWorkFor(work.app, work.follow)
  let shapes: readonly TableShape[] | null = null
  for (let after: CompanyId | null = null; ; ) {
    const heads: readonly EventHead[] = await listEventHeads(db, after, BATCH)
    const last = heads.at(-1)
    if (!last) return
    const counted = await repository.listCounted(
      db,
      heads.map(({ company }) => company),
    )
    for (const { company, eventSequence } of heads) {
      if (signal.aborted) return
      if (!isOutdated(counted.get(company), eventSequence, work.at)) continue
      const entry = await requireCompanyByNumber(directory, company)
      if (!isOpen(entry)) continue
      await count(workFor(SERVICE, entry))
      shapes ??= await listCompanyTables(db)
      await measure(workFor(SERVICE, entry), shapes)
    }
    after = last.company
  }
}

async function count(work: ReadWork): Promise<void> {
  const { eventSequence } = await findHead(work)
  const { today, drafts, currencies } = await readSummary(work)
  // Old events are deleted, and the last one may be among them.
  const activeAt = (await newestEventAt(work)) ?? (await repository.findActivity(work))
  const figures = {
    countedAt: work.at,
    day: today,
    eventSequence,
    drafts,
    issued: await countIssuedInMonth(work, today),
    activeAt,
    currencies: currencies.map(({ currency, outstanding, overdue }) => ({
      currency,
      outstandingCount: outstanding.count,
      outstandingMinor: outstanding.minor,
      overdueCount: overdue.count,
      overdueMinor: overdue.minor,
    })),
  }
  const noted = await repository.findNoted(work)
  const near = nearOf(await countLimited(work), noted, work.at)
  await transaction(work, async (work) => {
    await repository.saveFigures(work, figures, toNoted(near))
    for (const { name, used, max, percent } of newsOf(near, noted))
      recordEvent(work, {
        type: percent >= 100 ? 'limit.reached' : 'limit.near',
        resourceId: name,
        data: { name, used, max, percent },
      })
  })
}

/** The limits of the operator, and the used part of each. */
async function countLimited(work: ReadWork): Promise<readonly Counted[]> {
  const counted: Counted[] = []
  for (const name of LIMIT_NAMES) {
    const max = work.company.limits[name]
    if (max !== undefined) counted.push({ name, used: await COUNT_USED[name](work), max })
  }
  return counted
}

/** Once a day with changes. */
async function measure(work: ReadWork, shapes: readonly TableShape[]): Promise<void> {
  const day = work.at.slice(0, 10)
  if (await repository.isMeasured(work, day)) return
  const size = await measureRows(work, shapes)
  await transaction(work, (work) => repository.saveSize(work, day, size))
}

/** Whether there were events since, or enough time passed for invoices to become overdue. */
const isOutdated = (
  counted: repository.Counted | undefined,
  eventSequence: bigint,
  at: string,
): boolean =>
  counted?.eventSequence !== eventSequence || counted.countedAt < secondsAfter(at, -FRESH_SECONDS)
