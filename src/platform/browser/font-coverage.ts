import { closeSync, openSync, readSync } from 'node:fs'
import { fontFiles } from './fonts.ts'
import { glyphsByCode } from './inner/sfnt.ts'

/** One bit for each code point of Unicode. */
type Coverage = Uint8Array

const CODE_POINTS = 0x110000

/** Characters without a visible form, which need no glyph: joiners, selectors, direction marks. */
const IGNORABLE = /[\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]/u

/** Characters that every font has: ASCII and the white space of HTML. */
const UNUSUAL = /[^\t\n\f\r -~]/gu

const REPLACEMENT = '\ufffd'

/** By the path of the font file; each is read once. */
const coverage = new Map<string, Coverage>()

/** The distinct characters of a text that none of our fonts has: they would print as boxes. */
export const missingGlyphs = (text: string): readonly string[] =>
  [...new Set(text.match(UNUSUAL))].filter((it) => it !== REPLACEMENT && shown(it) === REPLACEMENT)

/**
 * Replaces characters without a glyph in our fonts by the replacement character, and removes
 * controls. The glyph for missing characters, ".notdef", looks no better, and PDF/A forbids it (ISO
 * 19005-3, 6.2.11.8).
 */
export const printable = (text: string): string => text.toWellFormed().replace(UNUSUAL, shown)

function shown(character: string): string {
  // Private use characters have no common meaning, even if a font has one.
  if (/\p{Co}/u.test(character)) return REPLACEMENT
  if (/\p{Cc}/u.test(character)) return ''
  if (isCovered(character.codePointAt(0) ?? 0) || IGNORABLE.test(character)) return character
  return /\p{Zs}/u.test(character) ? ' ' : REPLACEMENT
}

const isCovered = (codePoint: number): boolean =>
  fontFiles().some((path) => path.endsWith('_400Regular.ttf') && hasGlyph(path, codePoint))

/** Whether a font file has a glyph for a character; bold and italic files have those of the regular one. */
export function hasGlyph(path: string, codePoint: number): boolean {
  const bits = coverage.get(path) ?? coverageOf(path)
  return ((bits[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0
}

function coverageOf(path: string): Coverage {
  const bits = new Uint8Array(CODE_POINTS / 8)
  for (const code of glyphsByCode(characterMap(path)).keys())
    bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7))
  coverage.set(path, bits)
  return bits
}

/** Reads only the `cmap` table of a font file (OpenType 1.9.1, "Font file" and "cmap"). */
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
