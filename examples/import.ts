// Creates many customers from a list, and says which lines have faults.
import { createBillwright } from '@billwright/sdk'

const billwright = createBillwright({
  baseUrl: process.env.BILLWRIGHT_URL ?? 'http://127.0.0.1:3000',
  apiKey: process.env.BILLWRIGHT_API_KEY ?? '',
})

const lines = ['c1;Fernweh Books;books@example.org', 'c2;;nobody', 'c3;Northwind;north@example.org']
const items = lines.map((line) => {
  const [id = '', name = '', email = ''] = line.split(';')
  return { name, email, external_ids: [{ system: 'crm', id }] }
})

const { results, succeeded } = await billwright.customers.createMany({ items })
for (const { index, problem } of results) {
  const faults = (problem?.errors ?? []).map(({ pointer, message }) => `${pointer} ${message}`)
  // Of a second run: the customer of an external id is there already.
  if (problem && problem.code !== 'external_id_taken')
    console.log(`Line ${index + 1}: ${faults.join(' ') || problem.detail}`)
}
console.log(`${succeeded} created`)
