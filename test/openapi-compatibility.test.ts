import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMMAND, DOCUMENT, objections, unannounced } from '../scripts/openapi-base.ts'
import { type Break, breaksBetween, type OpenApi } from '../scripts/openapi-breaks.ts'
import { clientOperations, clientTypes } from '../scripts/openapi-client.ts'
import { openApiDocument } from '../scripts/openapi-document.ts'
import type { Schema } from '../scripts/openapi-schema-breaks.ts'
import { ROOT } from './source-files.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

describe('what the routes are now', () => {
  let document: string
  beforeAll(async () => {
    document = await openApiDocument()
  })

  test('breaks nobody who calls the service', () => {
    expect(objections(document, { mayBreak: false })).toEqual([])
  })

  test(`is in ${DOCUMENT} and in packages/sdk, or run: ${COMMAND}`, async () => {
    const made = {
      [DOCUMENT]: document,
      'packages/sdk/src/schema.ts': await clientTypes(document),
      'packages/sdk/src/operations.ts': clientOperations(document),
    }
    const stale = Object.entries(made).filter(([file, text]) => read(file) !== text)
    expect(stale.map(([file]) => `${file} is out of date. Run: ${COMMAND}`)).toEqual([])
  })
})

const text: Schema = { type: 'string' }
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const object = (properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
type Operation = OpenApi['paths'][string][string]
const operation: Operation = { operationId: 'changeThing', responses: { 200: {} } }
const ofOne = (one: Operation | undefined): OpenApi => ({
  paths: one ? { '/things/{id}': { put: one } } : {},
})
/** The breaks between two operations, without the name they all begin with. */
const between = (before: Operation, after: Operation | undefined): readonly string[] =>
  breaksBetween(ofOne(before), ofOne(after)).map(({ sentence }) =>
    sentence.replace('PUT /things/{id} (changeThing) ', ''),
  )
const ofRequests = (before: Schema, after: Schema) =>
  between({ ...operation, requestBody: json(before) }, { ...operation, requestBody: json(after) })
const ofAnswers = (before: Schema, after: Schema) =>
  between(
    { ...operation, responses: { 200: json(before) } },
    { ...operation, responses: { 200: json(after) } },
  )
const withQuery = (name: string, schema: Schema, required = false): Operation => ({
  ...operation,
  parameters: [{ in: 'query', name, schema, required }],
})

describe('an operation', () => {
  test.each<[string, Operation, Operation | undefined, readonly string[]]>([
    ['the same', operation, operation, []],
    ['gone', operation, undefined, ['is gone.']],
    ['renamed', operation, { ...operation, operationId: 'b' }, ['is now called b.']],
    ['closed', { ...operation, security: [] }, operation, ['now needs a credential.']],
    ['opened', operation, { ...operation, security: [] }, []],
    ['a parameter more', operation, withQuery('q', text), []],
    [
      'a parameter less',
      withQuery('q', text),
      operation,
      ['no longer takes the query parameter `q`.'],
    ],
    [
      'a needed one',
      operation,
      withQuery('q', text, true),
      ['now requires the query parameter `q`.'],
    ],
    [
      'narrowed',
      withQuery('q', text),
      withQuery('q', { enum: ['a'] }),
      ['takes only certain values for `q`.'],
    ],
    [
      'a body needed',
      operation,
      { ...operation, requestBody: { required: true } },
      ['now requires a body.'],
    ],
    [
      'another status',
      operation,
      { ...operation, responses: { 201: {} } },
      ['no longer answers 200.'],
    ],
    [
      'another media type',
      { ...operation, responses: { 200: { content: { 'text/csv': {} } } } },
      { ...operation, responses: { 200: { content: { 'text/html': {} } } } },
      ['no longer answers 200 as text/csv.'],
    ],
    ['fewer errors', { ...operation, responses: { 200: {}, 409: {} } }, operation, []],
  ])('%s', (_name, before, after, breaks) => {
    expect(between(before, after)).toEqual(breaks)
  })
})

describe('what callers send', () => {
  test.each<[string, Schema, Schema, readonly string[]]>([
    ['a field more', object({ a: text }), object({ a: text, b: text }), []],
    ['a field less', object({ a: text, b: text }), object({ a: text }), ['no longer takes `b`.']],
    [
      'a needed field',
      object({ a: text }),
      object({ a: text, b: text }, ['b']),
      ['now requires `b`.'],
    ],
    ['needed no more', object({ a: text }, ['a']), object({ a: text }), []],
    ['a choice more', { enum: ['a'] }, { enum: ['a', 'b'] }, []],
    [
      'a choice less',
      object({ a: { enum: ['x', 'y'] } }),
      object({ a: { enum: ['x'] } }),
      ['no longer takes "y" for `a`.'],
    ],
    [
      'another type',
      object({ a: text }),
      object({ a: { type: 'integer' } }),
      ['has integer instead of string for `a`.'],
    ],
    ['a wider type', { type: 'integer' }, { type: 'number' }, []],
    [
      'a narrower type',
      { type: 'number' },
      { type: 'integer' },
      ['has integer instead of number for the whole.'],
    ],
    ['null more', object({ a: text }), object({ a: nullable(text) }), []],
    [
      'null less',
      object({ a: nullable(text) }),
      object({ a: text }),
      ['no longer takes null for `a`.'],
    ],
    ['null, as types', { type: ['string', 'null'] }, text, ['no longer takes null for the whole.']],
    ['a variant more', text, { anyOf: [text, { type: 'number' }] }, []],
    [
      'a variant less',
      { anyOf: [text, { type: 'number' }] },
      text,
      ['no longer takes number for the whole.'],
    ],
    [
      'shorter',
      { type: 'string', maxLength: 9 },
      { type: 'string', maxLength: 8 },
      ['takes less for the whole: maxLength is 8.'],
    ],
    ['longer', { type: 'string', maxLength: 8 }, { type: 'string', maxLength: 9 }, []],
    [
      'a new limit',
      { type: 'array', items: text },
      { type: 'array', items: text, maxItems: 5 },
      ['takes less for the whole: maxItems is 5.'],
    ],
    ['no limit', { type: 'integer', minimum: 1 }, { type: 'integer' }, []],
    [
      'a new pattern',
      text,
      { type: 'string', pattern: '^a' },
      ['takes less for the whole: pattern is "^a".'],
    ],
    [
      'deep inside',
      object({ a: { type: 'array', items: object({ b: text }) } }),
      object({ a: { type: 'array', items: object({}) } }),
      ['no longer takes `a[].b`.'],
    ],
    [
      'closed',
      object({}),
      { ...object({}), additionalProperties: false },
      ["no longer takes fields of the caller's own in the whole."],
    ],
  ])('%s', (_name, before, after, breaks) => {
    expect(ofRequests(before, after)).toEqual(breaks)
  })
})

describe('what callers get', () => {
  test.each<[string, Schema, Schema, readonly string[]]>([
    ['a field more', object({ a: text }), object({ a: text, b: text }, ['b']), []],
    [
      'a field less',
      object({ a: text, b: text }, ['b']),
      object({ a: text }),
      ['no longer has `b`.'],
    ],
    ['less certain', object({ a: text }, ['a']), object({ a: text }), ['may now leave out `a`.']],
    ['more certain', object({ a: text }), object({ a: text }, ['a']), []],
    ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }, []],
    ['another type', text, { type: 'number' }, ['has number instead of string for the whole.']],
    ['a narrower type', { type: 'number' }, { type: 'integer' }, []],
    [
      'null more',
      object({ a: text }),
      object({ a: nullable(text) }),
      ['may now answer null for `a`.'],
    ],
    ['null less', object({ a: nullable(text) }), object({ a: text }), []],
    [
      'a variant more',
      text,
      { anyOf: [text, { type: 'number' }] },
      ['may now answer number for the whole.'],
    ],
    ['shorter', text, { type: 'string', maxLength: 8 }, []],
    [
      'in a list',
      { type: 'array', items: object({ a: text }) },
      { type: 'array', items: object({}) },
      ['no longer has `[].a`.'],
    ],
  ])('%s', (_name, before, after, breaks) => {
    expect(ofAnswers(before, after)).toEqual(breaks)
  })

  test('a schema that is named, and moves, and refers to itself', () => {
    const document = (schemas: Record<string, Schema>, at: Schema): OpenApi => ({
      ...ofOne({ ...operation, responses: { 200: json(at) } }),
      components: { schemas },
    })
    const node = (extra: Record<string, Schema>): Schema =>
      object({
        ...extra,
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      })
    const before = document({ Node: node({ a: text }) }, { $ref: '#/components/schemas/Node' })
    const after = document({ Node: node({}) }, { $ref: '#/components/schemas/Node' })
    expect(breaksBetween(before, before)).toEqual([])
    expect(breaksBetween(before, after)[0]?.sentence).toContain('no longer has `a`')
  })
})

describe('after a release', () => {
  const breaks: readonly Break[] = [{ operationId: 'changeThing', sentence: 'It is gone.' }]
  const changelog = (unreleased: string) =>
    `# Changelog\n\n## Unreleased\n\n${unreleased}\n## 0.1.0\n`

  test.each<[string, string, number]>([
    ['nothing', '', 1],
    ['another heading', '### Added\n\n- `changeThing`\n', 1],
    ['Breaking', '### Breaking\n\n- `changeThing` is gone.\n\n### Added\n', 0],
    ['Breaking of an older release', '## 0.0.9\n\n### Breaking\n\n- `changeThing`\n', 1],
  ])('named under %s', (_name, unreleased, left) => {
    expect(unannounced(breaks, changelog(unreleased)).length).toBe(left)
  })
})
