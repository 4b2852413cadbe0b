import { expect, test } from 'vitest'
import { withoutUnions } from './lazy-compilers.ts'

const text = { type: 'string' }
const none = { type: 'null' }

test.each([
  ['a value or null', { anyOf: [text, none] }, { type: 'string', nullable: true }],
  [
    'a component or null',
    { anyOf: [none, { $ref: 'Party#' }], description: 'The buyer.' },
    { $ref: 'Party#', description: 'The buyer.', nullable: true },
  ],
  [
    'a number, a text or null',
    { anyOf: [{ anyOf: [{ type: 'number' }, text] }, none] },
    { type: ['number', 'string'], nullable: true },
  ],
  [
    'deep in others',
    { type: 'array', items: { properties: { note: { anyOf: [text, none] } } } },
    { type: 'array', items: { properties: { note: { type: 'string', nullable: true } } } },
  ],
])('a union is written without a validator: %s', (_, schema, expected) => {
  expect(withoutUnions(schema)).toEqual(expected)
})

test('a union of objects stays', () => {
  const union = { anyOf: [{ type: 'object', properties: {} }, { $ref: 'Party#' }] }
  expect(withoutUnions(union)).toEqual(union)
})
