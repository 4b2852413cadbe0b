import { expect, test } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import { parseJson } from './json-body.ts'

function faultsOf(text: string) {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof AppError) return error.faults
    throw error
  }
  return []
}

test.each([
  ['text', '{"metadata":{"a/b~c":"\\u0000"}}', '/metadata/a~1b~0c'],
  ['a number', '{"metadata":{"a/b~c":12345678901234567890.12}}', '/metadata/a~1b~0c'],
  ['text below', '{"a/b":{"c":"\\u0000"}}', '/a~1b/c'],
])('the fault of %s has its RFC 6901 pointer', (_what, body, pointer) => {
  expect(faultsOf(body)).toMatchObject([{ pointer }])
})

test('the name __proto__ is refused as a name', () => {
  expect(faultsOf('{"metadata":{"__proto__":"x"}}')).toEqual([
    {
      pointer: '/metadata/__proto__',
      code: 'unknown_field',
      message: 'Forbidden name: rename this field.',
    },
  ])
})
