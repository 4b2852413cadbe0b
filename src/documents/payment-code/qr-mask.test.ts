import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrModules } from './payment-code.ts'

/** Deterministic texts of every length that a payment code may have. */
const texts = Array.from({ length: 331 }, (_, at) =>
  Array.from({ length: at + 1 }, (__, index) =>
    String.fromCharCode(33 + ((index * (at + 7) + at * at) % 90)),
  ).join(''),
)

test('the mask is the one that the encoder finds by itself, of its slower way', () => {
  const options = { ecc: 'M', boostEcc: false, border: 0, maxVersion: 13 } as const
  const masks = new Set<number>()
  for (const text of texts) {
    const { data, maskPattern } = encode([...new TextEncoder().encode(text)], options)
    expect(qrModules(text), text).toEqual(data)
    masks.add(maskPattern)
  }
  expect(masks.size).toBe(8)
})
