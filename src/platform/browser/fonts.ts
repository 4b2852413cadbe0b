import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installedPackage } from './inner/packages.ts'

export interface FontFamily {
  readonly name: string
  /** The folder of the npm package, and the prefix of its files. */
  readonly folder: string
  readonly file: string
  readonly styles: readonly Style[]
  /** In CSS: documents write names without quotes, so no word of it may begin with a digit. */
  readonly cssName: string
}

export type Style =
  | '400Regular'
  | '400Regular_Italic'
  | '600SemiBold'
  | '700Bold'
  | '700Bold_Italic'

const UPRIGHT: readonly Style[] = ['400Regular', '700Bold']
const ALL_STYLES: readonly Style[] = [...UPRIGHT, '400Regular_Italic', '700Bold_Italic']

const family = (name: string, folder: string, styles: readonly Style[] = UPRIGHT): FontFamily => ({
  name,
  folder,
  file: name.replaceAll(' ', ''),
  styles,
  cssName: name.replace(/ 2$/, ' Two').replace(/ 4$/, ' Four'),
})

/** In the order in which they are searched for a character. The first has Devanagari as well. */
const TEXT_FAMILIES: readonly FontFamily[] = [
  family('Noto Sans', 'noto-sans', ALL_STYLES),
  family('Noto Sans Arabic', 'noto-sans-arabic'),
  family('Noto Sans Hebrew', 'noto-sans-hebrew'),
  family('Noto Sans Thai', 'noto-sans-thai'),
  family('Noto Sans SC', 'noto-sans-sc'),
  family('Noto Sans JP', 'noto-sans-jp'),
  family('Noto Sans KR', 'noto-sans-kr'),
  // Check marks, boxes, arrows, hearts.
  family('Noto Sans Symbols', 'noto-sans-symbols'),
  family('Noto Sans Symbols 2', 'noto-sans-symbols-2', ['400Regular']),
  // In one color. Last, because it has digits as well.
  family('Noto Emoji', 'noto-emoji'),
]

const FACE_STYLES: readonly Style[] = ['400Regular', '600SemiBold']

/** The faces of documents. The text families draw the scripts that a face lacks. */
const FACES = {
  instrument_sans: family('Instrument Sans', 'instrument-sans', FACE_STYLES),
  source_serif: family('Source Serif 4', 'source-serif-4', FACE_STYLES),
  noto_sans: null,
}
export type Face = keyof typeof FACES
export const FACE_NAMES = Object.keys(FACES) as readonly Face[]

const FACE_FAMILIES: readonly FontFamily[] = Object.values(FACES).filter((it) => it !== null)

const SERIF = family('Noto Serif', 'noto-serif', ALL_STYLES)
const MONOSPACE = family('Noto Sans Mono', 'noto-sans-mono')

const FAMILIES: readonly FontFamily[] = [...TEXT_FAMILIES, SERIF, MONOSPACE, ...FACE_FAMILIES]

const stackOf = (families: readonly FontFamily[]): string =>
  [...families.map(({ cssName }) => `"${cssName}"`), 'sans-serif'].join(', ')

/** A CSS `font-family` value with every supported script, for a document in any language. */
export const DOCUMENT_FONT_STACK = stackOf(TEXT_FAMILIES)

/** Each of these draws Han characters differently, so the font of the reader's language comes first. */
const HAN_FAMILY_OF: ReadonlyMap<string, string> = new Map([
  ['ja', 'Noto Sans JP'],
  ['ko', 'Noto Sans KR'],
])

/** The families in the order for a language (a BCP 47 tag such as `ja-JP`). */
function textFamilies(language: string): readonly FontFamily[] {
  const wanted = HAN_FAMILY_OF.get(language.split('-', 1)[0]?.toLowerCase() ?? '')
  const [latin, ...others] = TEXT_FAMILIES
  const own = others.filter(({ name }) => name === wanted)
  if (!latin || own.length === 0) return TEXT_FAMILIES
  return [latin, ...own, ...others.filter(({ name }) => name !== wanted)]
}

