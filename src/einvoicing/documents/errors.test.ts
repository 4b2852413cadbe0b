import { EInvoiceError } from '@billwright/einvoice'
import { readReceived } from '@billwright/einvoice/read'
import { expect, test } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import { problemOf, withProblems } from './errors.ts'

const problem = (read: () => unknown): unknown => {
  try {
    return withProblems(read)
  } catch (error) {
    return error
  }
}
const reading = (text: string) => () => readReceived({ file: Buffer.from(text) })

test.each([
  ['no XML', '<a', 'invalid', 'einvoice_unreadable', { reason: 'not_xml' }],
  ['another format', '<Order/>', 'invalid', 'einvoice_format_unknown', undefined],
  [
    'more than 5 MiB',
    ' '.repeat(5 * 1024 * 1024 + 1),
    'too_large',
    'einvoice_too_large',
    { max_bytes: 5 * 1024 * 1024 },
  ],
])('%s: a problem with its code and values', (_case, text, kind, code, params) => {
  expect(problem(reading(text))).toBeInstanceOf(AppError)
  expect(problem(reading(text))).toMatchObject({ kind, code, params })
})

test('what is missing is listed', () => {
  const faults = [{ pointer: '/number', code: 'required', message: 'BT-1 is missing.' }]
  const error = new EInvoiceError('einvoice_incomplete', 'Incomplete.', { faults })
  expect(problemOf(error)).toMatchObject({ code: 'einvoice_incomplete', faults })
})

test('an unknown attachment is a fault of the query', () => {
  const error = new EInvoiceError('einvoice_attachment_unknown', 'The PDF has no such file.')
  expect(problemOf(error)).toMatchObject({
    code: 'invalid_request',
    faults: [{ pointer: '?attachment', code: 'not_allowed', message: error.message }],
  })
})

test('other errors stay what they are', () => {
  const broken = new Error('broken')
  expect(
    problem(() => {
      throw broken
    }),
  ).toBe(broken)
})
