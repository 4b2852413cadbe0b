import { sha256 } from '../../../platform/ids.ts'

/* A login of the command line: it creates the secret of its key itself and sends only its hash. */

const CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8
const GROUP_LENGTH = 4
const HASH_START = 16

/** The page of the console where a person confirms a login. */
export const LOGIN_PAGE = '/access/command-line'

/** The code that a person types from the terminal into the console, e.g. `KQPF-RTMB`. */
export function loginCode(secretHash: string): string {
  const radix = BigInt(CODE_ALPHABET.length)
  let number = BigInt(`0x${sha256(`code ${secretHash}`).slice(0, HASH_START)}`)
  let letters = ''
  for (; letters.length < CODE_LENGTH; number /= radix)
    letters += CODE_ALPHABET[Number(number % radix)]
  return `${letters.slice(0, GROUP_LENGTH)}-${letters.slice(GROUP_LENGTH)}`
}

/** Whether a person typed that code; case, blanks and hyphens do not matter. */
export const isLoginCode = (typed: string, secretHash: string): boolean =>
  lettersOf(typed) === lettersOf(loginCode(secretHash))

const lettersOf = (code: string): string => code.toUpperCase().replace(/[^A-Z]/g, '')

/** The id of the key, which both sides derive: a UUID of version 8 (RFC 9562 §5.8). */
export function loginKeyId(secretHash: string): string {
  const hex = sha256(`id ${secretHash}`)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ]
  return `key_${[...parts, hex.slice(20, 32)].join('-')}`
}
