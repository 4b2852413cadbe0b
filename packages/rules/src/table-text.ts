/* The text of a table in a file, and how it is written. */

const DELIMITERS = [',', ';', '\t', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** Enough for the header. */
const HEAD_LENGTH = 64 * 1024
const NO_TEXT = /[^\P{Cc}\t\n\v\f\r]/u

/** A table whose line `sep=;`, which Excel writes above the header, is empty. */
export interface TableText {
  readonly text: string
  readonly delimiter: Delimiter
}

/** From UTF-8, UTF-16 or, as Excel on Windows writes it, Windows-1252; null: it is no text. */
export function readText(bytes: Uint8Array): TableText | null {
  const text = decoded(bytes)
  if (text === null) return null
  const [line = '', quoted, plain] = SEPARATOR_LINE.exec(text) ?? []
  const rest = text.slice(line.length)
  const head = rest.slice(0, HEAD_LENGTH).replace(/"(?:[^"]|"")*"/g, '')
  const header = head.split(/\r\n|\n|\r/).find((it) => it.trim() !== '') ?? ''
  const countOf = (mark: string) => header.split(mark).length - 1
  const usual = DELIMITERS.reduce((best, it) => (countOf(it) > countOf(best) ? it : best))
  const named = DELIMITERS.find((it) => it === (quoted ?? plain))
  const isNamed = named !== undefined && (countOf(named) > 0 || countOf(usual) === 0)
  // Line numbers stay those of the file.
  return { text: line.replace(/[^\r\n]+/, '') + rest, delimiter: isNamed ? named : usual }
}

const SEPARATOR_LINE = /^(?:"sep=([,;|\t])"|sep=([,;|\t]))[,;|\t ]*(?:\r\n|\n|\r|$)/i

function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decode('utf-16be', bytes)
  if (first !== 0 && second === 0) return decode('utf-16le', bytes)
  if (first === 0 && second !== 0) return decode('utf-16be', bytes)
  const text = decode('utf-8', bytes)
  if (text !== null) return text.includes('\0') ? null : text
  return withoutControls(decode('windows-1252', bytes))
}

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Any bytes are Windows-1252, also those of a picture. */
const withoutControls = (text: string | null): string | null =>
  text !== null && NO_TEXT.test(text) ? null : text
