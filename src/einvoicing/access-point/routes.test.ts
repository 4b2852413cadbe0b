import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givens, ITEM } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { ON_PEPPOL, supplierXml } from '../../../test/supplier-xml.ts'
import { type PlayedProvider, playProvider } from './inner/provider.testing.ts'

const RECIPIENT = '0088:4000001123452'

describe.each(ENGINES)('the access point (%s)', (engine) => {
  let app: TestApp
  let provider: PlayedProvider
  let customer_id = ''
  beforeAll(async () => {
    provider = await playProvider()
    app = await startTestApp(engine, { OUTBOUND_ALLOW: provider.host })
    await givens(app).settings(ON_PEPPOL)
    const address = { line1: 'Ring 1', city: 'Ulm', postal_code: '89073', country_code: 'DE' }
    const endpoint = { scheme: '0088', id: '4000001123452' }
    customer_id = (await givens(app).customer({ name: 'Buchhaus', address, endpoint })).id
  })
  beforeEach(async () => {
    provider.status = 'sent'
    await put()
  })
  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  const put = (token = provider.token) =>
    app.call('PUT', '/access-point', { url: provider.url, token })
  const invoice = async (): Promise<string> => {
    const body = { customer_id, items: [ITEM], reference: 'R-1', status: 'sent' }
    return (await givens(app).invoice(body)).id
  }
  const transmit = (id: string) => app.call('POST', `/invoices/${id}/transmit`, {})
  const read = async (id: string) => (await app.call('GET', `/invoices/${id}/transmission`)).json()
  const later = async (seconds: number) => {
    app.clock.set(new Date(app.clock.now() + seconds * 1000).toISOString())
    await app.services.jobRunner.runDue()
  }

  test('200: the token is stored and never returned', async () => {
    const { body, headers } = await app.call('GET', '/access-point')
    expect(JSON.parse(body)).toMatchObject({ url: provider.url, refused: null })
    expect(body).not.toContain(provider.token)
    const changed = await app.call(
      'PUT',
      '/access-point',
      { url: provider.url },
      { 'if-match': String(headers.etag) },
    )
    expect(changed.statusCode).toBe(200)
    const stale = await app.call('DELETE', '/access-point', undefined, {
      'if-match': String(headers.etag),
    })
    expect(stale.statusCode).toBe(412)
  })

  test('412: the tag of a deleted access point does not fit the next one', async () => {
    const again = async () => {
      await app.call('DELETE', '/access-point')
      return put()
    }
    const { headers } = await again()
    await again()
    const ifMatch = { 'if-match': String(headers.etag) }
    expect((await app.call('DELETE', '/access-point', undefined, ifMatch)).statusCode).toBe(412)
  })

  test('422 url_refused: an address inside the network', async () => {
    const answer = await app.call('PUT', '/access-point', { url: 'http://10.0.0.1/', token: 'x' })
    expect(answer.json()).toMatchObject({ status: 422, code: 'url_refused' })
  })

  test('an invoice is sent once, and its state follows that of the provider', async () => {
    const id = await invoice()
    const answer = await transmit(id)
    expect(answer.statusCode, answer.body).toBe(201)
    const queued = answer.json()
    expect(queued).toMatchObject({ status: 'queued', format: 'peppol', recipient: RECIPIENT })
    expect((await transmit(id)).json()).toMatchObject({ status: 409, code: 'already_transmitted' })
    await app.services.jobRunner.runDue()
    expect(await read(id)).toMatchObject({ id: queued.id, status: 'sent', detail: 'As played.' })
    const xml = (await app.call('GET', `/invoices/${id}/xml?format=peppol`)).body
    expect(provider.taken.get(queued.id)).toEqual({ xml, recipient: RECIPIENT })
    provider.status = 'delivered'
    await later(120)
    expect(await read(id)).toMatchObject({ status: 'delivered' })
    const events = (await app.call('GET', `/events?resource_id=${queued.id}`)).json().data
    const types = events.map(({ type }: { type: string }) => type).sort()
    expect(types).toEqual(['transmission.delivered', 'transmission.queued', 'transmission.sent'])
  })

  test('a lost answer leads to a second request, but not to a second document', async () => {
    const id = await invoice()
    const { id: key } = (await transmit(id)).json()
    const before = provider.sends
    provider.broken.push(503, 500)
    await app.services.jobRunner.runDue()
    expect(await read(id)).toMatchObject({
      status: 'queued',
      detail: expect.stringContaining('503'),
    })
    await later(70)
    await later(70)
    expect(provider.sends - before).toBe(3)
    expect(await read(id)).toMatchObject({ status: 'sent' })
    expect([...provider.taken.keys()].filter((it) => it === key)).toHaveLength(1)
  })

  test('a refusal is final, waits for a person, and allows sending the invoice again', async () => {
    const id = await invoice()
    const first = (await transmit(id)).json()
    provider.broken.push(422)
    await app.services.jobRunner.runDue()
    expect(await read(id)).toMatchObject({ status: 'failed', detail: 'Answered with 422.' })
    const { data } = (await app.call('GET', '/attention?kind=transmission')).json()
    expect(data).toMatchObject([
      {
        code: 'transmission_failed',
        resource: { type: 'invoice', id },
        detail: 'Answered with 422.',
      },
    ])
    const second = (await transmit(id)).json()
    expect(second.id).not.toBe(first.id)
    expect((await app.call('GET', '/attention?kind=transmission')).json().data).toEqual([])
    await app.services.jobRunner.runDue()
    expect(await read(id)).toMatchObject({ status: 'sent' })
  })

  test('after days without an answer it is lost, and is sent again with the same key', async () => {
    const id = await invoice()
    const { id: key } = (await transmit(id)).json()
    await put('wrong-token')
    await app.services.jobRunner.runDue()
    expect((await read(id)).detail).toContain('401')
    await later(3 * 86_400)
    expect(await read(id)).toMatchObject({ status: 'lost' })
    await put()
    expect((await transmit(id)).json()).toMatchObject({ id: key, status: 'queued' })
    await app.services.jobRunner.runDue()
    expect(await read(id)).toMatchObject({ id: key, status: 'sent' })
  })

  test('409: a draft, an unknown recipient, a customer without address, no access point', async () => {
    const draft = (await givens(app).invoice({ customer_id })).id
    expect((await transmit(draft)).json().code).toBe('einvoice_not_available')
    const id = await invoice()
    provider.unknown.add(RECIPIENT)
    expect((await transmit(id)).json().code).toBe('recipient_unknown')
    const looked = await app.call('GET', `/access-point/recipients/${RECIPIENT}`)
    expect(looked.json()).toEqual({ address: RECIPIENT, reachable: false })
    provider.unknown.clear()
    await app.call('DELETE', '/access-point')
    expect((await transmit(id)).json().code).toBe('access_point_missing')
    expect((await app.call('GET', `/invoices/${id}/transmission`)).json()).toMatchObject({
      status: 404,
      code: 'transmission_not_found',
    })
  })

  test('a received document is added to the inbox once; an unreadable one stays, and Attention lists it', async () => {
    provider.inbox.set('a', Buffer.from(supplierXml('IN-1')))
    provider.inbox.set('b', Buffer.from('no invoice'))
    await runNow(app, 'access_point.receive')
    const list = async () => (await app.call('GET', '/supplier-invoices?q=in-')).json().data
    expect(await list()).toMatchObject([{ number: 'IN-1', status: 'new' }])
    expect([...provider.inbox.keys()]).toEqual(['b'])
    const told = (await app.call('GET', '/attention?kind=transmission')).json().data
    expect(told[0]).toMatchObject({
      code: 'document_refused',
      resource: { type: 'access_point' },
      detail: expect.stringContaining('b: '),
    })
    // It came again, as its deletion was lost.
    provider.inbox.clear()
    provider.inbox.set('a', Buffer.from(supplierXml('IN-1')))
    await runNow(app, 'access_point.receive')
    expect(await list()).toHaveLength(1)
    expect(provider.inbox.size).toBe(0)
    expect((await app.call('GET', '/access-point')).json().refused).toBeNull()
  })
})
