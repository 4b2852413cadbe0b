import { expect, test } from 'vitest'
import { isColumnOf } from './body.ts'
import { readCsv } from './file.ts'

const read = (text: string) => readCsv(Buffer.from(text), (name) => isColumnOf(KINDS, name))
const KINDS = { name: 'text' } as const

const many = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',')

test.each([
  ['1001 columns', many(1001), /more than 1000 columns/],
  ['a million columns', many(1_000_000), /1000 columns|longer than 1 MiB/],
  ['a row of commas', `name\n${','.repeat(5000)}`, /more than 1000 columns/],
  ['a row of 2 MiB', `name\n${'x'.repeat(2 * 1024 * 1024)}`, /longer than 1 MiB, near line 2/],
  ['an open quote', 'name\n"x', /A quote is not closed, near line 2/],
  ['JSON', '{"name":"x"}', /A quote is in the wrong place, near line 1/],
])('%s is refused in plain words', async (_what, text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})

test.each([
  '__proto__',
  'constructor',
  'toString',
  'metadata.__proto__',
])('%s is an unknown column', async (name) => {
  const { columns, faults } = await read(`${name},name\n1,x`)
  expect(columns).toEqual([name, 'name'])
  expect(faults).toMatchObject([{ field: name, code: 'unknown_column' }])
})

test('a message names a long column by its beginning', async () => {
  const { faults } = await read(`${'x'.repeat(100_000)}\n1`)
  expect(faults[0]?.message.length).toBeLessThan(120)
})
