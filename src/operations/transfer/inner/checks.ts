import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyError } from 'fastify'
import { withFormats } from '../../../core/http/formats.ts'
import { isStorable, textFault } from '../../../core/http/text.ts'
import { validationError } from '../../../core/http/validation.ts'
import { AppError, type Fault } from '../../../kernel/errors.ts'

export type Check = (body: unknown) => readonly Fault[]

const ajv = (): Ajv => withFormats(new Ajv({ allErrors: true, strict: false, strictNumbers: true }))

/**
 * The check that a request with this schema passes: its shape, and text that can be stored. Compiled
 * at first use, so that imports do not slow down the start of the service.
 */
export function schemaCheck(schema: object): Check {
  let compiled: ValidateFunction | undefined
  return (body) => {
    compiled ??= ajv().compile(schema)
    const validate = compiled
    const texts = textFaults(body, '')
    if (validate(body)) return texts
    const error = { validation: validate.errors, validationContext: 'body' }
    return [...texts, ...validationError(error as unknown as FastifyError).faults]
  }
}

function textFaults(value: unknown, pointer: string): readonly Fault[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [textFault(pointer)]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, entry]) => textFaults(entry, `${pointer}/${key}`))
}

/** The faults of an error that refuses a request; other errors are rethrown. */
export function toFaults(error: unknown): readonly Fault[] {
  if (!(error instanceof AppError)) throw error
  if (error.faults.length > 0) return error.faults
  return [{ pointer: '', code: error.code, message: error.message, params: error.params }]
}

/** A fault that only imports have; docs/import-export.md explains its code. */
export const faultOf = (pointer: string, code: string, message: string): Fault => ({
  pointer,
  code,
  message,
})
