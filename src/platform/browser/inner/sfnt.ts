/* The parts of OpenType 1.9.1 that reading and cutting our fonts needs. Pure. */

export type FontTables = ReadonlyMap<string, Buffer>

/** The tables of a TrueType font file by their tags. */
export function tablesOf(file: Buffer): FontTables {
  const count = file.readUInt16BE(4)
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const at = 12 + index * 16
    const start = file.readUInt32BE(at + 8)
    tables.set(
      file.toString('latin1', at, at + 4),
      file.subarray(start, start + file.readUInt32BE(at + 12)),
    )
  }
  return tables
}

export function requireTable(tables: FontTables, tag: string): Buffer {
  const table = tables.get(tag)
  if (!table) throw new Error(`A font file has no table ${tag}.`)
  return table
}

/** Code point → glyph, of all subtables of formats 4 (the first plane) and 12 (all of Unicode). */
export function glyphsByCode(cmap: Buffer): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>()
  const count = cmap.readUInt16BE(2)
  for (let index = 0; index < count; index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4))
    const format = table.readUInt16BE(0)
    if (format === 4) readSegments(table, glyphs)
    if (format === 12) readGroups(table, glyphs)
  }
  return glyphs
}

function readSegments(table: Buffer, glyphs: Map<number, number>): void {
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
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
}

function readGroups(table: Buffer, glyphs: Map<number, number>): void {
  const count = table.readUInt32BE(12)
  for (let index = 0; index < count; index += 1) {
    const at = 16 + index * 12
    const first = table.readUInt32BE(at)
    const last = table.readUInt32BE(at + 4)
    const glyph = table.readUInt32BE(at + 8)
    for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first)
  }
}

/** Adds every glyph that a substitution of the font could produce from those. */
export function addSubstitutes(gsub: Buffer, glyphs: Set<number>): void {
  const list = gsub.readUInt16BE(8)
  const lookups = offsetsAt(gsub, list).map((offset) => list + offset)
  for (let before = -1; before !== glyphs.size; ) {
    before = glyphs.size
    for (const lookup of lookups) {
      const type = gsub.readUInt16BE(lookup)
      for (const offset of offsetsAt(gsub, lookup + 4))
        substitute(gsub, type, lookup + offset, glyphs)
    }
  }
}

/** A count, then that many offsets or glyphs. */
const offsetsAt = (table: Buffer, at: number): readonly number[] =>
  Array.from({ length: table.readUInt16BE(at) }, (_, index) =>
    table.readUInt16BE(at + 2 + index * 2),
  )

function substitute(gsub: Buffer, type: number, at: number, glyphs: Set<number>): void {
  const format = gsub.readUInt16BE(at)
  if (type === 7) {
    substitute(gsub, gsub.readUInt16BE(at + 2), at + gsub.readUInt32BE(at + 4), glyphs)
    return
  }
  // Contexts only choose among the other lookups, which are all followed in any case.
  if (type > 4 && type !== 8) return
  const covered = coveredBy(gsub, at + gsub.readUInt16BE(at + 2))
  const add = (index: number, results: readonly number[]) => {
    if (glyphs.has(covered[index] ?? -1)) for (const glyph of results) glyphs.add(glyph)
  }
  if (type === 1 && format === 1) {
    const delta = gsub.readUInt16BE(at + 4)
    for (const [index, glyph] of covered.entries()) add(index, [(glyph + delta) & 0xffff])
  } else if (type === 1) {
    for (const [index, glyph] of offsetsAt(gsub, at + 4).entries()) add(index, [glyph])
  } else if (type === 2 || type === 3) {
    for (const [index, offset] of offsetsAt(gsub, at + 4).entries())
      add(index, offsetsAt(gsub, at + offset))
  } else if (type === 4) {
    for (const [index, offset] of offsetsAt(gsub, at + 4).entries()) {
      const set = at + offset
      for (const ligature of offsetsAt(gsub, set))
        add(index, ligatureAt(gsub, set + ligature, glyphs))
    }
  } else {
    const lookahead = at + 6 + gsub.readUInt16BE(at + 4) * 2
    const results = offsetsAt(gsub, lookahead + 2 + gsub.readUInt16BE(lookahead) * 2)
    for (const [index, glyph] of results.entries()) add(index, [glyph])
  }
}

/** The ligature, if all its components are there. */
function ligatureAt(gsub: Buffer, at: number, glyphs: ReadonlySet<number>): readonly number[] {
  const count = gsub.readUInt16BE(at + 2) - 1
  for (let index = 0; index < count; index += 1)
    if (!glyphs.has(gsub.readUInt16BE(at + 4 + index * 2))) return []
  return [gsub.readUInt16BE(at)]
}

/** The glyphs of a coverage table, in its order. */
function coveredBy(table: Buffer, at: number): readonly number[] {
  if (table.readUInt16BE(at) === 1) return offsetsAt(table, at + 2)
  const glyphs: number[] = []
  const count = table.readUInt16BE(at + 2)
  for (let index = 0; index < count; index += 1) {
    const range = at + 4 + index * 6
    const last = table.readUInt16BE(range + 2)
    for (let glyph = table.readUInt16BE(range); glyph <= last; glyph += 1) glyphs.push(glyph)
  }
  return glyphs
}

const MORE_COMPONENTS = 0x20

/** The components of a composite glyph; none for a simple one. */
export function componentsOf(glyph: Buffer): readonly number[] {
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return []
  const found: number[] = []
  for (let at = 10, flags = MORE_COMPONENTS; (flags & MORE_COMPONENTS) !== 0; ) {
    flags = glyph.readUInt16BE(at)
    found.push(glyph.readUInt16BE(at + 2))
    const places = (flags & 1) === 0 ? 2 : 4
    const scale = (flags & 0x08) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0
    at += 4 + places + scale
  }
  return found
}
