import { closeSync, openSync, readSync } from 'node:fs'
import { fontFiles } from './fonts.ts'

/** One bit for each code point of Unicode. */
type Coverage = Uint8Array

const CODE_POINTS = 0x110000

/** What shows nothing by itself and so needs no glyph: joiners, selectors, marks of direction. */
const IGNORABLE = /[\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]/u

/** All that needs no look: ASCII and the white space of HTML. */
const UNUSUAL = /[^\t\n\f\r -~]/gu

const REPLACEMENT = '\ufffd'

let coverage: Coverage | null = null

/** The characters of a text, each once, that no font of ours can show: on paper they would be boxes. */
export const missingGlyphs = (text: string): readonly string[] =>
  [...new Set(text.match(UNUSUAL))].filter((it) => it !== REPLACEMENT && shown(it) === REPLACEMENT)

/**
 * The text with the replacement character where no font of ours has a glyph, and without controls. A glyph
 * that is missing, ".notdef", would look no better, and PDF/A forbids it (ISO 19005-3, 6.2.11.8).
 */
export const printable = (text: string): string => text.toWellFormed().replace(UNUSUAL, shown)

function shown(character: string): string {
  // What is for private use is a different character for everyone, even where a font has one.
  if (/\p{Co}/u.test(character)) return REPLACEMENT
  if (/\p{Cc}/u.test(character)) return ''
  if (isCovered(character.codePointAt(0) ?? 0) || IGNORABLE.test(character)) return character
  return /\p{Zs}/u.test(character) ? ' ' : REPLACEMENT
}

function isCovered(codePoint: number): boolean {
  coverage ??= coverageOf(fontFiles())
  return ((coverage[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0
}

/** What some font of those has; bold and italic files are skipped, as they have what the regular has. */
function coverageOf(files: readonly string[]): Coverage {
  const bits = new Uint8Array(CODE_POINTS / 8)
  for (const path of files.filter((it) => it.endsWith('_400Regular.ttf'))) {
    for (const [first, last] of rangesOf(characterMap(path))) {
      for (let at = first; at <= last; at += 1)
        bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
    }
  }
  return bits
}

/** The `cmap` table of a font file (OpenType 1.9.1, "Font file" and "cmap"); the rest is not read. */
function characterMap(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const read = (offset: number, length: number) => {
      const buffer = Buffer.alloc(length)
      readSync(file, buffer, 0, length, offset)
      return buffer
    }
    const tables = read(12, read(4, 2).readUInt16BE() * 16)
    const at = tables.indexOf('cmap', 0, 'latin1')
    if (at === -1) throw new Error('A font file has no character map.')
    return read(tables.readUInt32BE(at + 8), tables.readUInt32BE(at + 12))
  } finally {
    closeSync(file)
  }
}

type Range = readonly [first: number, last: number]

/** The code points of all subtables of formats 4 (the first plane) and 12 (all of Unicode). */
function* rangesOf(map: Buffer): Generator<Range> {
  const count = map.readUInt16BE(2)
  for (let index = 0; index < count; index += 1) {
    const start = map.readUInt32BE(4 + index * 8 + 4)
    const format = map.readUInt16BE(start)
    if (format === 4) yield* segmentsOf(map.subarray(start))
    if (format === 12) yield* groupsOf(map.subarray(start))
  }
}

function* segmentsOf(table: Buffer): Generator<Range> {
  const size = table.readUInt16BE(6)
  for (let at = 0; at < size; at += 2) {
    const last = table.readUInt16BE(14 + at)
    const first = table.readUInt16BE(16 + size + at)
    const delta = table.readUInt16BE(16 + size * 2 + at)
    const offset = 16 + size * 3 + at
    const indirect = table.readUInt16BE(offset)
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      const place = offset + indirect + (code - first) * 2
      const glyph = indirect === 0 ? (code + delta) & 0xffff : table.readUInt16BE(place)
      if (glyph !== 0) yield [code, code]
    }
  }
}

function* groupsOf(table: Buffer): Generator<Range> {
  const count = table.readUInt32BE(12)
  for (let index = 0; index < count; index += 1) {
    const at = 16 + index * 12
    yield [table.readUInt32BE(at), table.readUInt32BE(at + 4)]
  }
}
