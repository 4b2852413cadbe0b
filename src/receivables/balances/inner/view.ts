import { formatMinor } from '@billwright/money'
import type { CustomerBalance } from './balances.ts'
import type { Cash, CurrencySummary, Sum, Summary } from './summary.ts'

export const summaryView = ({ today, drafts, currencies }: Summary) => ({
  today,
  drafts,
  currencies: currencies.map(currencyView),
})

export const balanceView = ({ customerId, lastActivity, currencies }: CustomerBalance) => ({
  customer_id: customerId,
  last_activity: lastActivity,
  currencies: currencies.map(({ currency, openMinor, overdueMinor, balanceMinor }) => ({
    currency,
    open: formatMinor(openMinor, currency),
    overdue: formatMinor(overdueMinor, currency),
    balance: formatMinor(balanceMinor, currency),
  })),
})

function currencyView(summary: CurrencySummary) {
  const {
    currency,
    outstanding,
    overdue,
    refundsDue,
    onAccount,
    ageing,
    expected,
    receivedByDay,
    overdueByDay,
    paid,
    paidInYears,
  } = summary
  const claims = ({ count, minor }: Sum) => ({ count, amount: formatMinor(minor, currency) })
  const cash = ({ minor, refundedMinor }: Cash) => ({
    amount: formatMinor(minor, currency),
    refunded: formatMinor(refundedMinor, currency),
  })
  return {
    currency,
    outstanding: claims(outstanding),
    overdue: claims(overdue),
    refunds_due: claims(refundsDue),
    on_account: claims(onAccount),
    ageing: {
      not_due: claims(ageing.notDue),
      days_1_30: claims(ageing.days1To30),
      days_31_60: claims(ageing.days31To60),
      days_61_90: claims(ageing.days61To90),
      over_90: claims(ageing.over90),
    },
    expected: expected.map(({ from, to, ...due }) => ({ from, to, ...claims(due) })),
    received_by_day: receivedByDay.map(({ day, ...it }) => ({ day, ...cash(it) })),
    overdue_by_day: overdueByDay.map(({ day, ...due }) => ({ day, ...claims(due) })),
    paid: paid.map(({ month, ...it }) => ({ month, ...cash(it) })),
    paid_in_years: paidInYears.map(({ year, ...it }) => ({ year, ...cash(it) })),
  }
}
