import { expect, test } from 'vitest'
import { packedData, unpackedData } from './packed-data.ts'

const ID = 'inv_01a20ac0-1cff-726f-bb29-a41867adc43b'
const LONG = JSON.stringify({
  id: ID,
  type: 'invoice',
  customer_name: 'Fernweh Bücher '.repeat(20),
})

test('short data stay text, long ones become few bytes, and both are read again', () => {
  const short = packedData('{"logo":null}', 'settings')
  expect(short).toEqual({ data: '{"logo":null}', data_packed: null })
  expect(unpackedData(short, 'settings')).toBe('{"logo":null}')
  const stored = packedData(LONG, ID)
  expect(stored.data).toBe('')
  expect(stored.data_packed?.length).toBeLessThan(LONG.length / 5)
  expect(unpackedData(stored, ID)).toBe(LONG)
})

const PACKED_BEFORE = 'Qw8cAsqxhR26591Si/LKUzMUnA7vSc5ILVIY5ZPGV6oFAA=='

/** Bytes that are stored somewhere: another dictionary could not read them. */
test('packed data can always be read', () => {
  const bytes = Buffer.from(PACKED_BEFORE, 'base64')
  expect(unpackedData({ data: '', data_packed: bytes }, ID)).toBe(LONG)
})

test('data of 20 KB are read again', () => {
  const text = JSON.stringify(Array.from({ length: 1200 }, (_, at) => `Line ${at} ${at * 7919}`))
  expect(text.length).toBeGreaterThan(20_000)
  expect(unpackedData(packedData(text, ID), ID)).toBe(text)
})
