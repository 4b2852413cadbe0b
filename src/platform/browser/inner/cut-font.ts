import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import {
  addSubstitutes,
  componentsOf,
  type FontTables,
  glyphsByCode,
  requireTable,
  tablesOf,
} from './sfnt.ts'

/** Enough of a font to show some characters across the page. */
interface Cut {
  readonly codePoints: Iterable<number>
  /** False leaves out ligatures and kerning, which Chinese, Japanese and Korean text does not use. */
  readonly hasLayout: boolean
}

const compress = promisify(brotliCompress)
const QUALITY = 9

const LAYOUT = ['GDEF', 'GPOS', 'GSUB']
/** Tables that are copied unchanged. */
const KEPT = ['OS/2', 'gasp', 'hhea', 'hmtx', 'maxp', 'name', 'prep']

/**
 * Cuts a font file down to some characters, as WOFF 2.0. Glyphs keep their numbers, and unneeded ones
 * become empty, so that the layout tables need no change.
 */
export async function cutFont(file: Buffer, { codePoints, hasLayout }: Cut): Promise<Buffer> {
  const tables = tablesOf(file)
  const all = glyphsByCode(requireTable(tables, 'cmap'))
  const shown = new Map(
    [...codePoints].flatMap((code) => {
      const glyph = all.get(code)
      return glyph === undefined ? [] : [[code, glyph] as const]
    }),
  )
  const glyphs = new Set([0, ...shown.values()])
  const gsub = tables.get('GSUB')
  if (hasLayout && gsub) addSubstitutes(gsub, glyphs)
  const { glyf, loca } = outlinesOf(tables, glyphs)
  const head = Buffer.from(requireTable(tables, 'head'))
  head.writeInt16BE(1, 50)
  // Without the names of glyphs.
  const post = Buffer.from(requireTable(tables, 'post').subarray(0, 32))
  post.writeUInt32BE(0x00030000, 0)
  const kept = [...KEPT, ...(hasLayout ? LAYOUT : [])].flatMap((tag) => {
    const table = tables.get(tag)
    return table ? [[tag, table] as const] : []
  })
  return toWoff2(
    new Map([
      ...kept,
      ['cmap', characterMap(shown)],
      ['glyf', glyf],
      ['head', head],
      ['loca', loca],
      ['post', post],
    ]),
  )
}

/** Only the outlines of these glyphs and of their components, which it adds to them. */
function outlinesOf(tables: FontTables, glyphs: Set<number>) {
  const count = requireTable(tables, 'maxp').readUInt16BE(4)
  const isLong = requireTable(tables, 'head').readInt16BE(50) === 1
  const places = requireTable(tables, 'loca')
  const outlines = requireTable(tables, 'glyf')
  const placeOf = (glyph: number) =>
    isLong ? places.readUInt32BE(glyph * 4) : places.readUInt16BE(glyph * 2) * 2
  const outlineOf = (glyph: number) => outlines.subarray(placeOf(glyph), placeOf(glyph + 1))
  // Iterating a set also visits the members added meanwhile.
  for (const glyph of glyphs) for (const part of componentsOf(outlineOf(glyph))) glyphs.add(part)
  const loca = Buffer.alloc((count + 1) * 4)
  const parts: Buffer[] = []
  let length = 0
  for (let glyph = 0; glyph < count; glyph += 1) {
    if (glyphs.has(glyph)) {
      const outline = outlineOf(glyph)
      const padding = Buffer.alloc(-outline.length & 3)
      parts.push(outline, padding)
      length += outline.length + padding.length
    }
    loca.writeUInt32BE(length, (glyph + 1) * 4)
  }
  return { glyf: Buffer.concat(parts), loca }
}

/** A `cmap` table with one subtable of format 12. */
function characterMap(shown: ReadonlyMap<number, number>): Buffer {
  const entries = [...shown].sort(([a], [b]) => a - b)
  const table = Buffer.alloc(12 + 16 + entries.length * 12)
  table.writeUInt16BE(1, 2)
  table.writeUInt16BE(3, 4)
  table.writeUInt16BE(10, 6)
  table.writeUInt32BE(12, 8)
  table.writeUInt16BE(12, 12)
  table.writeUInt32BE(table.length - 12, 16)
  table.writeUInt32BE(entries.length, 24)
  for (const [index, [code, glyph]] of entries.entries()) {
    const at = 28 + index * 12
    table.writeUInt32BE(code, at)
    table.writeUInt32BE(code, at + 4)
    table.writeUInt32BE(glyph, at + 8)
  }
  return table
}

/** WOFF 2.0 §4 and §5, with no table transformed. */
async function toWoff2(tables: FontTables): Promise<Buffer> {
  const entries = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const directory = Buffer.concat(
    entries.map(([tag, table]) => {
      // 63: the tag follows. Version 3 marks an outline table without the transform.
      const flags = tag === 'glyf' || tag === 'loca' ? 0xff : 0x3f
      return Buffer.concat([Buffer.of(flags), Buffer.from(tag, 'latin1'), base128(table.length)])
    }),
  )
  const data = await compress(Buffer.concat(entries.map(([, table]) => table)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
  })
  const padding = Buffer.alloc(-(48 + directory.length + data.length) & 3)
  const padded = entries.reduce((sum, [, table]) => sum + ((table.length + 3) & ~3), 0)
  const header = Buffer.alloc(48)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(48 + directory.length + data.length + padding.length, 8)
  header.writeUInt16BE(entries.length, 12)
  header.writeUInt32BE(12 + entries.length * 16 + padded, 16)
  header.writeUInt32BE(data.length, 20)
  header.writeUInt16BE(1, 24)
  return Buffer.concat([header, directory, data, padding])
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return Buffer.from(bytes)
}
