export type TemplateErrorCode =
  | 'template_invalid'
  | 'template_unsafe'
  | 'template_too_complex'
  | 'template_too_large'

/** A position in a template, counted from 1 like in editors. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A template that is refused, or too large to print. `message` is for its author. */
export class TemplateError extends Error {
  readonly code: TemplateErrorCode
  /** Where in the source; null: the template as a whole. */
  readonly position: Position | null

  constructor(code: TemplateErrorCode, message: string, position: Position | null = null) {
    super(message)
    this.name = 'TemplateError'
    this.code = code
    this.position = position
  }
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

function placed(code: TemplateErrorCode, source: string, offset: number, reason: string) {
  const position = positionAt(source, offset)
  const { line, column } = position
  return new TemplateError(code, `${reason} (line ${line}, column ${column}).`, position)
}

/** Tags that are not closed, unknown or nested wrongly. */
export const templateInvalid = (source: string, offset: number, reason: string): TemplateError =>
  placed('template_invalid', source, offset, reason)

/** A tag whose value could become markup, script or a URL. */
export const templateUnsafe = (source: string, offset: number, reason: string): TemplateError =>
  placed('template_unsafe', source, offset, reason)

/** The document exceeds a limit of the renderer, given in `reason`. */
export const templateTooComplex = (reason: string): TemplateError =>
  new TemplateError('template_too_complex', reason)

/** The source has more bytes than the sanitizer reads. */
export const templateTooLarge = (limitBytes: number): TemplateError =>
  new TemplateError(
    'template_too_large',
    `The template is too large. Use at most ${limitBytes} bytes.`,
  )
