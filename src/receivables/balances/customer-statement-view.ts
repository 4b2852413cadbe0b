import { formatMinor } from '@billwright/money'
import type { Account, CustomerStatement } from './customer-statement.ts'

export const customerStatementView = (statement: CustomerStatement) => ({
  customer_id: statement.customerId,
  customer_name: statement.customerName,
  from: statement.from,
  to: statement.to,
  accounts: statement.accounts.map(accountView),
})

function accountView(account: Account) {
  const { currency, ageing } = account
  const minor = (amount: bigint) => formatMinor(amount, currency)
  return {
    currency,
    opening_balance: minor(account.openingMinor),
    rows: account.rows.map((row) => ({
      date: row.day,
      type: row.kind,
      role: row.role,
      id: row.id,
      number: row.number,
      invoice_id: row.invoiceId,
      reference: row.reference,
      method: row.method,
      returned: row.isReturned,
      amount: minor(row.amountMinor),
      balance: minor(row.balanceMinor),
    })),
    invoiced: minor(account.invoicedMinor),
    credited: minor(account.creditedMinor),
    paid: minor(account.paidMinor),
    closing_balance: minor(account.closingMinor),
    ageing: {
      not_due: minor(ageing.notDue),
      days_1_30: minor(ageing.days1To30),
      days_31_60: minor(ageing.days31To60),
      days_61_90: minor(ageing.days61To90),
      over_90: minor(ageing.over90),
      credit: minor(ageing.credit),
    },
  }
}
