// Gives the books what changed since the last run. The state is one instant, kept in a file.
import { readFileSync, writeFileSync } from 'node:fs'
import { createBillwright } from '@billwright/sdk'

const billwright = createBillwright({
  baseUrl: process.env.BILLWRIGHT_URL ?? 'http://127.0.0.1:3000',
  apiKey: process.env.BILLWRIGHT_API_KEY ?? '',
})
const STATE = process.env.STATE_FILE ?? 'books-state.json'

let since = '2020-01-01T00:00:00Z'
try {
  since = JSON.parse(readFileSync(STATE, 'utf8')).since
} catch {
  console.error('No state yet: everything is read.')
}

const list = billwright.invoices.list({ updated_since: since, limit: 100 })
const { sync_until } = await list
for await (const entry of list)
  if (entry.status !== 'draft')
    console.log([entry.number, entry.customer_name, entry.total, entry.status].join(';'))
const payments = billwright.payments.list({ created_from: since, limit: 100 })
for await (const { invoice_number, paid_at, amount } of payments)
  console.log([invoice_number, paid_at, amount, 'payment'].join(';'))

// After the last line: if this stops before, the next run reads the same again.
writeFileSync(STATE, JSON.stringify({ since: sync_until }))
