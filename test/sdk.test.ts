import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Args,
  BillwrightError,
  type Client,
  createClient,
} from '../packages/sdk/src/client.ts'
import { OPERATIONS } from '../packages/sdk/src/operations.ts'
import { BUYER, SELLER } from './einvoice-parties.ts'
import { givens } from './givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from './harness.ts'
import { type LossyProxy, startLossyProxy } from './sdk-proxy.ts'
import { ROOT } from './source-files.ts'

const SIZE_MAX_BYTES = 14_000
const ITEM = { description: 'Cover design', quantity: '1.5', unit_price: '80', tax: { rate: '19' } }
const DRAFT = { customer: { name: 'Fernweh Books' }, items: [ITEM] }

/** What a call failed with. */
const failure = (call: Promise<unknown>): Promise<BillwrightError> =>
  call.then(
    () => expect.unreachable('It did not fail.'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(BillwrightError)
      return error as BillwrightError
    },
  )

type Filter = NonNullable<NonNullable<Args<'listInvoices'>['query']>['status']>

const listen = (app: TestApp): Promise<string> => app.server.listen({ port: 0, host: '127.0.0.1' })

describe.each(ENGINES)('a client of the service (%s)', (engine) => {
  let app: TestApp
  let proxy: LossyProxy
  let client: Client
  beforeAll(async () => {
    app = await startTestApp(engine)
    proxy = await startLossyProxy(await listen(app))
    client = createClient({ baseUrl: proxy.url, apiKey: API_KEY })
  })
  afterAll(async () => {
    await proxy.close()
    await app.close()
  })

  const invoices = async () => (await client.listInvoices({ query: { include: 'total' } })).total

  test('an answer that is lost is asked for again, and there is exactly one invoice', async () => {
    const before = Number(await invoices())
    proxy.loseNext(1)
    const { data, isReplayed } = await client.request('createInvoice', { body: DRAFT })
    expect(proxy.lost()).toBe(1)
    expect(isReplayed).toBe(true)
    expect(data.status).toBe('draft')
    expect(await invoices()).toBe(before + 1)
  })

  test('a response that breaks off does not count, and the second one does', async () => {
    proxy.cutNext(1)
    const customer = await client.createCustomer({ body: { name: 'Cut Off' } })
    const { data } = await client.listCustomers({ query: { q: 'Cut Off' } })
    expect(data.map(({ id }) => id)).toEqual([customer.id])
  })

  describe('an e-invoice as a file', () => {
    let id: string
    let xml: string
    beforeAll(async () => {
      await givens(app).settings(SELLER)
      const body = { customer: BUYER, items: [ITEM], status: 'sent' } as const
      id = (await client.createInvoice({ body })).id
      xml = await client.getInvoiceXml({ path: { id }, query: { format: 'cii' } })
    })
    const bytes = () => new TextEncoder().encode(xml)

    test.each<[string, () => Args<'importInvoice'>]>([
      ['text', () => ({ body: xml, contentType: 'application/xml' })],
      ['bytes', () => ({ body: bytes(), contentType: 'text/xml' })],
      ['a buffer', () => ({ body: bytes().buffer, contentType: 'application/xml' })],
      ['a Blob, with its own type', () => ({ body: new Blob([xml], { type: 'text/xml' }) })],
      ['a Blob without one', () => ({ body: new Blob([xml]), contentType: 'text/xml' })],
    ])('201: %s, and after a lost answer there is one draft', async (_what, args) => {
      const before = Number(await invoices())
      proxy.loseNext(1)
      const { data, status, isReplayed } = await client.request('importInvoice', args())
      expect([status, isReplayed, proxy.lost()]).toEqual([201, true, expect.any(Number)])
      expect(data.invoice).toMatchObject({ status: 'draft', totals: { total: '142.80' } })
      expect(await invoices()).toBe(before + 1)
    })

    test('201: a PDF, as it was read', async () => {
      const body = await client.getInvoicePdf({ path: { id }, query: { format: 'factur-x' } })
      const { invoice } = await client.importInvoice({ body, contentType: 'application/pdf' })
      expect(invoice.totals.total).toBe('142.80')
    })

    test('415: a Blob without a type', async () => {
      const error = await failure(client.importInvoice({ body: new Blob([xml]) }))
      expect(error).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    })
  })

  test('a call can be limited to one attempt', async () => {
    const body = { name: 'Sent Once' }
    proxy.loseNext(1)
    const error = await failure(client.createCustomer({ body, retries: 0 }))
    expect(error).toMatchObject({ status: 0, code: 'no_answer' })
  })

  test('a call without a key is sent once: no_answer, with its cause', async () => {
    proxy.loseNext(1)
    const body = { email: 'nobody@example.org', password: 'nine quiet lighthouses' }
    const error = await failure(client.signIn({ body }))
    expect(error).toMatchObject({ status: 0, code: 'no_answer', cause: expect.any(Error) })
  })
})

