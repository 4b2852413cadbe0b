import type { FastifyInstance } from 'fastify'
import { type Fault, invalidRequest } from '../errors.ts'

/** Well-formed Unicode without NUL, and without control characters other than tab and line ends. */
export const isStorable = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)

const VISIBLE =
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u

/** Whether nothing of it can be seen: blanks, zero-width and control characters, or nothing at all. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)

/** How text is compared in a search: alike whatever its case, and however its accents are encoded. */
export const searchForm = (text: string): string => text.normalize('NFKC').toLowerCase()

/** What no blanks are written between: each sign is a word. */
const SIGNS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`
const WORD_LENGTH_MAX = 40
const WORDS = new RegExp(
  `[${SIGNS}]|[[\\p{L}\\p{N}\\p{M}]--[${SIGNS}]]{1,${WORD_LENGTH_MAX}}`,
  'gv',
)

/** The different words of a text in its form for searches: all that is neither letter nor digit parts them. */
export const searchWords = (form: string): readonly string[] => [
  ...new Set(form.match(WORDS) ?? []),
]

export const textFault = (pointer: string): Fault => ({
  pointer,
  code: 'invalid_text',
  message: 'Invalid text: remove control characters and invalid Unicode.',
})

/** Queries hold only text that both databases can compare; what stands in a path is found or not. */
export function registerTextCheck(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ query }) => {
    const faults = faultsIn(query)
    if (faults.length > 0) throw invalidRequest(faults)
  })
}

const faultsIn = (values: unknown): readonly Fault[] =>
  Object.entries(values ?? {})
    .filter(([name, value]) => !isStorable(name) || ![value].flat().every(isStorableValue))
    .map(([name]) => textFault(`?${isStorable(name) ? name : ''}`))

const isStorableValue = (value: unknown): boolean => typeof value !== 'string' || isStorable(value)
