import { AppError, type Fault } from '../errors.ts'
import type { Level } from './rules/rule.ts'

/** One broken rule: a fault whose pointer leads into the resource to fix. */
export interface RuleFault extends Fault {
  readonly rule: string
  readonly level: Level
  readonly resource: string
}

export const eInvoiceInvalid = (profile: string, faults: readonly RuleFault[]): AppError =>
  new AppError(
    'invalid',
    'einvoice_invalid',
    `The invoice breaks rules of the e-invoice profile ${profile}. \`errors\` says what to enter where.`,
    { faults, profile },
  )

export const eInvoiceNotAvailable = (reason: string): AppError =>
  new AppError('conflict', 'einvoice_not_available', reason)

export const importTypeUnknown = (): AppError =>
  new AppError(
    'unsupported_media_type',
    'unsupported_media_type',
    'Send the file itself: application/xml for UBL or CII, application/pdf for Factur-X.',
  )
