import { isUtf8 } from 'node:buffer'
import { AmountError, MICRO_DIGITS, parseScaled } from '@billwright/money'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, type Fault, invalidRequest } from '../../kernel/errors.ts'
import { isBlank, isStorable, textFault } from './text.ts'
import { escapePointer } from './validation.ts'

const DEPTH_MAX = 32
const STRING_FAULTS_MAX = 20
const NUMBER_FAULTS_MAX = 20
/** Decimals with at most this many digits survive a double. */
const EXACT_DIGITS = 15
const LONG_NUMBER = /[\d.]{16}/

/**
 * Parses JSON bodies. It limits nesting before parsing, because deep nesting overflows later
 * recursion. It refuses `__proto__` and text that PostgreSQL cannot store, on both databases. Text
 * without visible characters becomes empty here, so that no field has to check for blanks.
 */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const types = ['application/json', 'application/merge-patch+json']
  app.addContentTypeParser<Buffer>(types, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      requirePlainUtf8(request.headers)
      done(null, parseJson(utf8Text(body)))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** A compressed body, or one in another character set, would be misread. */
function requirePlainUtf8(headers: FastifyRequest['headers']): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]
  const encoding = headers['content-encoding'] ?? 'identity'
  if (/^utf-?8$/i.test(charset ?? 'utf-8') && encoding.toLowerCase() === 'identity') return
  throw new AppError(
    'unsupported_media_type',
    'unsupported_media_type',
    'Send the body as application/json in UTF-8 without content encoding.',
  )
}

/** Decoding would silently replace each byte of another encoding. */
function utf8Text(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  throw new AppError('malformed', 'malformed_json', 'The body is not UTF-8. Send JSON in UTF-8.')
}

export function parseJson(text: string): unknown {
  if (text === '') return undefined
  checkDepth(text)
  const value = parse(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new AppError('malformed', 'malformed_json', 'The body is not a JSON object. Send { … }.')
  const faults: Fault[] = []
  checkTexts(value, '', faults)
  if (faults.length > 0) throw invalidRequest(faults)
  return value
}

function parse(text: string): unknown {
  try {
    if (!LONG_NUMBER.test(text)) return JSON.parse(text)
    const value: unknown = JSON.parse(text, markInexact)
    const faults = inexactNumbers(value, '').slice(0, NUMBER_FAULTS_MAX)
    if (faults.length > 0) throw invalidRequest(faults)
    return value
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('malformed', 'malformed_json', 'The body is not valid JSON.', {
      cause,
    })
  }
}

/** Replaces a number that a double cannot represent; no field accepts it. */
class InexactNumber {
  readonly error: AmountError

  constructor(error: AmountError) {
    this.error = error
  }
}

function markInexact(_name: string, value: unknown, context?: { readonly source?: string }) {
  const source = context?.source ?? ''
  if (typeof value !== 'number' || source.length <= EXACT_DIGITS) return value
  try {
    parseScaled(source, MICRO_DIGITS)
    return value
  } catch (error) {
    if (error instanceof AmountError) return new InexactNumber(error)
    throw error
  }
}

function inexactNumbers(value: unknown, pointer: string): readonly Fault[] {
  if (value instanceof InexactNumber) {
    const { code, message, params } = value.error
    return [{ pointer, code, message, params }]
  }
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, entry]) =>
    inexactNumbers(entry, `${pointer}/${escapePointer(name)}`),
  )
}

function checkDepth(text: string): void {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5c) i++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) depth++
    else if (char === 0x7d || char === 0x5d) depth--
    if (depth > DEPTH_MAX)
      throw new AppError(
        'malformed',
        'malformed_json',
        `The body has more than ${DEPTH_MAX} nested levels.`,
      )
  }
}

/** Replaces blank texts with empty ones in place. Text that cannot be stored is a fault. */
function checkTexts(parent: object, pointer: string, faults: Fault[]): void {
  const isList = Array.isArray(parent)
  for (const [name, value] of Object.entries(parent)) {
    if (faults.length >= STRING_FAULTS_MAX) return
    const at = `${pointer}/${escapePointer(name)}`
    if (!isList && name === '__proto__')
      faults.push({
        pointer: at,
        code: 'unknown_field',
        message: 'Forbidden name: rename this field.',
      })
    else if (!isList && !isStorable(name)) faults.push(textFault(`${pointer}/…`))
    else if (typeof value === 'object' && value !== null) checkTexts(value, at, faults)
    else if (typeof value !== 'string') continue
    else if (!isStorable(value)) faults.push(textFault(at))
    else if (value !== '' && isBlank(value)) Reflect.set(parent, name, '')
  }
}
