import { unreadable } from '../bank-file-error.ts'
import { TEXT_LENGTH_MAX } from '../limits.ts'
import { type Line, linesOf } from '../text.ts'

/** `:61:…` and the lines that continue it. */
export interface Field {
  readonly tag: string
  readonly line: number
  readonly lines: string[]
  length: number
}

const TAG = /^:(\d{2}[A-Z]?|NS):(.*)$/s
const ENVELOPE = /^\s*\{1:.*?\{4:\s*/

/**
 * The fields of all messages. Envelopes and what lies between messages are left out.
 *
 * @throws BankFileError `file_unreadable` for a message without its closing balance
 */
export function* fieldsOf(text: string): Generator<Field> {
  let field: Field | undefined
  /** Before the first message, and after the closing balance of each. */
  let isClosed = true
  let last = 1
  for (const { line, next } of linesWithNext(text)) {
    last = line.number
    const content = line.text.replace(ENVELOPE, '')
    const [, tag = '', rest = ''] = TAG.exec(content) ?? []
    if (isClosed && /^-\}?/.test(content)) {
      if (field) yield field
      field = undefined
    } else if (tag !== '' && startsField({ tag, rest, within: isClosed ? '' : field?.tag, next })) {
      if (field) yield field
      if (tag === '20' && !isClosed) throw unreadable('cut', { line: line.number })
      field = { tag, line: line.number, lines: [rest], length: rest.length }
      if (tag === '20') isClosed = false
      if (isClosing(tag)) isClosed = true
    } else if (field) continueField(field, content)
  }
  if (!isClosed) throw unreadable('cut', { line: last })
  if (field) yield field
}

export const isClosing = (tag: string): boolean => tag === '62F' || tag === '62M'

/**
 * Free text may begin a line with what looks like a tag, such as the time `:20:15`. Within it, only what
 * has the form of a field that may come next is one.
 */
function startsField({
  tag,
  rest,
  within,
  next,
}: {
  readonly tag: string
  readonly rest: string
  readonly within: string | undefined
  readonly next: string
}): boolean {
  if (within !== '86' && within !== 'NS') return true
  if (tag === '61') return /^\d{6}/.test(rest)
  if (isClosing(tag)) return /^[CD]\d{6}/.test(rest)
  if (tag === '20') return /^:(?:21|25P?|28C?):/.test(next)
  return tag === '86' || tag === 'NS'
}

function continueField(field: Field, content: string): void {
  field.lines.push(content)
  field.length += content.length
  if (field.length > TEXT_LENGTH_MAX)
    throw unreadable('text', { line: field.line, max: TEXT_LENGTH_MAX })
}

interface LineWithNext {
  readonly line: Line
  readonly next: string
}

/** Blank lines mean nothing. */
function* linesWithNext(text: string): Generator<LineWithNext> {
  let line: Line | undefined
  for (const next of linesOf(text)) {
    if (next.text.trim() === '') continue
    if (line) yield { line, next: next.text }
    line = next
  }
  if (line) yield { line, next: '' }
}
