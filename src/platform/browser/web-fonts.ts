import { readFile } from 'node:fs/promises'
import { table } from '../../kernel/table.ts'
import { hasGlyph } from './font-coverage.ts'
import { allFamilies, type FontFamily, familiesOf, fontFile, type Style } from './fonts.ts'
import { cutFont } from './inner/cut-font.ts'
import { glyphsByCode, requireTable, tablesOf } from './inner/sfnt.ts'

/*
 * The fonts of documents for browsers: the files that print the PDF, cut into parts. A browser loads
 * only the parts and styles that a page shows.
 */

type Range = readonly [first: number, last: number]

/** The parts of the families with several scripts; all other characters are in `other`. */
const PARTS = table<readonly Range[]>({
  latin: [
    [0x20, 0x7e],
    [0xa0, 0x17f],
    [0x2000, 0x206f],
    [0x20a0, 0x20cf],
    [0x2100, 0x214f],
    [0x2190, 0x2199],
    [0x2212, 0x2215],
  ],
  extended: [
    [0x180, 0x36f],
    [0x1e00, 0x1eff],
    [0x2070, 0x209f],
    [0x2150, 0x218f],
    [0x219a, 0x2211],
    [0x2216, 0x22ff],
    [0xfb00, 0xfb06],
  ],
  greek: [
    [0x370, 0x52f],
    [0x1c80, 0x1c8f],
    [0x1f00, 0x1fff],
  ],
})
/** Too many characters to cut in advance: each page names the ones that it shows. */
const HAN = ['NotoSansSC', 'NotoSansJP', 'NotoSansKR']
const HAN_TEXT_MAX = 200
const WITH_PARTS = ['NotoSans', 'InstrumentSans', 'SourceSerif4']

const FILES_KEPT = 100

/** Every page has ASCII; only other characters need a search. */
const UNUSUAL = /[^\t\n\f\r -~]/gu

const WEIGHTS: Readonly<Record<Style, { readonly weight: string; readonly style: string }>> = {
  '400Regular': { weight: '400', style: 'normal' },
  '400Regular_Italic': { weight: '400', style: 'italic' },
  '600SemiBold': { weight: '600', style: 'normal' },
  '700Bold': { weight: '700', style: 'normal' },
  '700Bold_Italic': { weight: '700', style: 'italic' },
}

/** A part of a family that a page needs, with the characters that need it. */
interface Needed {
  readonly family: FontFamily
  readonly part: string
  readonly text: string | null
  readonly ranges: readonly Range[]
}

/** The `@font-face` rules of the characters on a page; `base` is where `webFont` is served. */
export const fontFaces = (html: string, base: string): string =>
  neededBy(html)
    .flatMap(({ family, part, text, ranges }) =>
      family.styles
        .filter((style) => fontFile(family, style) !== null)
        .map((style) => {
          const query = text === null ? '' : `?text=${encodeURIComponent(text)}`
          const { weight, style: slope } = WEIGHTS[style]
          return `@font-face{font-family:"${family.cssName}";font-weight:${weight};font-style:${slope};font-display:swap;src:url("${base}${family.file}-${style}-${part}.woff2${query}") format("woff2");unicode-range:${ranges.map(rangeText).join()}}`
        }),
    )
    .join('\n')

