import { AppError, type Fault, invalidRequest } from '../../../kernel/errors.ts'
import type { Series } from '../series/inner/fields.ts'

export const logoTooLarge = (limitBytes: number): AppError =>
  new AppError(
    'too_large',
    'logo_too_large',
    `The logo is too large. Use at most ${limitBytes / 1024} KB.`,
    { limitBytes, params: { max_bytes: limitBytes } },
  )

export const invalidLogo = (pointer: string, message: string): AppError =>
  invalidRequest([{ pointer, code: 'invalid_logo', message }])

export const unknownTemplate = (pointer: string, id: string): Fault => ({
  pointer,
  code: 'unknown_template',
  message: `There is no template \`${id}\`. GET /templates lists all templates.`,
})

export const sameNumbers = (
  pointer: string,
  { key, pattern }: Pick<Series, 'key' | 'pattern'>,
): Fault => ({
  pointer,
  code: 'same_numbers',
  message: `Series ${key} would give the same numbers. Use different patterns.`,
  params: { value: pattern },
})
