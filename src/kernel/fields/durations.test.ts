import { formatMicro, parseMicro } from '@billwright/money'
import { expect, test } from 'vitest'
import { isDuration, quantityOf, sumOfQuantities } from './durations.ts'

test.each([
  ['0:20', 'HUR', '0.333333'],
  ['0:20', 'MIN', '20'],
  ['0:20', 'SEC', '1200'],
  ['1:30', 'HUR', '1.5'],
  ['1:00:01', 'HUR', '1.000278'],
  ['9999:59:59', 'SEC', '35999999'],
  ['-0:20', 'HUR', '-0.333333'],
  [' 0:20 ', 'HUR', '0.333333'],
  ['0:20', 'KGM', '0:20'],
  ['0:60', 'HUR', '0:60'],
  ['1:2', 'HUR', '1:2'],
  ['2.5', 'HUR', '2.5'],
])('%s in %s is %s', (text, unit, quantity) => expect(quantityOf(text, unit)).toBe(quantity))

test.each([
  '',
  ':20',
  '1:',
  '1:20:',
  '10000:00',
  '1:20:60',
  'a:20',
  '1:20h',
  '+1:20',
])('%j is no duration', (text) => expect(isDuration(text)).toBe(false))

test.each<[readonly string[], string | null, string]>([
  [['0.333333', '0.333333', '0.333333'], 'HUR', '1'],
  [['0.666667', '0.333333'], 'HUR', '1'],
  [Array(180).fill('0.005556'), 'HUR', '1'],
  [['0.333333', '0.25'], 'HUR', '0.583333'],
  [Array(100).fill('0.333333'), 'HUR', '33.333333'],
  [Array(7200).fill('0.000278'), 'HUR', '2'],
  [['0.333333', '0.333333', '0.1234'], 'HUR', '0.790066'],
  [['0.333', '0.333', '0.333'], 'HUR', '0.999'],
  [['0.333333', '0.333333', '0.333333'], 'KGM', '0.999999'],
  [['0.333333', '0.333333', '0.333333'], null, '0.999999'],
  [['-0.333333', '-0.333333', '-0.333333'], 'HUR', '-1'],
  [['20', '20', '20'], 'MIN', '60'],
  [[], 'HUR', '0'],
])('the sum of %j in %s is %s', (quantities, unit, sum) =>
  expect(formatMicro(sumOfQuantities(quantities.map(parseMicro), unit))).toBe(sum))
