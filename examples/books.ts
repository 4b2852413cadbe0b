// Gives the books what changed since the last run. The state, an instant and an event, is kept in a file.
import { readFileSync, writeFileSync } from 'node:fs'
import { createBillwright } from '@billwright/sdk'

const billwright = createBillwright({
  baseUrl: process.env.BILLWRIGHT_URL ?? 'http://127.0.0.1:3000',
  apiKey: process.env.BILLWRIGHT_API_KEY ?? '',
})
const STATE = process.env.STATE_FILE ?? 'books-state.json'

interface State {
  since: string
  after?: string
}
let state: State = { since: '2020-01-01T00:00:00Z' }
try {
  state = JSON.parse(readFileSync(STATE, 'utf8'))
} catch {
  console.error('No state yet: everything is read.')
}

// A line may come again in the next run: book it by its id, and replace what was there.
const list = billwright.invoices.list({ updated_since: state.since, limit: 100 })
const { sync_until } = await list
for await (const { id, type, number, customer_name, total, status } of list)
  if (status !== 'draft') {
    // Amounts of credit notes are positive; they reduce what the customer owes.
    const amount = type === 'credit_note' ? `-${total}` : total
    console.log([type, id, number, customer_name, amount, status].join(';'))
  }

// Payments are created and deleted, never changed. The log of events has both, in their order.
let { after } = state
const types = 'payment.recorded,payment.refunded,payment.deleted'
const events = billwright.events.list({ type: types, limit: 100, ...(after && { after }) })
for await (const event of events) {
  const { id, invoice_number, paid_at, amount } = event.data as Record<string, string>
  console.log([event.type, id, invoice_number, paid_at, amount].join(';'))
  after = event.id
}

// After the last line: if this stops before, the next run reads the same again.
writeFileSync(STATE, JSON.stringify({ since: sync_until ?? state.since, after }))
