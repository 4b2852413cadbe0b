import type { Fault, Params } from '../../../../kernel/errors.ts'
import { table } from '../../../../kernel/table.ts'
import { COMMON_WORDS, SEQUENCES } from './common-passwords.ts'

export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 256

const PART_LENGTH_MIN = 4
const UNIT_LENGTH_MAX = 4

/**
 * The fault of a new password, or null. The length matters most. Otherwise only easy guesses are
 * refused: common passwords (also padded, repeated or with digits for letters) and words about the
 * account, `known` (the e-mail address, host names).
 */
export function passwordFault(
  password: string,
  known: readonly string[],
  pointer: string,
): Fault | null {
  const length = [...password].length
  if (length < PASSWORD_LENGTH_MIN)
    return fault(
      pointer,
      'too_short',
      `is too short: use at least ${PASSWORD_LENGTH_MIN} characters.`,
      { min: PASSWORD_LENGTH_MIN },
    )
  if (length > PASSWORD_LENGTH_MAX)
    return fault(
      pointer,
      'too_long',
      `is too long: use at most ${PASSWORD_LENGTH_MAX} characters.`,
      {
        max: PASSWORD_LENGTH_MAX,
      },
    )
  const plain = password.normalize('NFKC').toLowerCase()
  if (isCommon(plain))
    return fault(pointer, 'password_common', 'is too easy to guess. Choose another.')
  const part = known.flatMap(parts).find((it) => plain.includes(it))
  if (part !== undefined)
    return fault(
      pointer,
      'password_guessable',
      `contains \`${part}\`, which is easy to guess. Choose another.`,
      { value: part },
    )
  return null
}

const fault = (pointer: string, code: string, message: string, params?: Params): Fault => ({
  pointer,
  code,
  message: `The password ${message}`,
  params,
})

/**
 * Of `ada@example.org`, the whole address, `ada` (too short to refuse) and `example.org` are easy
 * guesses.
 */
const parts = (known: string): readonly string[] =>
  [known, ...known.split('@')]
    .map((it) => it.toLowerCase())
    .filter((it) => it.length >= PART_LENGTH_MIN)

const isCommon = (plain: string): boolean =>
  isRepeated(plain) || isSequence(plain) || isMadeOfCommonWords(plain)

/** `aaaaaaaaaaaa`, `121212121212`, `abcabcabcabc`. */
const isRepeated = (plain: string): boolean =>
  Array.from({ length: UNIT_LENGTH_MAX }, (_, index) => plain.slice(0, index + 1)).some(
    (unit) => unit.repeat(Math.ceil(plain.length / unit.length)).slice(0, plain.length) === plain,
  )

const isSequence = (plain: string): boolean =>
  SEQUENCES.some((it) => it.includes(plain) || [...it].reverse().join('').includes(plain))

/** Nothing remains of `P4ssword-2026!` without words, digits and signs. */
function isMadeOfCommonWords(plain: string): boolean {
  if (!/[a-z]/.test(plain)) return false
  return [plain, withoutDisguise(plain)].some(
    (text) => text.replace(/[^\p{L}]/gu, '').replace(COMMON, '') === '',
  )
}

/** Longest first, so that `passwords` is not left as an `s`. */
const COMMON = new RegExp([...COMMON_WORDS].sort((a, b) => b.length - a.length).join('|'), 'g')

const DISGUISES = table<string>({
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
})

/** Digits between letters replace letters; digits at the end are padding. */
const withoutDisguise = (plain: string): string =>
  plain.replace(/[^\p{L}]+$/u, '').replace(/[013457@$!]/g, (sign) => DISGUISES[sign] ?? sign)
