/* Text as searches compare it: without case, accents and apostrophes. */

/** The apostrophes that people type, and the acute accent as compatibility forms write it. */
const APOSTROPHES = /[\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u055a`]| \u0301/g
/** Kana without its voicing marks would be other letters. */
const MARKS = /(?!\u3099|\u309a)\p{Script=Inherited}/gu
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Letters that Unicode does not decompose. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['ĸ', 'k'],
  ['ς', 'σ'],
])
const SPECIAL = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g')

/** In the writing of German, Danish and Norwegian without these letters. */
const TRANSCRIBED: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
])

/** Folds case, compatibility forms and apostrophes; accents stay. */
const lowered = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(APOSTROPHES, "'").replace(INVISIBLE, '')

const unaccented = (form: string): string =>
  form
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(SPECIAL, (letter) => LETTERS.get(letter) ?? letter)

const transcribed = (form: string): string =>
  unaccented(form.replace(/[äöüøå]/g, (letter) => TRANSCRIBED.get(letter) ?? letter))

/** As in Lucene's German normalization, `ue` counts only after a consonant, so that `bauer` stays. */
const untranscribed = (form: string): string =>
  form.replace(/([ao])e|a(a)|(?<![aeiouqy])(u)e/g, (_all, ...vowels: (string | undefined)[]) =>
    vowels.slice(0, 3).join(''),
  )

/** The form of a search: `O’Brien` is `obrien`, and `Müller` is `muller`. */
export const searchForm = (text: string): string => unaccented(lowered(text)).replaceAll("'", '')

/**
 * The form of a text that searches look in: of each word all spellings that people search for, so
 * that `Müller` is found by `muller` and `mueller`, and `O’Brien` by `obrien` and `brien`.
 */
export const indexForm = (text: string): string =>
  lowered(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => spellings(word).join(' '))
    .join(' ')

function spellings(word: string): readonly string[] {
  const plain = unaccented(word)
  const forms = [plain, transcribed(word), untranscribed(plain)]
  const joined = forms.map((form) => form.replaceAll("'", ''))
  return [...new Set(word.includes("'") ? [...joined, plain.replaceAll("'", ' ')] : joined)]
}

/** A form that is the same for every spelling of a name: `Müller`, `Mueller` and `MULLER` are `muller`. */
export const nameForm = (text: string): string =>
  untranscribed(unaccented(lowered(text))).replaceAll("'", '')

const PARTS_MAX = 10

/** What a search looks for: each part must occur. */
export const searchParts = (q: string | undefined): readonly string[] =>
  searchForm(q ?? '')
    .split(/\s+/)
    .filter((part) => part !== '')
    .slice(0, PARTS_MAX)

/** Scripts without spaces: each character is a word. */
const SIGNS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`
const WORD_LENGTH_MAX = 40
const WORDS = `[${SIGNS}]|[[\\p{L}\\p{N}\\p{M}]--[${SIGNS}]]{1,${WORD_LENGTH_MAX}}`
/** Compiled when it is needed: old browsers do not know the flag `v`. */
const wordsIn = (form: string) => form.match(new RegExp(WORDS, 'gv'))

/** The distinct words of a text in search form. Anything but letters and digits separates words. */
export const searchWords = (form: string): readonly string[] => [...new Set(wordsIn(form))]

/** Longer runs of digits compare as text. */
const DIGITS_MAX = 35

/** A form of a number whose order as text is numeric: `N-9` before `N-10`. */
export const numberOrder = (number: string | null): string =>
  (number ?? '').replace(/0*(\d+)/g, (_run, digits: string) => {
    const length = Math.min(digits.length, DIGITS_MAX)
    return `${length.toString(36).toUpperCase()}${digits}`
  })
