import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from './givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from './harness.ts'

const FILE = join(import.meta.dirname, '../../shared/security/api-bodies.jsonl')
const WITHOUT = existsSync(FILE) ? '' : ' (skipped: the shared corpus is not beside the project)'

interface Row {
  readonly id: string
  readonly group: string
  readonly expect: string
  readonly why: string
  readonly body?: string
  readonly pieces?: readonly (readonly [string, number])[]
  readonly transfer?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly field?: string
  readonly json?: string
  readonly endpoint?: string
  readonly max_ms?: number
}

/** Why a row cannot be sent as it stands. */
const NOT_EXPRESSIBLE: Readonly<Record<string, string>> = {
  'api-055': 'two framings of one body: no client writes them',
  'api-305': 'a line end in a header; as written it is a backslash and an n, which are visible',
}

/** Where the service answers otherwise, on purpose. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'api-207': 'notes of white space alone are no notes (null), like an empty text',
  'api-299': 'a slash at the end of an address changes nothing',
  'api-230': 'a name of line separators alone is blank, like one of blanks',
}

/** Which field of an invoice a row means, as JSON around its value. */
const FIELDS: Readonly<Record<string, (json: string) => string>> = {
  'items[].quantity': (json) => withItem(`"quantity":${json}`),
  'items[].unitPrice': (json) => withItem(`"unit_price":${json}`),
  taxRate: (json) => withItem(`"tax":{"rate":${json}}`),
  issueDate: (json) => withField(`"due_date":null,"issue_date":${json}`),
  currency: (json) => withField(`"currency":${json}`),
  notes: (json) => withField(`"notes":${json}`),
  'customer.name': (json) => `{"customer":{"name":${json}},"items":[{"description":"x"}]}`,
  'customer.email': (json) =>
    `{"customer":{"name":"A","email":${json}},"items":[{"description":"x"}]}`,
}
const SETTINGS: Readonly<Record<string, string>> = {
  'settings.logo': 'logo',
  'settings.templateId': 'templateId',
}

const withItem = (json: string) => `{"customer":{"name":"A"},"items":[{"description":"x",${json}}]}`
const withField = (json: string) =>
  `{"customer":{"name":"A"},"items":[{"description":"x"}],${json}}`

/** `{REPEAT "A" n}` stands for a text of so many, with what follows it. */
const jsonOf = (json: string): string => {
  const [, text = '', count, tail = ''] = /^\{REPEAT "(.)" (\d+)\}(.*)$/.exec(json) ?? []
  return count === undefined ? json : JSON.stringify(text.repeat(Number(count)) + tail)
}

const bodyOf = ({ body, pieces }: Row): string =>
  body ??
  (pieces ?? [])
    .map(([text, count]) =>
      text.includes('{i}')
        ? Array.from({ length: count }, (_, i) => text.replaceAll('{i}', String(i))).join('')
        : text.repeat(count),
    )
    .join('')

const rows: readonly Row[] = existsSync(FILE)
  ? readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : []

/** `4xx`, `2xx|422`: the statuses that a row allows. */
const isExpected = (status: number, expected: string): boolean =>
  expected
    .split('|')
    .some((one) => new RegExp(`^${one.replace('xx', '\\d\\d')}$`).test(`${status}`))

describe.skipIf(WITHOUT !== '').each(ENGINES)(`collected bodies (%s)${WITHOUT}`, (engine) => {
  let app: TestApp
  let given: Givens
  let id: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    id = (await given.invoice()).id
  })
  afterAll(() => app.close())

  const request = (row: Row) => {
    const json = { 'content-type': 'application/json' }
    if (row.endpoint !== undefined) {
      const [method = 'GET', path = ''] = row.endpoint.split(/ (.*)/)
      const at = path.replace('{id}', id).replace('{ID in other case}', id.toUpperCase())
      return { method, path: at, headers: {} }
    }
    if (row.field !== undefined) {
      const value = jsonOf(row.json ?? 'null')
      const key = SETTINGS[row.field]
      if (key !== undefined)
        return { method: 'PATCH', path: '/settings', headers: json, body: `{"${key}":${value}}` }
      const body = FIELDS[row.field]?.(value)
      if (body === undefined) throw new Error(`${row.id} names an unknown field.`)
      return { method: 'POST', path: '/invoices', headers: json, body }
    }
    const headers = row.headers ?? json
    if (row.group === 'headers') return { method: 'PATCH', path: '/settings', headers, body: '{}' }
    if (row.group === 'idempotency-key') {
      const body = '{"name":"A"}'
      return { method: 'POST', path: '/customers', headers: { ...json, ...headers }, body }
    }
    const changes = row.group === 'mass' || row.group === 'proto'
    const path = changes ? `/invoices/${id}` : '/invoices'
    return { method: changes ? 'PUT' : 'POST', path, headers, body: bodyOf(row) }
  }

  const send = ({ method, path, headers, body }: ReturnType<typeof request>, chunked: boolean) =>
    app.send({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      ...(body === undefined ? {} : { payload: chunked ? Readable.from([body]) : body }),
    })

  test.each(
    rows.filter((row) => !(row.id in NOT_EXPRESSIBLE)),
  )('$id $group $field: $expect', async (row) => {
    const answer = await send(request(row), row.transfer === 'chunked')
    const shown = `${row.why}\n${answer.body.slice(0, 300)}`
    expect(answer.statusCode, shown).toBeLessThan(500)
    if (!(row.id in OTHERWISE))
      expect(isExpected(answer.statusCode, row.expect), `${answer.statusCode}: ${shown}`).toBe(true)
    if (answer.statusCode >= 400) {
      expect(answer.headers['content-type']).toContain('application/problem+json')
      expect(answer.json().status).toBe(answer.statusCode)
    }
  })

  test('after all of them, the prototype and the invoice are unchanged', async () => {
    const plain = {} as Record<string, unknown>
    for (const name of ['isAdmin', 'total', 'templateId', 'x', 'polluted'])
      expect(plain[name]).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(await given.read(id)).toMatchObject({ number: null, status: 'draft', share_token: null })
    expect((await app.send({ url: '/healthz' })).statusCode).toBe(200)
  })
})
