import { unreadable } from './bank-file-error.ts'
import { TEXT_LENGTH_MAX } from './limits.ts'

const DECLARED = /^<\?xml[^>]{0,150}?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/
const DECLARATION_BYTES_MAX = 200
/** GPC, whose names are Czech or Slovak. */
const GPC_START = /^074\d{16}/

export interface DecodedText {
  readonly encoding: string
  readonly text: string
}

/**
 * By byte order mark, then XML declaration, else UTF-8 if it is valid, else Windows-1252.
 *
 * @throws BankFileError `file_unreadable`
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const start = latin1(bytes.subarray(0, DECLARATION_BYTES_MAX))
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return decoded(wide, bytes)
  const declared = DECLARED.exec(start)?.[1]?.toLowerCase()
  if (declared !== undefined && !start.startsWith('\u00ef\u00bb\u00bf'))
    return decoded(declared, bytes)
  const utf8 = decodedOr('utf-8', bytes)
  if (utf8 !== undefined) return textOnly({ encoding: 'utf-8', text: utf8 })
  const single = GPC_START.test(start) ? 'windows-1250' : 'windows-1252'
  return decoded(single, bytes)
}

/** UTF-16 also without its mark, since neither byte of a first ASCII character can be zero in others. */
function wideEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0 && first !== 0) return 'utf-16le'
  return first === 0 && second !== 0 && second !== undefined ? 'utf-16be' : undefined
}

function decoded(encoding: string, bytes: Uint8Array): DecodedText {
  const text = decodedOr(encoding, bytes)
  if (text === undefined) throw unreadable('encoding')
  return textOnly({ encoding, text })
}

/** Undefined for invalid bytes and for unknown encodings. */
function decodedOr(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Databases store no NUL, and pictures have it. */
function textOnly(decodedText: DecodedText): DecodedText {
  if (decodedText.text.includes('\0')) throw unreadable('no_text')
  return decodedText
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

export interface Line {
  readonly number: number
  readonly text: string
}

/**
 * The lines of a text, without their ends (CRLF, LF, or CR alone).
 *
 * @throws BankFileError `file_unreadable` for a line that does not end
 */
export function* linesOf(text: string): Generator<Line> {
  const end = text.includes('\n') ? '\n' : '\r'
  let start = 0
  for (let number = 1; start <= text.length; number += 1) {
    const found = text.indexOf(end, start)
    const stop = found < 0 ? text.length : found
    const hasReturn = stop > start && text[stop - 1] === '\r'
    const line = text.slice(start, hasReturn ? stop - 1 : stop)
    if (line.length > TEXT_LENGTH_MAX)
      throw unreadable('line', { line: number, max: TEXT_LENGTH_MAX })
    yield { number, text: line }
    start = stop + 1
  }
}

/** Null for a text of blanks only. */
export function filled(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** Null also for what banks write where there is no reference: `NOTPROVIDED`, `NONREF`, zeros. */
export function referenceText(text: string | undefined): string | null {
  const value = filled(text)
  const isNone = value === null || /^(?:NOT ?PROVIDED|NON-?REF|[0-]+)$/i.test(value)
  return isNone ? null : value
}

/**
 * The lines that have text, and all of them joined by blanks.
 *
 * @throws BankFileError `file_unreadable` if they are too long together
 */
export function textOf(
  lines: readonly string[],
  line: number,
): { readonly lines: readonly string[]; readonly text: string | null } {
  const kept = lines.map((it) => it.trim()).filter((it) => it !== '')
  const text = kept.join(' ')
  if (text.length > TEXT_LENGTH_MAX) throw unreadable('text', { line, max: TEXT_LENGTH_MAX })
  return { lines: kept, text: text === '' ? null : text }
}
