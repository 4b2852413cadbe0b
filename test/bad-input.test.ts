import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, MISSING_ID, rowCounts } from './givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from './harness.ts'

const ERRORS = readFileSync(join(import.meta.dirname, '../docs/errors.md'), 'utf8')
const JSON_TYPE = { 'content-type': 'application/json' }
const INVOICE = { customer: { name: 'Fernweh Books' }, items: [ITEM] }
const MIB = 1024 * 1024

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
const withItem = (json: string) =>
  `{"customer":{"name":"A"},"items":[{"description":"x","unit_price":1,${json}}]}`
const withField = (json: string) =>
  `{"customer":{"name":"A"},"items":[{"description":"x"}],${json}}`

describe.each(ENGINES)('bad input (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const post = (path: string, payload: string | Buffer, headers: object = JSON_TYPE) =>
    app.send({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      payload,
    })
  type Answer = Awaited<ReturnType<typeof post>>

  /** A refusal is one problem document with a documented code that gives nothing away. */
  function expectProblem(answer: Answer, status: number, code: string): void {
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toMatchObject({
      type: `urn:billwright:error:${code}`,
      title: expect.any(String),
      status,
      detail: expect.any(String),
      code,
      request_id: expect.stringMatching(/^req_/),
    })
    expect(ERRORS, `docs/errors.md lists ${code}`).toContain(`\`${code}\``)
    expect(answer.body).not.toMatch(
      /node_modules|\.ts:\d|at \w+ \(|select |insert |sqlite|SQLSTATE/i,
    )
  }

  const refusal = async (status: number, code: string, ask: () => Promise<Answer>) => {
    const before = await rowCounts(app)
    const answer = await ask()
    expectProblem(answer, status, code)
    expect(await rowCounts(app)).toEqual(before)
    expect((await app.send({ url: '/healthz' })).statusCode).toBe(200)
    return answer
  }

  test.each([
    ['nothing', ''],
    ['half an object', '{"customer":'],
    ['text behind it', '{}x'],
    ['a comma too many', '{"a":1,}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '{"a":-Infinity}'],
    ['a byte order mark', '\ufeff{}'],
    ['a raw line end in a text', '{"a":"\n"}'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['a list', '[{}]'],
    ['a number', '1e400'],
    ['33 levels', nested(33)],
    ['100 000 levels', nested(100_000)],
  ])('400: %s is no JSON object', async (_what, body) => {
    await refusal(400, 'malformed_json', () => post('/invoices', body))
  })

  test('400: text in Latin-1 is refused, not stored with its letters replaced', async () => {
    const body = Buffer.from(withField('"notes":"Müller"'), 'latin1')
    const answer = await refusal(400, 'malformed_json', () => post('/invoices', body))
    expect(answer.json().detail).toContain('UTF-8')
  })

  test.each([
    ['wrong types', withField('"notes":7'), '/notes'],
    ['a customer as text', '{"customer":"A","items":[{"description":"x"}]}', '/customer'],
    ['items as object', '{"customer":{"name":"A"},"items":{}}', '/items'],
    ['an unknown field', withField('"note":"x"'), '/note'],
    ['1e400', withItem('"quantity":1e400'), '/items/0/quantity'],
    ['-1e400', withItem('"quantity":-1e400'), '/items/0/quantity'],
    ['1e21', withItem('"quantity":1e21'), '/items/0/quantity'],
    ['"NaN"', withItem('"quantity":"NaN"'), '/items/0/quantity'],
    ['an exponent', withItem('"quantity":"1e3"'), '/items/0/quantity'],
    ['grouped digits', withItem('"quantity":"1,000.00"'), '/items/0/quantity'],
    ['digits that are not ASCII', withItem('"quantity":"١"'), '/items/0/quantity'],
    ['7 decimals', withItem('"quantity":0.1234567'), '/items/0/quantity'],
    [
      'more digits than a double has',
      withItem('"quantity":1.00000000000000000001'),
      '/items/0/quantity',
    ],
    ['16 digits', withItem('"quantity":9007199254740993'), '/items/0/quantity'],
    ['a thousand digits', withItem(`"quantity":${'9'.repeat(1000)}`), '/items/0/quantity'],
    ['true as a number', withItem('"quantity":true'), '/items/0/quantity'],
    ['a list as a number', withItem('"quantity":[1]'), '/items/0/quantity'],
    [
      'a negative price',
      '{"customer":{"name":"A"},"items":[{"description":"x","unit_price":-1}]}',
      '/items/0/unit_price',
    ],
    ['no such day', withField('"issue_date":"2026-02-30"'), '/issue_date'],
    ['no leap year', withField('"issue_date":"2025-02-29"'), '/issue_date'],
    ['a time', withField('"issue_date":"2026-01-01T00:00:00Z"'), '/issue_date'],
    ['an epoch', withField('"issue_date":1767225600'), '/issue_date'],
    ['a long year', withField('"issue_date":"+012026-01-01"'), '/issue_date'],
    ['no currency', withField('"currency":"XXX"'), '/currency'],
    ['a currency of four', withField('"currency":"EURO"'), '/currency'],
    ['NUL', withField('"notes":"a\\u0000b"'), '/notes'],
    ['half a surrogate pair', withField('"notes":"\\ud800"'), '/notes'],
    ['an escape character', withField('"terms":"\\u001b[2J"'), '/terms'],
    ['NUL in a name', withField('"metadata":{"a\\u0000":"x"}'), '/metadata/…'],
    ['__proto__', withField('"__proto__":{"isAdmin":true}'), '/__proto__'],
    [
      'a deep __proto__',
      withField('"metadata":{"__proto__":{"isAdmin":true}}'),
      '/metadata/__proto__',
    ],
    ['constructor', withField('"constructor":{"prototype":{"isAdmin":true}}'), '/constructor'],
    [
      'an unknown customer',
      `{"customer_id":"cus_1","items":[{"description":"x"}]}`,
      '/customer_id',
    ],
    ['a total', withField('"total":"0.01"'), '/total'],
  ])('422: %s', async (_what, body, pointer) => {
    const answer = await refusal(422, 'invalid_request', () => post('/invoices', body))
    const pointers = answer.json().errors.map((fault: { pointer: string }) => fault.pointer)
    expect(pointers).toContain(pointer)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test('422: 10 000 items', async () => {
    const items = `[${Array(10_000).fill('{"description":"x"}').join()}]`
    const body = `{"customer":{"name":"A"},"items":${items}}`
    await refusal(422, 'invalid_request', () => post('/invoices', body))
  })

  test('413: more than 1 MiB, announced or not, and 10 MiB', async () => {
    for (const size of [MIB, 10 * MIB]) {
      const body = `{"notes":"${'A'.repeat(size)}"}`
      await refusal(413, 'body_too_large', () => post('/invoices', body))
    }
  })

  test.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/xml', '<a/>'],
    ['application/json; charset=utf-16', '{}'],
  ])('415: %s', async (type, body) => {
    await refusal(415, 'unsupported_media_type', () =>
      post('/invoices', body, { 'content-type': type }),
    )
  })

  test('415: a body that is packed', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
    await refusal(415, 'unsupported_media_type', () => post('/invoices', '{}', headers))
  })

  test.each([
    ['/invoices', 'GET, HEAD, POST'],
    ['/invoices/x', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['/invoices/x/publish', 'POST'],
    ['/invoices/x/pdf', 'GET, HEAD'],
    ['/public/invoices/x', 'GET, HEAD'],
    ['/settings', 'GET, HEAD, PATCH, PUT'],
  ])('405: %s, with Allow', async (path, allow) => {
    for (const method of ['DELETE', 'PUT', 'POST', 'OPTIONS', 'GET'] as const) {
      if (allow.split(', ').includes(method)) continue
      const answer = await refusal(405, 'method_not_allowed', () =>
        app.send({ method, url: `/api/v1${path}` }),
      )
      expect(answer.headers.allow).toBe(allow)
    }
  })

  test.each([
    '/invoices/',
    '/customers/',
  ])('200: %s is the list without the slash', async (path) => {
    const lists = [await app.call('GET', path), await app.call('GET', path.slice(0, -1))]
    expect(lists.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(lists[0]?.json()).toEqual(lists[1]?.json())
  })

  test('404: unknown paths', async () => {
    for (const url of ['/api/v1/nothing', '/api/v1', '/api/v2/invoices', '/.git/config'])
      await refusal(404, 'no_such_endpoint', () => app.send({ url }))
  })

  test.each([
    ['invoice_not_found', '/invoices/'],
    ['customer_not_found', '/customers/'],
    ['template_not_found', '/templates/'],
  ])('404: %s, with any id', async (code, path) => {
    for (const id of [MISSING_ID, 'x', '0', '%00', '%20', "'", 'constructor', '%F0%9F%92%A9'])
      await refusal(404, code, () => app.call('GET', `${path}${id}`))
  })

  test('422: a query for an operation without parameters, like an unknown parameter', async () => {
    for (const path of [
      '/settings',
      `/customers/${MISSING_ID}`,
      `/invoices/${MISSING_ID}`,
      '/events',
    ])
      expect(
        (await refusal(422, 'invalid_request', () => app.call('GET', `${path}?nothing=1`))).json(),
      ).toMatchObject({ errors: [{ pointer: '?nothing', code: 'unknown_field' }] })
  })

  test('200: parameters that mail programs add to a public link are ignored', async () => {
    const given = givens(app)
    const { id } = await given.invoice({ status: 'sent' })
    const { share_token } = await given.publish(id)
    const links = [`/i/${share_token}`, ...['', '/html', '/pdf'].map((it) => api(share_token, it))]
    for (const link of links) {
      const { statusCode } = await app.send({ url: `${link}?utm_source=mail&fbclid=x` })
      expect([link, statusCode]).toEqual([link, 200])
    }
    const xml = await app.send({ url: `${api(share_token, '/xml')}?utm_source=mail` })
    expect(xml.json()).not.toMatchObject({ code: 'invalid_request' })
  })

  const api = (token: string, rest: string) => `/api/v1/public/invoices/${token}${rest}`

  test('400: an address that cannot be decoded', async () => {
    for (const url of ['/api/v1/invoices/%ff', '/api/v1/public/invoices/%zz'])
      await refusal(400, 'malformed_request', () => app.send({ url }))
  })

  test.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer bw_live_x_y' }],
    ['a key that is almost right', { authorization: `Bearer ${API_KEY}x` }],
    [
      'another scheme',
      { authorization: `Basic ${Buffer.from(`x:${API_KEY}`).toString('base64')}` },
    ],
    ['no scheme', { authorization: API_KEY }],
    ['an empty one', { authorization: 'Bearer ' }],
  ])('401: %s, before anything of the request is looked at', async (_what, headers) => {
    const answer = await refusal(401, 'unauthenticated', () =>
      app.send({
        method: 'POST',
        url: '/api/v1/invoices',
        headers: { ...JSON_TYPE, ...headers },
        payload: '{ not JSON',
      }),
    )
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  })

  test('422: text that cannot be searched for', async () => {
    for (const query of ['q=%00', 'customer_id=%00', 'q=%1b'])
      await refusal(422, 'invalid_request', () => app.call('GET', `/invoices?${query}`))
  })

  test('no path parameter with NUL breaks an answer', async () => {
    const { paths } = (await app.call('GET', '/openapi.json')).json()
    const operations = Object.entries<object>(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => ({ method, path })),
    )
    const withParameters = operations.filter(({ path }) => path.includes('{'))
    expect(withParameters.length).toBeGreaterThan(150)
    for (const { method, path } of withParameters) {
      const answer = await app.send({
        method: method.toUpperCase() as 'GET',
        url: path.replaceAll(/\{\w+\}/g, '%00'),
        headers: { authorization: `Bearer ${API_KEY}` },
      })
      expect([method, path, answer.statusCode < 500]).toEqual([method, path, true])
    }
  })

  test('201: text like an attack is stored and returned unchanged', async () => {
    const texts = [
      "Robert'); DROP TABLE invoices;--",
      '<script>alert(1)</script>',
      '{{notes}}{{{x}}}',
      '$1 $& $$ \\1',
      "=cmd|' /C calc'!A0",
      'x\r\nSet-Cookie: a=b',
      'e\u0301 🇩🇪👩‍👩‍👧‍👦 \u202eabc',
    ]
    for (const text of texts) {
      const { id } = await given.invoice({ ...INVOICE, notes: text, customer: { name: text } })
      expect(await given.read(id)).toMatchObject({ notes: text, customer_name: text })
    }
  })
})
