import { formatMinor } from '@billwright/money'
import type { AccountBalance, AccountEntry } from '../../../sales/ledger/entry.ts'

export const entryView = (entry: AccountEntry) => ({
  id: entry.id,
  kind: entry.kind,
  amount: formatMinor(entry.amountMinor, entry.currency),
  balance: formatMinor(entry.balanceMinor, entry.currency),
  currency: entry.currency,
  invoice_id: entry.invoiceId,
  payment_id: entry.paymentId,
  paid_at: entry.paidAt,
  method: entry.method,
  reference: entry.reference,
  note: entry.note,
  created_at: entry.createdAt,
})

export const balancesView = (balances: readonly AccountBalance[]) =>
  balances.map(({ currency, minor }) => ({ currency, balance: formatMinor(minor, currency) }))
