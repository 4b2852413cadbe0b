/** Typographic and currency characters that Latin-1 lacks. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...all("'", '‘’‚‛′'),
  ...all('"', '“”„‟″'),
  ...all('-', '‐‑‒–—―−'),
  ...all(' ', '\u2002\u2003\u2009\u200a\u202f'),
  ['€', 'EUR'],
  ['…', '...'],
  ['•', '-'],
  ['™', '(TM)'],
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Đ', 'D'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ẞ', 'SS'],
])

function all(to: string, from: string): readonly (readonly [string, string])[] {
  return [...from].map((it) => [it, to] as const)
}

const ACCENTS = /\p{M}/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern of the schema is by code point.
const LATIN_1 = /[^\x00-\xff]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern of the schema is by code point.
const ASCII = /[^\x00-\x7f]/u

/** One line in the characters of the schema, as far as possible; shortened. */
export function latin(text: string, lengthMax: number): string {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return [...line].map(toLatin).join('').slice(0, lengthMax).trim()
}

/** A text for a schema that allows only ASCII. */
export const ascii = (text: string, lengthMax: number): string =>
  [...latin(text, Number.POSITIVE_INFINITY)]
    .map((it) => (ASCII.test(it) ? it.normalize('NFD').replace(ACCENTS, '') : it))
    .join('')
    .slice(0, lengthMax)
    .trim()

function toLatin(character: string): string {
  if (!LATIN_1.test(character)) return character
  return MARKS.get(character) ?? character.normalize('NFD').replace(ACCENTS, '')
}

/** Whether the schema has characters for all of the text. */
export const isLatin = (text: string): boolean => !LATIN_1.test(latin(text, text.length * 4))
export const isAscii = (text: string): boolean => !ASCII.test(ascii(text, text.length * 4))
