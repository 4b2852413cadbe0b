import Ajv2020 from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { operationsOf } from './isolation/operations.ts'
import { addressesOf, givenFirstSide, idsOf, type Side } from './isolation/sides.ts'
import { type Servers, startServers } from './servers.ts'

const BASE = '/api/v1'
const ID = /\b([a-z]{3})_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g
/** Faults of values that an example cannot know: a password, a token, or what is there already. */
const OF_THE_CASE: readonly string[] = [
  'account_too_small',
  'duplicate',
  'einvoice_invalid',
  'file_not_readable',
  'mail_refused',
  'mail_server_unusable',
  'other_code',
  'price_or_discount',
  'refund_exceeds',
  'same_numbers',
  'unknown_item',
  'url_refused',
  'wrong_code',
]

interface Body {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly schema: Json
  readonly examples: readonly Json[]
}

describe('the examples of request bodies', () => {
  let app: TestApp
  let servers: Servers
  let document: Json
  let side: Side
  let bodies: readonly Body[]
  beforeAll(async () => {
    servers = await startServers()
    app = await startTestApp('sqlite', servers.env)
    document = (await app.send({ url: `${BASE}/openapi.json` })).json()
    bodies = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).flatMap(([method, { operationId: id, requestBody }]) => {
        const media = requestBody?.content['application/json']
        if (!media) return []
        const { schema, example, examples: several = {} } = media
        const own = [example, ...Object.values<Json>(several).map(({ value }) => value)]
        const examples = [...own.filter((it) => it !== undefined), ...examplesOf(schema)]
        return [{ id, method: method.toUpperCase(), path, schema, examples }]
      }),
    )
    side = await givenFirstSide(app, servers)
  })
  afterAll(async () => {
    await app.close()
    await servers.close()
  })

  const resolved = (schema: Json): Json =>
    schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
  /** Of the whole body, or of one of its variants. */
  const examplesOf = (schema: Json): readonly Json[] => {
    const { examples = [], anyOf = [] } = resolved(schema)
    return [...examples, ...anyOf.flatMap(examplesOf)]
  }

  test('every body has one', () => {
    const without = bodies.filter(({ examples }) => examples.length === 0)
    expect(without.map(({ id }) => id)).toEqual([])
    expect(bodies.length).toBeGreaterThan(90)
  })

  test('each fits the schema of its body', () => {
    const ajv = new Ajv2020.default({ strict: false, code: { optimize: false } })
    formats.default(ajv)
    const within = (schema: Json): Json =>
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
    ajv.addSchema({ $id: 'document', components: within(document.components) })
    const wrong = bodies.flatMap(({ id, schema, examples }) => {
      const check = ajv.compile(within(schema))
      return examples.flatMap((it) => (check(it) ? [] : [`${id}: ${ajv.errorsText(check.errors)}`]))
    })
    expect(wrong).toEqual([])
  })

  test('the service accepts all of them, with its own ids', async () => {
    const operations = await operationsOf(app)
    const lists = await idsOf(app, side, operations)
    const known = new Map([...lists.values()].flat().map((id) => [id.slice(0, 3), id]))
    const refused: string[] = []
    let taken = 0
    for (const { id, method, path, examples } of bodies)
      for (const example of examples) {
        const [url] = addressesOf(path, lists, side.known)
        const text = JSON.stringify(example).replace(ID, (it, kind) => known.get(kind) ?? it)
        if (url === undefined) continue
        const headers = { ...side.owner, 'content-type': 'application/json' }
        const answer = await app.send({ method: method as 'POST', url, headers, payload: text })
        const { statusCode, body } = answer
        if (statusCode < 400) {
          taken += 1
          continue
        }
        // The state of the resource, or a credential, may stand against it.
        if ([401, 403, 404, 409, 429].includes(statusCode)) continue
        const { code, errors = [] } = answer.json()
        const codes = code === 'invalid_request' ? errors.map((it: Json) => it.code) : [code]
        if (codes.every((it: string) => OF_THE_CASE.includes(it))) continue
        refused.push(
          `${id} ${statusCode} ${JSON.stringify({ code, errors, body: body.slice(0, 200) })}`,
        )
      }
    expect(refused).toEqual([])
    expect(taken).toBeGreaterThan(85)
  })
})
