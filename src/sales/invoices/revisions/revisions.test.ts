import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { hashOf, listRevisions } from '../../../core/record/chain.ts'
import { sha256 } from '../../../platform/ids.ts'

interface Revision {
  readonly action: string
  readonly actor: { readonly kind: string }
  readonly changes: readonly { field: string; from: unknown; to: unknown }[]
  readonly hash: string
  readonly previous_hash: string
}

describe.each(ENGINES)('revisions (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  const revisionsOf = async (id: string): Promise<readonly Revision[]> =>
    (await app.call('GET', `/invoices/${id}/revisions?limit=100`)).json().data

  test('every change records actor, action, and old and new values', async () => {
    const { id } = await givens(app).invoice()
    await app.call('PUT', `/invoices/${id}`, { notes: 'Thank you' })
    await app.call('PUT', `/invoices/${id}`, { status: 'sent' })
    await app.call('POST', `/invoices/${id}/publish`)
    await app.call('PUT', `/invoices/${id}`, { status: 'paid' })
    const revisions = await revisionsOf(id)
    expect(revisions.map(({ action }) => action)).toEqual([
      'created',
      'updated',
      'issued',
      'published',
      'paid',
    ])
    expect(revisions[1]?.changes).toEqual([{ field: 'notes', from: null, to: 'Thank you' }])
    expect(revisions.every(({ actor }) => actor.kind === 'key')).toBe(true)
  })

  test('an invoice issued at once leaves both steps: the state of the draft was never stored', async () => {
    const { id, version } = await givens(app).invoice({ status: 'sent' })
    expect(version).toBe(2)
    const page = { after: 0n, limit: 10, invoiceId: id }
    const [created, issued, ...others] = await listRevisions(app.work(), page)
    expect(created).toMatchObject({ action: 'created', version: 1, stateHash: '' })
    expect(created?.changes).toMatchObject({ status: [null, 'draft'] })
    expect(issued).toMatchObject({
      action: 'issued',
      version: 2,
      stateHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(issued?.changes).toMatchObject({ status: ['draft', 'sent'] })
    expect(others).toEqual([])
  })

  test('the issued document and the hash of its PDF are in the chain once', async () => {
    const { id } = await givens(app).invoice({ status: 'sent' })
    const pdf = await app.call('GET', `/invoices/${id}/pdf`)
    await app.call('GET', `/invoices/${id}/pdf`)
    const revisions = await revisionsOf(id)
    const issued = revisions.find(({ action }) => action === 'issued')
    const document = issued?.changes.find(({ field }) => field === 'document')?.to
    expect(document).toMatchObject({ status: 'sent', seller: {}, totals: {} })
    expect(revisions.filter(({ action }) => action === 'printed').map((it) => it.changes)).toEqual([
      [{ field: 'pdf_sha256', from: null, to: sha256(pdf.rawPayload) }],
    ])
  })

  test('the hash is chained too when the first to print it names the template that is its own', async () => {
    const { id, template } = await givens(app).invoice({ status: 'sent' })
    await app.call('GET', `/invoices/${id}/pdf?template=${template.id}`)
    await app.call('GET', `/invoices/${id}/pdf`)
    const actions = (await revisionsOf(id)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'printed')).toHaveLength(1)
  })

  test('the revisions of a deleted draft stay', async () => {
    const { id } = await givens(app).invoice()
    await app.call('DELETE', `/invoices/${id}`)
    expect((await revisionsOf(id)).map(({ action }) => action)).toEqual(['created', 'deleted'])
  })

  test('one chain for all invoices: each names the hash of the one before', async () => {
    await Promise.all(Array.from({ length: 8 }, () => givens(app).invoice({ status: 'sent' })))
    const chain = await listRevisions(app.work(), { after: 0n, limit: 1000 })
    expect(chain.map(({ sequence }) => sequence)).toEqual(
      chain.map((_, index) => BigInt(index + 1)),
    )
    for (const [index, link] of chain.entries()) {
      expect(link.hash).toBe(hashOf(link))
      if (index > 0) expect(link.previousHash).toBe(chain[index - 1]?.hash)
    }
  })

  test('404: an invoice that never was', async () => {
    const response = await app.call('GET', '/invoices/inv_unknown/revisions')
    expect(response.statusCode).toBe(404)
    expect(response.json().code).toBe('invoice_not_found')
  })
})
