import { AmountError } from '@billwright/money'
import { invalidRequest, type OnFault } from '../errors.ts'

/** What `parse` reads; null after the fault of a text that is no number. */
export function numberOr(at: string, onFault: OnFault, parse: () => bigint): bigint | null {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    onFault(at, error.code, error.message, error.params)
    return null
  }
}

/** @throws AppError `invalid_request` for a text that is no number */
export function requireNumber(pointer: string, parse: () => bigint): bigint {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    const { code, message, params } = error
    throw invalidRequest([{ pointer, code, message, params }])
  }
}
