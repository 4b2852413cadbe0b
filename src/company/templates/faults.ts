import { AppError, type ErrorDetails } from '../../kernel/errors.ts'

/** A position in a template, counted from 1 like in editors. */
export interface Position {
  readonly line: number
  readonly column: number
}

export function positionAt(source: string, offset: number): Position {
  let line = 1
  let lineStart = 0
  for (
    let at = source.indexOf('\n');
    at !== -1 && at < offset;
    at = source.indexOf('\n', lineStart)
  ) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}

/** The message and the members of the problem, both with the position. */
function placed(source: string, offset: number, reason: string): [string, ErrorDetails] {
  const { line, column } = positionAt(source, offset)
  return [`${reason} (line ${line}, column ${column}).`, { line, column }]
}

/** Tags that are not closed, unknown or nested wrongly. */
export const templateInvalid = (source: string, offset: number, reason: string): AppError =>
  new AppError('invalid', 'template_invalid', ...placed(source, offset, reason))

/** A tag whose value could become markup, script or a URL. */
export const templateUnsafe = (source: string, offset: number, reason: string): AppError =>
  new AppError('invalid', 'template_unsafe', ...placed(source, offset, reason))

/** The document exceeds a limit of the renderer, given in `reason`. */
export const templateTooComplex = (reason: string): AppError =>
  new AppError('invalid', 'template_too_complex', reason)

export const templateTooLarge = (limitBytes: number): AppError =>
  new AppError(
    'too_large',
    'template_too_large',
    `The template is too large. Use at most ${limitBytes} bytes.`,
    { limitBytes, params: { max_bytes: limitBytes } },
  )
