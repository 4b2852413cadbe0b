import { inflateSync } from 'node:zlib'

/** A run of text on the first page. In millimeters from the upper left corner, `y` of its baseline. */
export interface PlacedText {
  readonly text: string
  readonly x: number
  readonly y: number
}

type Matrix = readonly [number, number, number, number, number, number]

const MM_PER_POINT = 25.4 / 72
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/**
 * Where a PDF of our renderer shows its text (ISO 32000-1, 8.3.4 and 9.4). It reads only what
 * Chromium writes: one content stream a page, fonts named after their objects.
 */
export function placedTexts(pdf: Uint8Array): readonly PlacedText[] {
  const source = Buffer.from(pdf).toString('latin1')
  const [, height = '0'] = /\/MediaBox ?\[0 0 [\d.]+ ([\d.]+)\]/.exec(source) ?? []
  const content = streams(source).find((it) => / Tm\b/.test(it)) ?? ''
  const letters = new Map<string, ReadonlyMap<string, string>>()
  const placed: { text: string; x: number; y: number }[] = []
  const stack: Matrix[] = []
  let matrix = IDENTITY
  let font: ReadonlyMap<string, string> = new Map()
  for (const line of content.split('\n')) {
    const operator = line.slice(line.lastIndexOf(' ') + 1)
    const numbers = line.split(' ').map(Number)
    if (operator === 'q') stack.push(matrix)
    else if (operator === 'Q') matrix = stack.pop() ?? IDENTITY
    else if (operator === 'cm') matrix = product(numbers.slice(0, 6) as unknown as Matrix, matrix)
    else if (operator === 'Tf') {
      const number = line.slice(2, line.indexOf(' '))
      font = letters.get(number) ?? lettersOf(source, number)
      letters.set(number, font)
    } else if (operator === 'Tm') {
      const [, , , , x = 0, y = 0] = product(numbers.slice(0, 6) as unknown as Matrix, matrix)
      placed.push({ text: '', x: x * MM_PER_POINT, y: (Number(height) - y) * MM_PER_POINT })
    } else if (operator === 'Tj') {
      const last = placed.at(-1)
      const [, glyphs = ''] = /<([0-9A-F]+)>/.exec(line) ?? []
      for (const glyph of glyphs.match(/.{4}/g) ?? [])
        if (last) last.text += font.get(glyph) ?? '\ufffd'
    }
  }
  return placed
}

/** The matrix that applies `first`, then `second`. */
function product(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = second
  return [
    a * g + b * i,
    a * h + b * j,
    c * g + d * i,
    c * h + d * j,
    e * g + f * i + k,
    e * h + f * j + l,
  ]
}

function streams(source: string): readonly string[] {
  return [...source.matchAll(/\/Length (\d+)>> stream\n/g)].map((match) => {
    const start = match.index + match[0].length
    const raw = Buffer.from(source.slice(start, start + Number(match[1])), 'latin1')
    return raw[0] === 0x78 ? inflateSync(raw).toString('latin1') : raw.toString('latin1')
  })
}

const objectOf = (source: string, number: string): string => {
  const at = source.indexOf(`\n${number} 0 obj`)
  return source.slice(at, source.indexOf('endobj', at))
}

/** The characters of a font by glyph, from its ToUnicode map. */
function lettersOf(source: string, number: string): ReadonlyMap<string, string> {
  const [, reference = ''] = /\/ToUnicode (\d+) 0 R/.exec(objectOf(source, number)) ?? []
  const [map = ''] = streams(objectOf(source, reference))
  const letters = new Map<string, string>()
  const set = (glyph: number, code: number) =>
    letters.set(glyph.toString(16).toUpperCase().padStart(4, '0'), String.fromCodePoint(code))
  for (const [, first = '', last = '', target = ''] of map.matchAll(
    /<([0-9A-F]{4})> <([0-9A-F]{4})> <([0-9A-F]{4})>/g,
  )) {
    const [from, to, code] = [first, last, target].map((it) => Number.parseInt(it, 16))
    for (let glyph = from ?? 0; glyph <= (to ?? 0); glyph += 1)
      set(glyph, (code ?? 0) + glyph - (from ?? 0))
  }
  for (const [, glyph = '', code = ''] of map.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]{4})>$/gm))
    set(Number.parseInt(glyph, 16), Number.parseInt(code, 16))
  return letters
}
