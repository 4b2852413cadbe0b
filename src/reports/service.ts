import { type Clock, today } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { SettingsService } from '../settings/service.ts'
import { agedClaims, countDrafts, paidByMonth, refundsDue } from './repository.ts'
import { monthsUntil, type Summary, summarize } from './summary.ts'

export interface ReportDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsService
}

export type ReportService = ReturnType<typeof createReportService>

export function createReportService({ db, clock, settings }: ReportDeps) {
  return {
    /** What is owed and was paid, per currency, as of the company's today. */
    async summary(): Promise<Summary> {
      const day = today(clock, (await settings.current(db)).timeZone)
      const months = monthsUntil(day)
      const claims = await agedClaims(db, day)
      const paid = await paidByMonth(db, `${months[0] ?? day.slice(0, 7)}-01`)
      return {
        today: day,
        drafts: await countDrafts(db),
        currencies: summarize({ claims, refunds: await refundsDue(db), paid, months }),
      }
    },
  }
}
