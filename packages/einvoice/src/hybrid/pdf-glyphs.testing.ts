import { isArray, isDictionary, isName, isString, type PdfValue } from '../pdf/objects.ts'
import { PdfScanner } from '../pdf/scanner.ts'
import { field, inspect, type Json, path } from './factur-x.testing.ts'

/** A glyph on a page. */
export interface ShownGlyph {
  readonly font: string
  readonly code: number
  /** The font's ToUnicode entry; null if missing. */
  readonly unicode: string | null
  /** Whether surrounding marked content has an /ActualText. */
  readonly hasActualText: boolean
}

/**
 * Every distinct glyph on the pages of a PDF, from content streams and font maps that qpdf
 * unpacks. Throws for an unknown operator.
 */
export function shownGlyphs(pdf: Uint8Array): readonly ShownGlyph[] {
  const { text } = inspect(pdf, [
    'qpdf',
    '--json',
    '--json-key=qpdf',
    '--json-stream-data=inline',
    '--decode-level=generalized',
    'in.pdf',
  ])
  const objects = field(field(JSON.parse(text), 'qpdf'), '1')
  const object = (reference: Json): Json => field(objects, `obj:${String(reference)}`)
  const resolve = (it: Json): Json =>
    typeof it === 'string' && / R$/.test(it)
      ? (field(object(it), 'value') ?? path(object(it), 'stream', 'dict'))
      : it
  const dataOf = (reference: Json): string =>
    Buffer.from(String(path(object(reference), 'stream', 'data')), 'base64').toString('latin1')

  const shown = new Map<string, ShownGlyph>()
  const maps = new Map<string, ReadonlyMap<number, string>>()

  const readFont = (reference: string) => {
    const map = resolve(field(resolve(reference), '/ToUnicode'))
    const known =
      maps.get(reference) ??
      (map === null ? new Map() : unicodeMap(dataOf(field(resolve(reference), '/ToUnicode'))))
    maps.set(reference, known)
    return {
      reference,
      width: field(resolve(reference), '/Subtype') === '/Type3' ? 1 : 2,
      map: known,
    }
  }

  const readContent = (data: string, resources: Json): void => {
    const operands: PdfValue[] = []
    const marks: boolean[] = []
    let font: ReturnType<typeof readFont> | null = null
    const show = (bytes: string) => {
      if (font === null) throw new Error('Text is shown without a font.')
      for (let at = 0; at < bytes.length; at += font.width) {
        const code = Buffer.from(bytes.slice(at, at + font.width), 'latin1').readUIntBE(
          0,
          font.width,
        )
        const hasActualText = marks.includes(true)
        const glyph = {
          font: font.reference,
          code,
          unicode: font.map.get(code) ?? null,
          hasActualText,
        }
        shown.set(JSON.stringify(glyph), glyph)
      }
    }
    for (const token of tokens(data)) {
      if (typeof token !== 'object' || token === null || !('operator' in token)) {
        operands.push(token)
        continue
      }
      const last = operands.at(-1)
      switch (token.operator) {
        case 'Tf': {
          const [name] = operands
          font = readFont(String(path(resources, '/Font', isName(name) ? `/${name.name}` : '')))
          break
        }
        case 'Tj':
          if (isString(last)) show(last.bytes)
          break
        case 'TJ':
          for (const it of isArray(last ?? null) ? (last as readonly PdfValue[]) : [])
            if (isString(it)) show(it.bytes)
          break
        case 'BDC':
          marks.push(isDictionary(last) && last.entries.has('ActualText'))
          break
        case 'BMC':
          marks.push(false)
          break
        case 'EMC':
          marks.pop()
          break
        case 'Do': {
          const reference = path(resources, '/XObject', isName(last) ? `/${last.name}` : '')
          const form = resolve(reference)
          if (field(form, '/Subtype') === '/Form')
            readContent(dataOf(reference), resolve(field(form, '/Resources')))
          break
        }
        case "'":
        case '"':
        case 'BI':
          throw new Error(`The operator ${token.operator} is not read.`)
      }
      operands.length = 0
    }
  }

  for (const page of Object.keys(objects ?? {}).map((key) => resolve(key.slice('obj:'.length)))) {
    if (field(page, '/Type') !== '/Page') continue
    const contents = field(page, '/Contents')
    const parts = Array.isArray(contents) ? contents : [contents]
    readContent(parts.map(dataOf).join('\n'), resolve(field(page, '/Resources')))
  }
  return [...shown.values()]
}

type Token = PdfValue | { readonly operator: string }

/** The operands and operators of a content stream (ISO 32000-1, 7.8.2). */
function* tokens(data: string): Generator<Token> {
  const scanner = new PdfScanner(data)
  const operator = /[A-Za-z'"][A-Za-z0-9*]*/y
  for (scanner.skipBlanks(); scanner.at < data.length; scanner.skipBlanks()) {
    operator.lastIndex = scanner.at
    const word = operator.exec(data)?.[0]
    if (word === undefined || /^(?:true|false|null)$/.test(word)) {
      yield scanner.value()
      continue
    }
    scanner.at += word.length
    yield { operator: word }
  }
}

const HEX = '<([0-9A-Fa-f]+)>'
const CHARACTER = new RegExp(`^${HEX} ${HEX}$`)
const RANGE = new RegExp(`^${HEX} ${HEX} ${HEX}$`)

/** A ToUnicode map (ISO 32000-1, 9.10.3) in the form that Chromium writes. */
function unicodeMap(text: string): ReadonlyMap<number, string> {
  const map = new Map<number, string>()
  for (const [, kind, lines = ''] of text.matchAll(/begin(bfchar|bfrange)\n([\s\S]*?)\nend\1/g)) {
    for (const line of lines.split('\n')) {
      const parts = (kind === 'bfchar' ? CHARACTER : RANGE).exec(line)
      if (parts === null) throw new Error(`A line of a ToUnicode map is not read: ${line}`)
      const first = Number.parseInt(parts[1] ?? '', 16)
      const last = kind === 'bfchar' ? first : Number.parseInt(parts[2] ?? '', 16)
      const units = Buffer.from(parts.at(-1) ?? '', 'hex').swap16()
      for (let code = first; code <= last; code += 1) {
        map.set(code, units.toString('utf16le'))
        units.writeUInt16LE(units.readUInt16LE(units.length - 2) + 1, units.length - 2)
      }
    }
  }
  return map
}
