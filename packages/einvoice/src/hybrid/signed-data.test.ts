import { describe, expect, test } from 'vitest'
import { ber, DATA, der, envelope, SIGNED, signedFile } from './signed-data.testing.ts'
import { contentOfSigned, isSigned } from './signed-data.ts'

const XML = Buffer.from(`<Fattura>${'è '.repeat(200)}</Fattura>`)
const PLAIN = signedFile(XML)

describe('signed data', () => {
  test.each([
    ['DER', PLAIN],
    ['BER', envelope(ber, der(0x04, XML))],
    [
      'in parts',
      envelope(ber, ber(0x24, der(0x04, XML.subarray(0, 100)), der(0x04, XML.subarray(100)))),
    ],
    ['base64', Buffer.from(PLAIN.toString('base64'))],
    [
      'PEM',
      Buffer.from(`-----BEGIN PKCS7-----\n${PLAIN.toString('base64')}\n-----END PKCS7-----\n`),
    ],
  ])('%s: its content byte for byte', (_, file) => {
    expect(isSigned(file)).toBe(true)
    expect(Buffer.from(contentOfSigned(file) ?? []).equals(XML)).toBe(true)
  })

  test('a detached signature has no content', () => {
    const detached = der(
      0x30,
      SIGNED,
      der(0xa0, der(0x30, der(0x02, Buffer.from([1])), der(0x31), der(0x30, DATA), der(0x31))),
    )
    expect(isSigned(detached)).toBe(true)
    expect(contentOfSigned(detached)).toBeUndefined()
  })

  test('no cut and no changed byte makes it fail', () => {
    for (let at = 0; at < PLAIN.length; at += 1) {
      expect(() => contentOfSigned(PLAIN.subarray(0, at))).not.toThrow()
      const changed = Buffer.from(PLAIN)
      changed[at] = (changed[at] ?? 0) ^ 0x80
      expect(() => contentOfSigned(changed)).not.toThrow()
    }
  })

  test('deep nesting ends soon', () => {
    const deep = Buffer.from('3080'.repeat(100_000), 'hex')
    expect(contentOfSigned(deep)).toBeUndefined()
  })

  test.each([['<xml/>'], ['%PDF-1.7'], ['']])('%s is not signed', (text) => {
    expect(isSigned(Buffer.from(text))).toBe(false)
  })
})
