import { expect, test } from 'vitest'
import { BODY_BYTES_MAX, writeBody } from './body.ts'

const source = {
  id: 'evt_1',
  type: 'invoice.issued',
  at: '2026-11-21T09:30:00.000Z',
  company: 'com_1',
  resource: { type: 'invoice', id: 'inv_1' },
} as const

test('a body as it is sent', () => {
  expect(writeBody({ ...source, data: { number: 'INV-1' } })).toBe(
    '{"id":"evt_1","type":"invoice.issued","timestamp":"2026-11-21T09:30:00.000Z",' +
      '"company":"com_1","resource":{"type":"invoice","id":"inv_1"},"data":{"number":"INV-1"}}',
  )
})

test('the longest fields of a large body are left out and listed', () => {
  const data = {
    a: 'ü'.repeat(9_000),
    number: 'INV-1',
    b: 'x'.repeat(15_000),
    c: 'x'.repeat(9_000),
  }
  const body = writeBody({ ...source, data })
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(BODY_BYTES_MAX)
  expect(JSON.parse(body)).toMatchObject({ omitted: ['b', 'a'], data: { number: 'INV-1' } })
  expect(JSON.parse(body).data).toHaveProperty('c')
})

test('the limit itself passes whole', () => {
  const empty = writeBody({ ...source, data: { text: '' } })
  const text = 'x'.repeat(BODY_BYTES_MAX - empty.length)
  expect(JSON.parse(writeBody({ ...source, data: { text } })).data.text).toBe(text)
  expect(JSON.parse(writeBody({ ...source, data: { text: `${text}x` } })).omitted).toEqual(['text'])
})
