import jsQR from 'jsqr'
import { describe, expect, test } from 'vitest'
import { epcPayload, groupIban, isIban, qrModules, type Transfer } from './payment-code.ts'

const TRANSFER: Transfer = {
  name: 'Federkiel & Flut GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  amountMinor: 123450n,
  text: 'INV-2026-0042',
}

describe('IBAN', () => {
  test.each([
    'DE89370400440532013000',
    'gb82 west 1234 5698 7654 32',
    'FR1420041010050500013M02606',
  ])('valid: %s', (iban) => expect(isIban(iban)).toBe(true))
  test.each([
    'DE88370400440532013000',
    'DE89370400440532013001',
    'DE89',
    '',
    'DE8937040044053201300Ö',
  ])('not valid: %s', (iban) => expect(isIban(iban)).toBe(false))
  test('in groups of four', () => {
    expect(groupIban('at611904300234573201')).toBe('AT61 1904 3002 3457 3201')
  })
})

describe('EPC payload', () => {
  test('line by line', () => {
    expect(epcPayload(TRANSFER)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'COBADEFFXXX',
      'Federkiel & Flut GmbH',
      'DE89370400440532013000',
      'EUR1234.50',
      '',
      '',
      'INV-2026-0042',
    ])
  })

  test.each([
    ['no amount', { amountMinor: 0n }],
    ['a negative amount', { amountMinor: -1n }],
    ['more than the standard allows', { amountMinor: 100_000_000_000n }],
    ['an IBAN with a wrong check digit', { iban: 'DE88370400440532013000' }],
    ['no name', { name: '  ' }],
    ['more than 331 bytes', { name: '名'.repeat(70), text: '名'.repeat(140) }],
  ])('none for %s', (_case, change) => {
    expect(epcPayload({ ...TRANSFER, ...change })).toBeUndefined()
  })

  test('no value can add a line, a bad BIC is left out, long names are cut', () => {
    const lines = epcPayload({
      ...TRANSFER,
      bic: 'nonsense\nDE00',
      name: `A\nB\r\n${'x'.repeat(100)}`,
      text: 'one\ntwo',
    })?.split('\n')
    expect(lines).toHaveLength(11)
    expect(lines?.[4]).toBe('')
    expect(lines?.[5]).toBe(`A B ${'x'.repeat(66)}`)
    expect(lines?.at(-1)).toBe('one two')
  })
})

test.each([
  TRANSFER,
  { ...TRANSFER, name: 'Müßiggang & Söhne – Żółw 会社', bic: null, amountMinor: 1n },
  { ...TRANSFER, name: 'x'.repeat(70), text: 'y'.repeat(140), amountMinor: 99_999_999_999n },
])('the code reads back byte for byte: %#', (transfer) => {
  const payload = epcPayload(transfer) ?? ''
  expect(read(qrModules(payload))).toBe(payload)
})

/** Draws the modules with a quiet zone and reads them as a camera would. */
function read(modules: readonly (readonly boolean[])[]): string | undefined {
  const scale = 4
  const quiet = 4
  const size = (modules.length + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isDark =
        modules[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet] === true
      if (isDark) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
    }
  }
  const code = jsQR.default(pixels, size, size)
  return code === null ? undefined : new TextDecoder().decode(new Uint8Array(code.binaryData))
}
