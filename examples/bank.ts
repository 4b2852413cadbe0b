// Books the payments of a file: day;invoice number;amount;id at the bank. A second run books nothing.
import { readFileSync } from 'node:fs'
import { ConflictError, createBillwright } from '@billwright/sdk'

const billwright = createBillwright({
  baseUrl: process.env.BILLWRIGHT_URL ?? 'http://127.0.0.1:3000',
  apiKey: process.env.BILLWRIGHT_API_KEY ?? '',
})

const lines = readFileSync(process.env.BANK_FILE ?? 'bank.csv', 'utf8')
  .trim()
  .split('\n')
for (const line of lines) {
  const [paid_at = '', number = '', amount = '', reference = ''] = line.split(';')
  const [invoice] = (await billwright.invoices.list({ number })).data
  if (!invoice) {
    console.log(`${reference}: there is no invoice ${number}`)
    continue
  }
  try {
    // Of one source, a reference is booked once, whatever else is said.
    const payment = { paid_at, amount, source: 'bank', reference, method: 'transfer' }
    await billwright.invoices.payments.create(invoice.id, payment)
    console.log(`${reference}: ${amount} for ${number}`)
  } catch (error) {
    if (!(error instanceof ConflictError && error.code === 'payment_exists')) throw error
    console.log(`${reference}: booked before`)
  }
}