function neededBy(html: string): readonly Needed[] {
  const language = /<html[^>]*\slang="([\w-]+)"/.exec(html)?.[1] ?? 'en'
  const families = familiesOf(html, language)
  const shown = [' ', ...new Set(html.match(UNUSUAL))]
  const codes = shown.map((it) => it.codePointAt(0) ?? 0).toSorted((a, b) => a - b)
  const byPart = new Map<string, { readonly family: FontFamily; readonly codes: number[] }>()
  for (const code of codes) {
    const family = families.find((it) => isIn(it, code))
    if (!family) continue
    const key = `${family.file} ${partOf(family, code)}`
    const found = byPart.get(key) ?? { family, codes: [] }
    found.codes.push(code)
    byPart.set(key, found)
  }
  return [...byPart].flatMap(([key, { family, codes }]): readonly Needed[] => {
    const part = key.split(' ')[1] ?? ''
    const fixed = PARTS[part]
    if (part !== 'text')
      return [{ family, part, text: null, ranges: fixed ?? codes.map((code) => [code, code]) }]
    const count = Math.ceil(codes.length / HAN_TEXT_MAX)
    return Array.from({ length: count }, (_, index) => {
      const some = codes.slice(index * HAN_TEXT_MAX, (index + 1) * HAN_TEXT_MAX)
      const text = String.fromCodePoint(...some)
      return { family, part, text, ranges: some.map((code) => [code, code] as const) }
    })
  })
}

function isIn(family: FontFamily, code: number): boolean {
  const path = fontFile(family, '400Regular')
  return path !== null && hasGlyph(path, code)
}

function partOf({ file }: FontFamily, code: number): string {
  if (HAN.includes(file)) return 'text'
  if (!WITH_PARTS.includes(file)) return 'all'
  const found = Object.entries(PARTS).find(([, ranges]) => isWithin(ranges, code))
  return found?.[0] ?? 'other'
}

const isWithin = (ranges: readonly Range[], code: number): boolean =>
  ranges.some(([first, last]) => first <= code && code <= last)

const rangeText = ([first, last]: Range): string =>
  `U+${first.toString(16)}${first === last ? '' : `-${last.toString(16)}`}`

/** Cut files by name, the last used last. */
const files = new Map<string, Promise<Uint8Array>>()
let queue: Promise<unknown> = Promise.resolve()

/** The file that a rule of `fontFaces` names, as WOFF 2.0; null for an unknown name. */
export async function webFont(name: string, text: string | undefined): Promise<Uint8Array | null> {
  const [, file, style, part = ''] = /^(\w+)-(\w+)-(\w+)\.woff2$/.exec(name) ?? []
  const family = allFamilies().find((it) => it.file === file)
  const known = family?.styles.find((it) => it === style)
  const path = family && known ? fontFile(family, known) : null
  const isText = part === 'text'
  const chars = [...new Set(text ?? '')]
  const fits = isText ? chars.length > 0 && chars.length <= HAN_TEXT_MAX : text === undefined
  if (!family || !path || !fits || !partsOf(family).includes(part)) return null
  const key = `${name} ${chars.toSorted().join('')}`
  const kept = files.get(key)
  files.delete(key)
  const made = kept ?? inTurn(() => cut(path, part, chars))
  files.set(key, made)
  const [oldest] = files.keys()
  if (files.size > FILES_KEPT && oldest !== undefined) files.delete(oldest)
  return made
}

const partsOf = ({ file }: FontFamily): readonly string[] =>
  HAN.includes(file)
    ? ['text']
    : WITH_PARTS.includes(file)
      ? [...Object.keys(PARTS), 'other']
      : ['all']

/** One at a time: a Chinese font has ten megabytes. */
function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const made = queue.then(make)
  queue = made.catch(() => {})
  return made
}

async function cut(path: string, part: string, chars: readonly string[]): Promise<Uint8Array> {
  const font = await readFile(path)
  if (part === 'text') {
    const codePoints = chars.map((it) => it.codePointAt(0) ?? 0)
    return cutFont(font, { codePoints, hasLayout: false })
  }
  const all = [...glyphsByCode(requireTable(tablesOf(font), 'cmap')).keys()]
  const fixed = PARTS[part]
  const isWanted = (code: number) =>
    fixed
      ? isWithin(fixed, code)
      : part === 'all' || !Object.values(PARTS).some((ranges) => isWithin(ranges, code))
  return cutFont(font, { codePoints: all.filter(isWanted), hasLayout: true })
}