/** `DOCUMENT_FONT_STACK` in that order, after the face. */
export function documentFontStack(language: string, face: Face = 'noto_sans'): string {
  const own = FACES[face]
  const families = textFamilies(language)
  return stackOf(own === null ? families : [own, ...families])
}

/** The families of a page that names a face in its styles: the face, then those of its language. */
export const familiesOf = (html: string, language: string): readonly FontFamily[] => [
  ...FACE_FAMILIES.filter(({ cssName }) => html.includes(`${cssName}, `)),
  ...textFamilies(language),
]

/** The families of pages for browsers. */
export const allFamilies = (): readonly FontFamily[] => [...FACE_FAMILIES, ...TEXT_FAMILIES]

const places = new Map<string, string | null>()

/** The path of a font file; null if it is not installed. Searched once. */
export function fontFile({ folder, file }: FontFamily, style: Style): string | null {
  const name = `${file}_${style}.ttf`
  const known = places.get(name)
  if (known !== undefined) return known
  const root = installedPackage(`@expo-google-fonts/${folder}`)
  const path = root && join(root, style, name)
  const place = path !== null && existsSync(path) ? path : null
  places.set(name, place)
  return place
}

/** The installed font files by path. */
export const fontFiles = (): readonly string[] =>
  FAMILIES.flatMap((family) => family.styles.flatMap((style) => fontFile(family, style) ?? []))

/** The families without an installed file. */
export const missingFontFamilies = (): readonly string[] =>
  FAMILIES.filter(({ folder }) => installedPackage(`@expo-google-fonts/${folder}`) === null).map(
    ({ name }) => name,
  )

/** Fonts in other people's documents, and our replacement for each, the same on every machine. A CSS name without a digit, too. */
const SUBSTITUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Source Serif 4', ['Source Serif Four']],
  [
    'Noto Sans',
    ['sans-serif', 'sans', 'system-ui', 'ui-sans-serif', 'Arial', 'Helvetica', 'Helvetica Neue'],
  ],
  ['Noto Serif', ['serif', 'ui-serif', 'Times', 'Times New Roman', 'Georgia', 'Cambria']],
  [
    'Noto Sans Mono',
    ['monospace', 'mono', 'ui-monospace', 'Courier', 'Courier New', 'Menlo', 'Monaco', 'Consolas'],
  ],
])

/**
 * A fontconfig file (https://www.freedesktop.org/software/fontconfig/fontconfig-user.html) with
 * our fonts only. It excludes the machine's fonts, because documents would differ between
 * machines, and missing fonts would show only in production.
 */
export function fontConfiguration(files: readonly string[], cacheDir: string): string {
  const folders = [...new Set(files.map((path) => dirname(path)))]
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '  <reset-dirs/>',
    ...folders.map((folder) => `  <dir>${xml(folder)}</dir>`),
    `  <cachedir>${xml(cacheDir)}</cachedir>`,
    ...[...SUBSTITUTES].flatMap(([ours, theirs]) => theirs.map((name) => replace(name, ours))),
    // Any other family falls back to our fonts, in the order of the stack.
    '  <match target="pattern">',
    '    <edit name="family" mode="append_last">',
    ...TEXT_FAMILIES.map(({ name }) => `      <string>${name}</string>`),
    '    </edit>',
    '  </match>',
    '  <match target="font">',
    '    <edit name="hinting" mode="assign"><bool>false</bool></edit>',
    '    <edit name="autohint" mode="assign"><bool>false</bool></edit>',
    '    <edit name="antialias" mode="assign"><bool>true</bool></edit>',
    '    <edit name="rgba" mode="assign"><const>none</const></edit>',
    '  </match>',
    '</fontconfig>',
    '',
  ].join('\n')
}

const replace = (name: string, ours: string): string =>
  `  <match target="pattern"><test qual="any" name="family"><string>${name}</string></test>` +
  `<edit name="family" mode="assign" binding="same"><string>${ours}</string></edit></match>`

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
