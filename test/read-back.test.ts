import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { type Operation, operationsOf } from './isolation/operations.ts'
import { addressesOf, givenFirstSide, idsOf, type Side } from './isolation/sides.ts'
import { type Servers, startServers } from './servers.ts'

const BASE = '/api/v1'
/** Takes the id of a plan, and answers what follows from it. */
const CHOICE = '/invoices/{id}/reminders'

describe.each(ENGINES)('a resource that was read can be put back (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let servers: Servers
  let side: Side
  let operations: readonly Operation[]
  let ids: ReadonlyMap<string, readonly string[]>
  beforeAll(async () => {
    servers = await startServers()
    app = await startTestApp(engine, servers.env)
    given = givens(app)
    operations = await operationsOf(app)
    side = await givenFirstSide(app, servers)
    ids = await idsOf(app, side, operations)
  })
  afterAll(async () => {
    await app.close()
    await servers.close()
  })

  const resources = () => {
    const reads = new Set(operations.filter((it) => it.method === 'GET').map(({ path }) => path))
    return operations.filter(
      ({ method, path }) => method === 'PUT' && reads.has(path) && !path.endsWith(CHOICE),
    )
  }
  const call = (method: string, url: string, body?: Json) =>
    app.call(method, url.slice(BASE.length), body, side.key)

  /** The secret of a mail server or an access point is sealed anew. */
  const versionAfter = (path: string, { version }: Json) =>
    /\/(mail-transport|access-point)$/.test(path) ? version + 1 : version

  test('200: every resource, unchanged and with nothing changed', async () => {
    const failed: string[] = []
    let count = 0
    for (const { path } of resources())
      for (const url of addressesOf(path, ids, side.known)) {
        const before = (await call('GET', url)).json()
        const answer = await call('PUT', url, before)
        count += 1
        if (answer.statusCode !== 200) failed.push(`${url} ${answer.body}`)
        else expect(answer.json(), url).toEqual({ ...before, version: versionAfter(path, before) })
      }
    expect(failed).toEqual([])
    expect(count).toBeGreaterThan(15)
  })

  /** The lists of resources that are read and changed one by one, by the path of one. */
  const lists = () => {
    const reads = new Set(operations.filter((it) => it.method === 'GET').map(({ path }) => path))
    const changes = operations.filter(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method))
    const paths = changes.map(({ path }) => path).filter((path) => /\/\{\w+\}$/.test(path))
    const ones = new Set(paths.filter((path) => reads.has(path)))
    return operations.flatMap(({ method, path }) => {
      const one = [...ones].find((it) => it.replace(/\/\{\w+\}$/, '') === path)
      return method === 'GET' && one !== undefined ? [{ path, one }] : []
    })
  }

  test('every entry of a list has its ETag, which guards a change', async () => {
    const without: string[] = []
    let count = 0
    for (const { path, one } of lists())
      for (const url of addressesOf(path, ids, side.known)) {
        const { data } = (await call('GET', url)).json()
        if (!Array.isArray(data)) continue
        if (data.some(({ etag }: Json) => typeof etag !== 'string')) without.push(url)
        const [entry] = data
        if (!entry || !resources().some((it) => it.path === one)) continue
        const at = `${url}/${entry.id}`.slice(BASE.length)
        const before = (await call('GET', `${url}/${entry.id}`)).json()
        const put = (tag: string) => app.call('PUT', at, before, { ...side.key, 'if-match': tag })
        const answer = await put(entry.etag)
        expect(answer.statusCode, `${at} ${entry.etag} ${answer.body}`).toBe(200)
        expect((await put('"other"')).statusCode, at).toBe(412)
        count += 1
      }
    expect(without).toEqual([])
    expect(count).toBeGreaterThan(9)
  })

  test('422 read_only: a field that cannot be set, with its pointer', async () => {
    for (const { path } of resources()) {
      const [url = ''] = addressesOf(path, ids, side.known)
      const before = (await call('GET', url)).json()
      const name = ['created_at', 'version', 'updated_at', 'updatedAt'].find((it) => it in before)
      if (name === undefined) continue
      const answer = await call('PUT', url, { ...before, [name]: 'other' })
      expect(answer.statusCode, url).toBe(422)
      expect(answer.json().errors, url).toMatchObject([{ pointer: `/${name}`, code: 'read_only' }])
    }
  })

  test('200: one field of an item changes, its old total is dropped', async () => {
    const draft = await given.invoice({ discounts: [{ percent: '10', reason: 'Loyal' }] })
    const items = [{ ...draft.items[0], quantity: '3' }]
    const discounts = [{ ...draft.discounts[0], percent: '5' }]
    const answer = await app.call('PUT', `/invoices/${draft.id}`, { ...draft, items, discounts })
    expect(answer.json()).toMatchObject({
      items: [{ id: draft.items[0].id, total: '240.00' }],
      discounts: [{ percent: '5', amount: '12.00' }],
    })
  })

  test('422 read_only: the total of an item, and the totals', async () => {
    const draft = await given.invoice()
    const items = [{ ...draft.items[0], total: '1.00' }]
    const totals = { ...draft.totals, total: '1.00' }
    const answer = await app.call('PUT', `/invoices/${draft.id}`, { ...draft, items, totals })
    const pointers = answer.json().errors.map(({ pointer }: Json) => pointer)
    expect(pointers.toSorted()).toEqual(['/items/0/total', '/totals'])
  })

  test('also an issued invoice; 412 with another ETag; 404 if it does not exist', async () => {
    const sent = await given.invoice({ status: 'sent' })
    const at = `/invoices/${sent.id}`
    expect((await app.call('PUT', at, sent)).json()).toEqual(sent)
    expect((await app.call('PUT', at, sent, { 'if-match': '"other"' })).statusCode).toBe(412)
    expect((await app.call('PUT', `${at.slice(0, -1)}x`, sent)).statusCode).toBe(404)
  })
})
