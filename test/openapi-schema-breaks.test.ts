import { describe, expect, test } from 'vitest'
import { breaksBetween, type OpenApi } from '../scripts/openapi-breaks.ts'
import type { Schema } from '../scripts/openapi-schema-breaks.ts'
import { between, json, nullable, object, ofOne, operation, text } from './openapi-samples.ts'

const ofRequests = (before: Schema, after: Schema) =>
  between({ ...operation, requestBody: json(before) }, { ...operation, requestBody: json(after) })
const ofAnswers = (before: Schema, after: Schema) =>
  between(
    { ...operation, responses: { 200: json(before) } },
    { ...operation, responses: { 200: json(after) } },
  )

describe('requests', () => {
  test.each<[string, Schema, Schema, readonly string[]]>([
    ['a field more', object({ a: text }), object({ a: text, b: text }), []],
    ['a field less', object({ a: text, b: text }), object({ a: text }), ['no longer takes `b`.']],
    [
      'a needed field',
      object({ a: text }),
      object({ a: text, b: text }, ['b']),
      ['now requires `b`.'],
    ],
    [
      'a deprecated field less',
      object({ a: text, b: { ...text, deprecated: true } }),
      object({ a: text }),
      [],
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
    ['a file, said to be one', {}, { type: 'string', format: 'binary' }, []],
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
      'entries of a kind',
      { type: 'array' },
      { type: 'array', items: text },
      ['has string instead of anything for `[]`.'],
    ],
    [
      'opened',
      { ...object({}), additionalProperties: false },
      { ...object({}), additionalProperties: text },
      [],
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

describe('responses', () => {
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
    ['longer', { type: 'string', maxLength: 8 }, { type: 'string', maxLength: 9 }, []],
    [
      'without its format',
      object({ a: { type: 'string', format: 'date' } }),
      object({ a: text }),
      ['promises less for `a`: format "date" is gone.'],
    ],
    [
      'of another pattern',
      { type: 'string', pattern: '^inv_' },
      { type: 'string', pattern: '^i' },
      ['promises less for the whole: pattern "^inv_" is "^i".'],
    ],
    ['of a form', text, { type: 'string', format: 'date', pattern: '^2' }, []],
    ['without a schema', text, {}, ['has anything instead of string for the whole.']],
    [
      'a choice without a schema',
      { enum: ['a'] },
      {},
      ['has anything instead of string for the whole.'],
    ],
    [
      'entries without a schema',
      { type: 'array', items: text },
      { type: 'array' },
      ['has anything instead of string for `[]`.'],
    ],
    [
      'values without a schema',
      { ...object({}), additionalProperties: text },
      object({}),
      ['has anything instead of string for `.*`.'],
    ],
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
