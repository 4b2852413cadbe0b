import { formatMinor } from '@billwright/money'
import type { BookSums, Sum } from '../reports/book-sums.ts'

export type BookSumsView = ReturnType<typeof bookSumsView>

/** As it is stored, too. */
export const bookSumsView = (sums: readonly BookSums[]) =>
  sums.map(({ currency, ...it }) => {
    const view = ({ count, minor }: Sum) => ({ count, amount: formatMinor(minor, currency) })
    return {
      currency,
      invoices: view(it.invoices),
      credit_notes: view(it.creditNotes),
      payments: view(it.payments),
      settled: view(it.settled),
      on_account: view(it.onAccount),
    }
  })
