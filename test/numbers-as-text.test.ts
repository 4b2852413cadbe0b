import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from './browser.ts'
import type { Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'

const PERSON = { email: 'owner@example.org', password: 'nine quiet lighthouses' }
const NUMBERS = [
  ...['0', '-1', '1.5', '1e3', '15.000000000000000'],
  ...['9007199254740993', '-123456789012345678901234567890', '0.1000000000000000055'],
  ...['1.0000000000000001e2', '1e400'],
]

/** These are sent every number. */
const PLACES_WITH_ALL = 20

/** Three by turns, so that neighbors have different ones. */
const threeOf = (all: readonly string[], turn: number): readonly string[] =>
  [0, 1, 2].map((step) => all[(turn * 3 + step) % all.length] ?? '')

interface Place {
  readonly pointer: string
  /** A body with `number` there, and nothing else. */
  body(number: string): string
}

/** Every place of a schema where only text, or nothing, may stand. */
function textsOf(schema: Json, document: Json): readonly Place[] {
  if (schema.$ref)
    return textsOf(document.components.schemas[schema.$ref.split('/').at(-1)], document)
  const branches = [...(schema.anyOf ?? schema.oneOf ?? [schema])]
  const types = branches.flatMap(({ type }) => type ?? [])
  const isText = types.includes('string') && !types.some((it) => /number|integer/.test(it))
  if (isText) return [{ pointer: '', body: (number) => number }]
  return branches.flatMap((branch) => [
    ...Object.entries<Json>(branch.properties ?? {}).flatMap(([name, property]) =>
      textsOf(property, document).map((it) => inside(name, it)),
    ),
    ...(typeof branch.additionalProperties === 'object'
      ? textsOf(branch.additionalProperties, document).map((it) => inside('any', it))
      : []),
    ...(branch.items
      ? textsOf(branch.items, document).map((it) => ({
          pointer: `/0${it.pointer}`,
          body: (number: string) => `[${it.body(number)}]`,
        }))
      : []),
  ])
}

const inside = (name: string, it: Place): Place => ({
  pointer: `/${name}${it.pointer}`,
  body: (number) => `{${JSON.stringify(name)}:${it.body(number)}}`,
})

describe('no number is taken for a text', () => {
  let app: TestApp
  let browser: Browser
  let document: Json
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    await app.call('POST', '/users', { ...PERSON, role: 'owner' })
    await app.db.updateTable('users').set({ role: 'operator' }).execute()
    browser = openBrowser(app)
    await browser.call('POST', '/session', PERSON)
    document = (await app.send({ url: '/api/v1/openapi.json' })).json()
  })
  afterAll(() => app.close())

  test('422 at its place, in every field of every body', async () => {
    let places = 0
    for (const [path, methods] of Object.entries<Json>(document.paths))
      for (const [method, { requestBody }] of Object.entries<Json>(methods)) {
        const { schema } = requestBody?.content['application/json'] ?? {}
        // Bulk routes answer for each item by itself.
        if (!schema || path.endsWith('/bulk')) continue
        const url = path
          .replace('/api/v1', '')
          .replace('{date}', '2026-01-31')
          .replace(/\{\w+\}/g, 'x')
        for (const { pointer, body } of textsOf(schema, document)) {
          // How a number is read is the same everywhere: each place has its turn with three of them.
          const turns = places < PLACES_WITH_ALL ? NUMBERS : threeOf(NUMBERS, places)
          places++
          for (const number of turns) {
            const headers = { 'content-type': 'application/json' }
            const answer = await browser.call(method.toUpperCase(), url, body(number), headers)
            const what = `${method} ${path} ${body(number)}: ${answer.body}`
            expect(answer.statusCode, what).toBe(422)
            const pointers = answer.json().errors.map((it: Json) => it.pointer)
            expect(pointers, what).toContain(pointer)
          }
        }
      }
    expect(places).toBeGreaterThan(200)
  })

  test.each([
    ['9007199254740993', 'too_large'],
    ['0.1000000000000000055', 'too_precise'],
  ])('422 for an amount that a double would change: %s', async (number, code) => {
    const body = `{"customer":{"name":"a"},"items":[{"description":"a","unit_price":${number}}]}`
    const headers = { 'content-type': 'application/json' }
    const answer = await browser.call('POST', '/invoices', body, headers)
    expect(answer.json().errors).toMatchObject([{ pointer: '/items/0/unit_price', code }])
  })

  test('201: zeros at the end make no number longer', async () => {
    const body =
      '{"customer":{"name":"a"},"items":[{"description":"a","unit_price":15.00000000000000000}]}'
    const headers = { 'content-type': 'application/json' }
    const answer = await browser.call('POST', '/invoices', body, headers)
    expect(answer.json().items[0].unit_price).toBe('15.00')
  })
})
