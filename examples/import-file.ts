// Imports a CSV file of customers, and writes a report of the lines with faults.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createBillwright } from '@billwright/sdk'

const billwright = createBillwright({
  baseUrl: process.env.BILLWRIGHT_URL ?? 'http://127.0.0.1:3000',
  apiKey: process.env.BILLWRIGHT_API_KEY ?? '',
})
const { imports } = billwright
const name = process.env.CUSTOMERS_FILE ?? 'customers.csv'

// The service checks every line and saves none. An upload of a file that was imported answers its import.
const query = { kind: 'customers', name } as const
const { id } = await imports.create(readFileSync(name), { query, contentType: 'text/csv' })
const checked = await ended('reading')
if (checked.faulty > 0) writeFileSync('report.csv', await imports.report(id, { status: 'faulty' }))
if (checked.status === 'ready') await imports.commit(id, { accept: ['faults'] })

const { imported, known, faulty } = await ended('committing')
console.log(`${imported} imported, ${known} known, ${faulty} with faults`)

/** The import when it is no longer in that status. */
async function ended(status: string) {
  for (;;) {
    const now = await imports.get(id)
    if (now.status !== status) return now
    await setTimeout(500)
  }
}
