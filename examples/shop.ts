// A paid order of a shop becomes an issued invoice with its payment. Run it as often as you like.
import { createBillwright } from '@billwright/sdk'

const billwright = createBillwright({
  baseUrl: process.env.BILLWRIGHT_URL ?? 'http://127.0.0.1:3000',
  apiKey: process.env.BILLWRIGHT_API_KEY ?? '',
})

const order = {
  id: '1001',
  buyer: { name: 'Fernweh Books', email: 'books@example.org' },
  lines: [{ title: 'Atlas of stars', count: 2, price: '24.90', taxRate: '7' }],
  charge: 'ch_8f2a',
}

const [known] = (await billwright.invoices.list({ external_id: `shop:${order.id}` })).data
const invoice = known ? await billwright.invoices.get(known.id) : await createInvoice()
if (invoice.status === 'draft') await billwright.invoices.issue(invoice.id)

const paid = await billwright.payments.list({ invoice_id: invoice.id, reference: order.charge })
if (paid.data.length === 0)
  await billwright.invoices.payments.create(invoice.id, { method: 'card', reference: order.charge })

const done = await billwright.invoices.get(invoice.id)
console.log(`${done.number} ${done.status} ${done.totals.total}`)

async function createInvoice() {
  const email = order.buyer.email
  const [customer] = (await billwright.customers.list({ email })).data
  return billwright.invoices.create({
    ...(customer ? { customer_id: customer.id } : { customer: order.buyer }),
    external_ids: [{ system: 'shop', id: order.id }],
    items: order.lines.map(({ title, count, price, taxRate }) => ({
      description: title,
      quantity: count,
      unit_price: price,
      tax: { rate: taxRate },
    })),
  })
}
