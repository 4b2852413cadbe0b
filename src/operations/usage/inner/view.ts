import { formatMinor } from '@billwright/money'
import type { CompanySummary, Usage } from '../usage.ts'
import { percentOf } from './near.ts'
import type { Amounts } from './repository.ts'

export const usageView = ({ company, limits, days }: Usage) => ({
  company: company.id,
  limits: limits.map(({ name, used, max }) => ({
    name,
    used,
    max,
    percent: max === null ? null : percentOf(used, max),
  })),
  days: [...days],
})

export const companySummaryView = ({ company, figures }: CompanySummary) => ({
  id: company.id,
  handle: company.handle,
  name: company.name,
  status: company.status,
  counted_at: figures?.countedAt ?? null,
  drafts: figures?.drafts ?? null,
  issued_this_month: figures?.issued ?? null,
  last_activity_at: figures?.activeAt ?? null,
  currencies: (figures?.currencies ?? []).map(currencyView),
})

const currencyView = (it: Amounts) => ({
  currency: it.currency,
  outstanding: {
    count: it.outstandingCount,
    amount: formatMinor(it.outstandingMinor, it.currency),
  },
  overdue: { count: it.overdueCount, amount: formatMinor(it.overdueMinor, it.currency) },
})
