import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unicodeMapsOf } from './pdf-unicode.ts'
import { readClassicPdf } from './pdf-update.ts'

/** A PDF with a font whose ToUnicode map, object 3, has these lines; `title` is the document's. */
function withMap(lines: readonly string[], title = 'a') {
  const map = `1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${lines.join('\n')}\n`
  const objects = [
    '1 0 obj\n<</Type /Catalog>>\nendobj\n',
    `2 0 obj\n<</Title (${title})>>\nendobj\n`,
    `3 0 obj\n<</Length ${map.length}>> stream\n${map}\nendstream\nendobj\n`,
    '4 0 obj\n<</Type /Font\n/ToUnicode 3 0 R>>\nendobj\n',
    '5 0 obj\n[1 2]\nendobj\n',
  ]
  let text = '%PDF-1.4\n'
  const entries = objects.map((object) => {
    const entry = `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += object
    return entry
  })
  const table = `xref\n0 6\n0000000000 65535 f \n${entries.join('')}`
  const trailer = 'trailer\n<</Size 6/Root 1 0 R/Info 2 0 R>>\n'
  return readClassicPdf(
    Buffer.from(`${text}${table}${trailer}startxref\n${text.length}\n%%EOF\n`, 'latin1'),
  )
}

test('a glyph without a character gets an empty one', () => {
  const { mended, isComplete } = unicodeMapsOf(
    withMap(['3 beginbfchar', '<0004> <0000>', '<0005> <0915FEFF>', '<0006> <FFFE>', 'endbfchar']),
  )
  const [map] = mended
  expect(map?.number).toBe(3)
  expect(inflateSync(map?.stream ?? Buffer.of()).toString('latin1')).toContain(
    '3 beginbfchar\n<0004> <2060>\n<0005> <09152060>\n<0006> <2060>\nendbfchar',
  )
  expect(isComplete).toBe(true)
})

test('a correct map stays unchanged', () => {
  const lines = ['<0000> <0041>', '<0004> <00E4>', '<0005> <D83DDE00>', '<0006> <0009> <FEFB>']
  expect(unicodeMapsOf(withMap(lines))).toEqual({ mended: [], isComplete: true })
})

test.each([
  ['one character', '<0004> <E000>'],
  ['a range', '<0004> <0008> <DFFE>'],
  ['a plane above the first', '<0004> <DBC0DC01>'],
  ['a forbidden one in a range', '<0004> <0006> <FEFD>'],
])('level A is not claimed for characters for private use: %s', (_case, line) => {
  expect(unicodeMapsOf(withMap([line])).isComplete).toBe(false)
})

test.each(['1', '3', '5', '9'])('words that look like a font’s map do no harm: %s', (number) => {
  const pdf = withMap(['<0004> <0041>'], `/ToUnicode ${number} 0 R`)
  expect(unicodeMapsOf(pdf)).toEqual({ mended: [], isComplete: true })
})
