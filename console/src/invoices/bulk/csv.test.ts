import { expect, test } from 'vitest'
import { batchesOf, csvFile } from './csv.ts'

test('several tables have one header', async () => {
  const file = csvFile(['number,total\r\nINV-1,1.00\r\n', 'number,total\r\nINV-2,2.00\r\n'])
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.toString()).toBe('\ufeffnumber,total\r\nINV-1,1.00\r\nINV-2,2.00\r\n')
})

test.each([
  [0, []],
  [2, [[0, 1]]],
  [5, [[0, 1], [2, 3], [4]]],
])('%d in batches of two: %j', (count, batches) => {
  expect(
    batchesOf(
      Array.from({ length: count }, (_, at) => at),
      2,
    ),
  ).toEqual(batches)
})