describe('a client of the service', () => {
  let app: TestApp
  let baseUrl: string
  let client: Client
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    baseUrl = await listen(app)
    client = createClient({ baseUrl: `${baseUrl}/`, apiKey: API_KEY })
  })
  afterAll(() => app.close())

  test('draft, issue, publish, and the customer’s view', async () => {
    const draft = await client.createInvoice({ body: DRAFT })
    const path = { id: draft.id }
    const issued = await client.updateInvoice({ path, body: { status: 'sent' } })
    expect(issued.number).toMatch(/^INV-/)
    const { share_token } = await client.publishInvoice({ path })
    const shared = createClient({ baseUrl })
    const link = { share_token: share_token ?? '' }
    expect((await shared.getPublicInvoice({ path: link })).totals.total).toBe('142.80')
    expect(await shared.getPublicInvoiceHtml({ path: link })).toContain('Cover design')
    const pdf = await client.getInvoicePdf({ path })
    expect(pdf).toBeInstanceOf(Uint8Array)
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
    expect(await client.exportInvoices({ query: { format: 'csv' } })).toContain(issued.number)
  })

  test('each: every entry once, page after page, in order', async () => {
    for (const name of ['Aa', 'Bb', 'Cc', 'Dd', 'Ee'])
      await client.createCustomer({ body: { name: `Paged ${name}` } })
    const query = { q: 'Paged', sort: 'name', limit: 2 } as const
    const names: string[] = []
    for await (const { name } of client.each('listCustomers', { query })) names.push(name)
    expect(names).toEqual(['Paged Aa', 'Paged Bb', 'Paged Cc', 'Paged Dd', 'Paged Ee'])
    for await (const { name } of client.each('listCustomers', { query })) {
      expect(name).toBe('Paged Aa')
      break
    }
  })

  test('200: a filter takes an array, or a text with commas', async () => {
    const { id: customer_id } = await client.createCustomer({ body: { name: 'Filtered' } })
    const items = [{ description: 'Map', unit_price: '1.00' }]
    for (const status of ['draft', 'sent', 'paid'] as const)
      await client.createInvoice({ body: { customer_id, items, status } })
    const statusesOf = async (status: Filter) =>
      (await client.listInvoices({ query: { customer_id: [customer_id], status } })).data
        .map((it) => it.status)
        .sort()
    expect(await statusesOf(['paid', 'draft'])).toEqual(['draft', 'paid'])
    expect(await statusesOf('sent,paid')).toEqual(['paid', 'sent'])
    expect(await statusesOf(['sent'])).toEqual(['sent'])
  })

  test('204: nothing', async () => {
    const { id } = await client.createCustomer({ body: { name: 'Short Stay' } })
    const { data, status } = await client.request('deleteCustomer', { path: { id } })
    expect([data, status]).toEqual([undefined, 204])
    expect(await client.getCustomer({ path: { id } }).catch((error) => error.status)).toBe(404)
  })

  test('409: a conflict is a problem with its code, and not tried again', async () => {
    const { id } = await client.createInvoice({ body: { ...DRAFT, status: 'sent' } })
    const error = await failure(client.updateInvoice({ path: { id }, body: { status: 'draft' } }))
    expect(error).toMatchObject({ status: 409, code: 'invalid_transition' })
    expect(error.requestId).toMatch(/^req_/)
    expect(error.problem).toMatchObject({ allowed: expect.any(Array) })
  })

  test('412: another person was faster; the ETag is the answer’s', async () => {
    const { id } = await client.createInvoice({ body: DRAFT })
    const { etag } = await client.request('getInvoice', { path: { id } })
    const change = (notes: string) =>
      client.updateInvoice({ path: { id }, ifMatch: etag, body: { notes } })
    expect((await change('first')).notes).toBe('first')
    expect(await failure(change('second'))).toMatchObject({
      status: 412,
      code: 'precondition_failed',
      problem: { current_etag: expect.not.stringMatching(String(etag)) },
    })
  })

  test.each([
    ['weakened', (tag: string) => `W/${tag}`],
    ['renamed', (tag: string) => tag.replace(/"$/, '-gzip"')],
  ])('200: an ETag that a proxy changed (%s) when it compressed the response still matches', async (_how, change) => {
    const behind = createClient({
      baseUrl,
      apiKey: API_KEY,
      fetch: async (request) => {
        const { status, headers, body } = await fetch(request)
        const changed = new Headers(headers)
        changed.set('etag', change(headers.get('etag') ?? ''))
        return new Response(body, { status, headers: changed })
      },
    })
    const { id } = await client.createCustomer({ body: { name: 'Ada' } })
    const { etag = '' } = await behind.request('getCustomer', { path: { id } })
    const options = { path: { id }, body: { name: 'Ada & Co' }, ifMatch: etag }
    expect((await behind.request('patchCustomer', options)).status).toBe(200)
    expect((await failure(behind.request('patchCustomer', options))).status).toBe(412)
  })

  test('422: every fault with its pointer', async () => {
    const body = { customer: { name: '' }, items: [{ description: 'x', quantity: 'many' }] }
    const { errors, status } = await failure(client.createInvoice({ body }))
    expect(status).toBe(422)
    expect(errors.map(({ pointer }) => pointer)).toContain('/customer/name')
  })

  test('401: no key', async () => {
    const stranger = createClient({ baseUrl })
    expect(await failure(stranger.listInvoices())).toMatchObject({ code: 'unauthenticated' })
  })

  test('your own key makes the same change only once', async () => {
    const create = () =>
      client.request('createCustomer', { body: { name: 'Twice' }, idempotencyKey: 'import-17' })
    const [first, second] = [await create(), await create()]
    expect([first.isReplayed, second.isReplayed]).toEqual([false, true])
    expect(second.data.id).toBe(first.data.id)
  })

  test('a signal ends a call, with its own reason', async () => {
    const reason = new Error('left the page')
    const call = client.listInvoices({ signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
  })
})

describe('packages/sdk', () => {
  test(`is smaller than ${SIZE_MAX_BYTES} bytes, compressed, even before it is minified`, () => {
    const own = ['client', 'errors', 'retry', 'operations'].map((name) =>
      stripTypeScriptTypes(readFileSync(join(ROOT, `packages/sdk/src/${name}.ts`), 'utf8')),
    )
    const fetching = readFileSync(join(ROOT, 'node_modules/openapi-fetch/dist/index.mjs'), 'utf8')
    expect(gzipSync([...own, fetching].join('\n')).length).toBeLessThan(SIZE_MAX_BYTES)
  })

  test('no operation has the name of a common member', () => {
    expect(Object.keys(OPERATIONS)).not.toContain('request')
    expect(Object.keys(OPERATIONS)).not.toContain('each')
  })
})
