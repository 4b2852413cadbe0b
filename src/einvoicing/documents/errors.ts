import { EInvoiceError, type EInvoiceErrorCode, type Level, tooLarge } from '@billwright/einvoice'
import { AppError, type Fault, invalidRequest } from '../../kernel/errors.ts'

/** One broken rule: a fault whose pointer leads into the resource to fix. */
export interface RuleFault extends Fault {
  readonly rule: string
  readonly level: Level
  readonly resource: string
}

/** Reads a stranger's file; what is wrong with it becomes a problem that a request can answer. */
export function withProblems<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof EInvoiceError ? problemOf(error) : error
  }
}

export const problemOf = (error: EInvoiceError): AppError => PROBLEMS[error.code](error)

const PROBLEMS: Readonly<Record<EInvoiceErrorCode, (error: EInvoiceError) => AppError>> = {
  einvoice_unreadable: (it) =>
    new AppError('invalid', 'einvoice_unreadable', it.message, detailsOf(it)),
  einvoice_format_unknown: (it) =>
    new AppError('invalid', 'einvoice_format_unknown', it.message, detailsOf(it)),
  einvoice_signed: ({ message }) => new AppError('invalid', 'einvoice_signed', message),
  einvoice_encrypted: ({ message }) => new AppError('invalid', 'einvoice_encrypted', message),
  einvoice_several: (it) => new AppError('invalid', 'einvoice_several', it.message, detailsOf(it)),
  einvoice_attachments: (it) =>
    new AppError('invalid', 'einvoice_attachments', it.message, {
      attachments: it.attachments,
      ...detailsOf(it),
    }),
  einvoice_attachment_unknown: ({ message }) =>
    invalidRequest([{ pointer: '?attachment', code: 'not_allowed', message }]),
  einvoice_incomplete: (it) =>
    new AppError('invalid', 'einvoice_incomplete', it.message, detailsOf(it)),
  einvoice_too_large: (it) =>
    new AppError('too_large', 'einvoice_too_large', it.message, detailsOf(it)),
  einvoice_too_long: (it) =>
    new AppError('invalid', 'einvoice_too_long', it.message, detailsOf(it)),
}

const detailsOf = ({ params, faults, cause }: EInvoiceError) => ({ params, faults, cause })

export const eInvoiceInvalid = (profile: string, faults: readonly RuleFault[]): AppError =>
  new AppError(
    'invalid',
    'einvoice_invalid',
    `The invoice breaks rules of the e-invoice profile ${profile}. \`errors\` lists the fields and what to enter.`,
    { faults, profile },
  )

export const eInvoiceNotAvailable = (
  reason: 'draft' | 'void' | 'ask_sender',
  detail: string,
): AppError => new AppError('conflict', 'einvoice_not_available', detail, { params: { reason } })

export const secondTax = (): AppError =>
  new AppError(
    'conflict',
    'second_tax',
    'An item bears two taxes, which no e-invoice can state. Use the PDF without an e-invoice.',
  )

export const importTypeUnknown = (): AppError =>
  new AppError(
    'unsupported_media_type',
    'unsupported_media_type',
    'Send the file itself: application/xml for UBL, CII, FatturaPA or FA(3), application/pdf for Factur-X.',
  )

/** PDF/A forbids characters without a glyph (ISO 19005-3, 6.2.11.8). */
export const glyphsMissing = (characters: readonly string[]): AppError =>
  new AppError(
    'invalid',
    'einvoice_glyph_missing',
    `No font has these characters, which a hybrid PDF (PDF/A) must show: ${characters.slice(0, 20).join(' ')}. Use other characters, or the XML and the ordinary PDF.`,
    { params: { value: characters.slice(0, 20).join(' ') } },
  )

/** Factur-X MINIMUM, which has only totals. */
export const withoutItems = (): AppError =>
  new AppError(
    'invalid',
    'einvoice_without_items',
    'The e-invoice has totals but no items or taxes (Factur-X MINIMUM). Enter the invoice by hand, or ask the sender for one with items.',
  )

export const tooComplex = (): AppError =>
  new AppError(
    'invalid',
    'einvoice_too_complex',
    'Reading the e-invoice takes too much time or memory. Ask its sender for a smaller file.',
  )

export const formatOrPaper = (): AppError =>
  invalidRequest([
    { pointer: '?as', code: 'format_or_as', message: 'Send either `format` or `as`, not both.' },
  ])

export const fileTooLarge = (bytesMax: number): AppError => problemOf(tooLarge(bytesMax))
