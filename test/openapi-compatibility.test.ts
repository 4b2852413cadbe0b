import { describe, expect, test } from 'vitest'
import { objections, stateOf } from '../scripts/openapi-base.ts'
import { openApiDocument } from '../scripts/openapi-document.ts'
import type { Schema } from '../scripts/openapi-schema-breaks.ts'
import { between, json, type Operation, operation, text } from './openapi-samples.ts'

test('the routes break no client of the last release', async () => {
  expect(objections(stateOf(await openApiDocument()))).toEqual([])
})

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
    [
      'a header less',
      { ...operation, responses: { 200: { headers: { ETag: {} } } } },
      operation,
      ['no longer sends the header `ETag` with 200.'],
    ],
    [
      'a schema less',
      { ...operation, responses: { 200: json(text) } },
      { ...operation, responses: { 200: { content: { 'application/json': {} } } } },
      ['has anything instead of string for the whole.'],
    ],
    [
      'not redirected any more',
      { ...operation, responses: { 302: {}, 304: {} } },
      operation,
      ['no longer answers 302.'],
    ],
    ['fewer errors', { ...operation, responses: { 200: {}, 409: {} } }, operation, []],
  ])('%s', (_name, before, after, breaks) => {
    expect(between(before, after)).toEqual(breaks)
  })
})
