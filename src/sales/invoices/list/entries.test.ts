import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'

describe.each(ENGINES)('the entries of the list of invoices (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const list = async (query: string): Promise<Json> => {
    const response = await app.call('GET', `/invoices?${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }

  test('200: each entry has the amounts, names and e-mail of its invoice', async () => {
    const customer = await given.customer({ name: 'Fernweh Books', email: 'desk@fernweh.example' })
    const contact = { name: 'Grace', email: 'grace@fernweh.example' }
    const path = `/customers/${customer.id}/contacts`
    const { id: contact_id } = (await app.call('POST', path, contact)).json()
    const names = {
      external_ids: [
        { system: 'shop', id: 'b' },
        { system: 'crm', id: 'a' },
      ],
      metadata: { zone: 'north', crm: '4711' },
    }
    const body = { customer_id: customer.id, issue_date: '2026-10-01', due_date: '2026-10-05' }
    const made = [
      await given.invoice({ ...body, ...names }),
      await given.invoice({ ...body, contact_id }),
      await given.invoice({ ...body, contact_id, status: 'sent' }),
      await given.invoice({ ...body, status: 'paid' }),
    ]
    await app.call('PATCH', `/customers/${customer.id}`, { email: 'new@fernweh.example' })
    const filter = `customer_id=${customer.id}`
    const everywhere = [filter, `${filter}&sort=total`, `${filter}&due_to=2026-10-05&q=design`]
    for (const query of everywhere)
      for (const entry of (await list(query)).data) {
        const invoice = await given.read(entry.id)
        const { net, tax, total, due } = invoice.totals
        const { external_ids, metadata } = invoice
        expect(entry).toMatchObject({ net, tax, total, due, external_ids, metadata })
        expect(entry.customer_email).toBe(invoice.customer.email)
        expect(entry.reminder_level).toBeNull()
      }
    const byId = new Map((await list(filter)).data.map((it: Json) => [it.id, it]))
    const found = made.map(({ id }) => byId.get(id))
    expect(found).toMatchObject([
      { ...names, net: '120.00', tax: '22.80', customer_email: 'new@fernweh.example' },
      { external_ids: [], metadata: {}, days_late: 0, customer_email: contact.email },
      { days_late: 47, overdue: true, customer_email: contact.email },
      { days_late: 0, overdue: false, customer_email: 'desk@fernweh.example' },
    ])
    const exported = await app.call('GET', `/invoices/export?${filter}&sort=created_at`)
    const [head, first, , third] = exported.body.trimEnd().split('\r\n')
    const added =
      'display_status,customer_email,net,tax,days_late,reminder_level,external_ids,metadata'
    expect(head).toMatch(new RegExp(`,${added}$`))
    const cells = [names.external_ids, names.metadata].map(
      (it) => `"${JSON.stringify(it).replaceAll('"', '""')}"`,
    )
    expect(first).toMatch(`,draft,new@fernweh.example,120.00,22.80,0,,${cells.join()}`)
    expect(third).toMatch(`,overdue,${contact.email},120.00,22.80,47,,,`)
  })
})
