import type { Companies } from '../access/companies/companies.ts'
import { type Company, isOpen } from '../companies/company.ts'
import type { Directory } from '../companies/directory.ts'
import { LIMIT_NAMES, type LimitName } from '../companies/limits.ts'
import type { Actor } from '../http/actor.ts'
import type { Page, PageRequest } from '../http/pagination.ts'
import { countIssuedInMonth } from '../invoices/lookups.ts'
import { secondsAfter } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { CompanyId } from '../platform/database/tables.ts'
import { type EventHead, findHead, listEventHeads } from '../record/head.ts'
import { newestEventAt } from '../record/log.ts'
import { transaction } from '../record/transaction.ts'
import { type ReadWork, SERVICE, type WorkFor } from '../record/work.ts'
import type { ReportService } from '../reports/service.ts'
import * as repository from './repository.ts'

/** How many a company has of what can be limited. */
export type CountUsed = Readonly<Record<LimitName, (work: ReadWork) => Promise<number>>>

export interface UsageDeps {
  readonly db: Db
  readonly directory: Directory
  readonly workFor: WorkFor
  readonly reports: ReportService
  readonly companies: Pick<Companies, 'get' | 'list'>
  readonly countUsed: CountUsed
}

export interface Limited {
  readonly name: LimitName
  readonly used: number
  /** Null: as many as it likes. */
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

export type UsageService = ReturnType<typeof createUsageService>

const DAY_SECONDS = 24 * 60 * 60
const DAYS_SHOWN = 30
/** Figures are this old at most: days begin at other hours in other time zones. */
const FRESH_SECONDS = 6 * 60 * 60
const BATCH = 500

export function createUsageService(deps: UsageDeps) {
  const { db, directory, workFor, reports, companies } = deps

  const count = async (company: Company): Promise<void> => {
    const work = workFor(SERVICE, company)
    const { eventSequence } = await findHead(work)
    const { today, drafts, currencies } = await reports.summary(work)
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
    await transaction(work, (work) => repository.saveFigures(work, figures))
  }

  /** Whether anything happened since, or so long ago that invoices may have become overdue. */
  const isOutdated = (
    counted: repository.Counted | undefined,
    eventSequence: bigint,
    at: string,
  ): boolean =>
    counted?.eventSequence !== eventSequence || counted.countedAt < secondsAfter(at, -FRESH_SECONDS)

  return {
    /** What a company uses, for its people and for operators. */
    async get(actor: Actor, id: string): Promise<Usage> {
      const company = await companies.get(actor, id)
      const work = workFor(actor, company)
      const limits: Limited[] = []
      for (const name of LIMIT_NAMES) {
        const used = await deps.countUsed[name](work)
        limits.push({ name, used, max: company.limits[name] ?? null })
      }
      const since = secondsAfter(work.at, -DAYS_SHOWN * DAY_SECONDS).slice(0, 10)
      return { company, limits, days: await repository.listUsage(work, since) }
    },

    /** The caller's own companies with their figures. Operators see no figures of the others. */
    async summary(
      actor: Actor,
      request: PageRequest,
      isCounted: boolean,
    ): Promise<Page<CompanySummary>> {
      const page = await companies.list(actor, request, { isMine: true, isCounted })
      const numbers = page.data.map(({ number }) => number)
      const known =
        numbers.length === 0
          ? new Map<CompanyId, repository.Figures>()
          : await repository.listFigures(db, numbers)
      const data = page.data.map((company) => ({
        company,
        figures: known.get(company.number) ?? null,
      }))
      return { ...page, data }
    },

    /** Counts the figures of companies in which anything happened. Nothing with one company. */
    async countOutdated(at: string, signal: AbortSignal): Promise<void> {
      if (!(await directory.hasSeveral())) return
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
          if (!isOutdated(counted.get(company), eventSequence, at)) continue
          const entry = await directory.requireByNumber(company)
          if (isOpen(entry)) await count(entry)
        }
        after = last.company
      }
    },
  }
}
