import { TEMPLATE_BYTES_MAX, TemplateError, type TemplateErrorCode } from '@billwright/templates'
import { AppError } from '../../kernel/errors.ts'

/** Runs a step of the template language, whose faults become problems that a request can answer. */
export function withProblems<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof TemplateError ? PROBLEMS[error.code](error) : error
  }
}

const PROBLEMS: Readonly<Record<TemplateErrorCode, (error: TemplateError) => AppError>> = {
  template_invalid: ({ message, position }) =>
    new AppError('invalid', 'template_invalid', message, { ...position }),
  template_unsafe: ({ message, position }) =>
    new AppError('invalid', 'template_unsafe', message, { ...position }),
  template_too_complex: ({ message }) => templateTooComplex(message),
  template_too_large: () => templateTooLarge(TEMPLATE_BYTES_MAX),
}

export const templateTooComplex = (reason: string): AppError =>
  new AppError('invalid', 'template_too_complex', reason)

export const templateTooLarge = (limitBytes: number): AppError =>
  new AppError(
    'too_large',
    'template_too_large',
    `The template is too large. Use at most ${limitBytes} bytes.`,
    { limitBytes, params: { max_bytes: limitBytes } },
  )
