import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINIMAL } from '../model/document.testing.ts'
import { document } from '../model/document-arbitrary.testing.ts'
import { isBlank, withoutForbidden } from './characters.ts'
import { readEInvoice } from './read.ts'
import { writeCii, writeUbl } from './write.ts'

const SYNTAXES = [
  ['UBL', writeUbl],
  ['CII', writeCii],
] as const

describe.each(SYNTAXES)('%s', (_, write) => {
  const again = (it: typeof MINIMAL) => readEInvoice(Buffer.from(write(it, 'en16931')))

  test('every written document can be read: every document, every term', () => {
    fc.assert(
      fc.property(document, (it) => {
        const { document: read, unread } = again(it)
        expect(unread).toEqual([])
        expect(read).toEqual({ ...it, specification: 'urn:cen.eu:en16931:2017' })
      }),
      { numRuns: 200 },
    )
  })

  test('any text at all is written as XML, without the characters XML cannot have', () => {
    const anything = fc.oneof(
      fc.string({ unit: fc.nat({ max: 0xffff }).map((it) => String.fromCharCode(it)) }),
      fc.string({
        unit: fc.constantFrom(
          '\0',
          '\b',
          '\r',
          '\n',
          '\ud800',
          '\udc00',
          '\ufffe',
          '<',
          '&',
          ']]>',
          '"',
        ),
      }),
    )
    fc.assert(
      fc.property(anything, (note) => {
        const seller = { ...MINIMAL.seller, registration: { value: 'x', scheme: note } }
        const { document: read } = again({ ...MINIMAL, notes: [{ text: `n ${note}` }], seller })
        const written = withoutForbidden(note, ' ').trim()
        const scheme = isBlank(written) ? '' : written
        expect(read.notes).toEqual([{ text: withoutForbidden(`n ${note}`).trim() }])
        expect(read.seller.registration).toEqual({ value: 'x', ...(scheme && { scheme }) })
      }),
      { numRuns: 300 },
    )
  })

  test('the same document gives the same text', () => {
    expect(write(MINIMAL, 'en16931')).toBe(write(structuredClone(MINIMAL), 'en16931'))
  })

  test('no element is empty but the one CII requires', () => {
    fc.assert(
      fc.property(document, (it) => {
        const empty = write(it, 'en16931').match(/<[^>]*\/>|<([\w:]+)[^>]*><\/\1>/g) ?? []
        expect(empty.filter((tag) => tag !== '<ram:ApplicableHeaderTradeDelivery/>')).toEqual([])
      }),
    )
  })
})
