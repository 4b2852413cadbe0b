import { AppError, type Fault, invalidRequest, type Params } from '../../kernel/errors.ts'
import type { Level } from './inner/rules/rule.ts'

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
    `The invoice breaks rules of the e-invoice profile ${profile}. \`errors\` lists the fields and what to enter.`,
    { faults, profile },
  )

export const eInvoiceNotAvailable = (
  reason: 'draft' | 'void' | 'ask_sender',
  detail: string,
): AppError => new AppError('conflict', 'einvoice_not_available', detail, { params: { reason } })

export const importTypeUnknown = (): AppError =>
  new AppError(
    'unsupported_media_type',
    'unsupported_media_type',
    'Send the file itself: application/xml for UBL, CII, FatturaPA or FA(3), application/pdf for Factur-X.',
  )

/** Broken, dangerous or oversized XML. `sentence` says why. */
export const unreadable = (
  sentence: string,
  { cause, ...params }: Params & { readonly cause?: unknown } = {},
): AppError =>
  new AppError('invalid', 'einvoice_unreadable', `The e-invoice cannot be read. ${sentence}`, {
    cause,
    params,
  })

/** Formats that people send and this program does not read, by their root elements. */
const OTHER_FORMATS: readonly (readonly [root: RegExp, reason: string, name: string])[] = [
  [/facturae\.(gob\.)?es.*\}Facturae$/i, 'facturae', 'Facturae (Spain)'],
  [/ebinterface\.at.*\}Invoice$/, 'ebinterface', 'ebInterface (Austria)'],
  [/\}FatturaElettronicaSemplificata$/, 'fsm10', 'the simplified FatturaPA (FSM10)'],
  [/nav\.gov\.hu\/OSA/, 'nav', 'NAV Online Invoice (Hungary)'],
  [/crd\.gov\.pl.*\}Faktura$/, 'older_fa', 'an older FA than FA(3) (Poland)'],
  [/schema:xsd:Order|SCRDMCCBDACIOMessageStructure/, 'order', 'an order, not an invoice'],
  [/ApplicationResponse$/, 'response', 'a response to an invoice, not an invoice'],
]

export function unknownFormat(root: string): AppError {
  const known = OTHER_FORMATS.find(([pattern]) => pattern.test(root))
  return new AppError(
    'invalid',
    'einvoice_format_unknown',
    known
      ? `The file is ${known[2]}, which is not supported. Ask the sender for UBL, CII, Factur-X, FatturaPA or FA(3), or enter the invoice by hand.`
      : `"${root.slice(0, 100)}" is not an invoice in UBL 2.1, UN/CEFACT CII (XRechnung, Peppol, Factur-X), FatturaPA or FA(3).`,
    known ? { params: { reason: known[1] } } : {},
  )
}

/** A signature around the XML (.p7m). */
export const signed = (): AppError =>
  new AppError(
    'invalid',
    'einvoice_signed',
    'The file is signed (.p7m) in a form whose XML cannot be extracted. Extract the .xml file and send that.',
  )

/** An encrypted .p7m. */
export const encrypted = (): AppError =>
  new AppError(
    'invalid',
    'einvoice_encrypted',
    'The file is encrypted (.p7m), and only the holder of the key can open it. Decrypt it, or ask the sender for the .xml file.',
  )

/** PDF/A forbids characters without a glyph (ISO 19005-3, 6.2.11.8). */
export const glyphsMissing = (characters: readonly string[]): AppError =>
  new AppError(
    'invalid',
    'einvoice_glyph_missing',
    `No font has these characters, which a hybrid PDF (PDF/A) must show: ${characters.slice(0, 20).join(' ')}. Use other characters, or the XML and the ordinary PDF.`,
    { params: { value: characters.slice(0, 20).join(' ') } },
  )

/** A file with several invoices. */
export const severalInvoices = (count: number): AppError =>
  new AppError(
    'invalid',
    'einvoice_several',
    `The attached file is a lot of ${count} invoices. Send that file itself instead of the PDF.`,
    { params: { count } },
  )

/** An e-invoice in a PDF with several, as the caller sees it. */
export interface AttachedInvoice {
  /** The name of the attached file, to send as `attachment`. */
  readonly name: string
  readonly number: string
  readonly issue_date: string
  readonly seller: string
  readonly currency: string
  readonly total: string
}

export const severalAttached = (attachments: readonly AttachedInvoice[]): AppError =>
  new AppError(
    'invalid',
    'einvoice_attachments',
    'The PDF has several e-invoices. Choose one of them.',
    { attachments, params: { count: attachments.length } },
  )

export const attachmentNotFound = (names: readonly string[]): AppError =>
  invalidRequest([
    {
      pointer: '?attachment',
      code: 'not_allowed',
      message: `The PDF has no XML file of this name. It has: ${names.join(', ').slice(0, 500) || 'none'}.`,
    },
  ])

/** Required terms of EN 16931 are missing; `errors` lists them. */
export const incomplete = (faults: readonly Fault[]): AppError =>
  new AppError(
    'invalid',
    'einvoice_incomplete',
    'The e-invoice lacks data that EN 16931 requires, or the data are unreadable. Ask its sender to correct it.',
    { faults },
  )

/** Factur-X MINIMUM, which has only totals. */
export const withoutItems = (): AppError =>
  new AppError(
    'invalid',
    'einvoice_without_items',
    'The e-invoice has totals but no items or taxes (Factur-X MINIMUM). Enter the invoice by hand, or ask the sender for one with items.',
  )

export const tooLarge = (bytesMax: number): AppError =>
  new AppError(
    'too_large',
    'einvoice_too_large',
    `The e-invoice is larger than ${bytesMax / 1024 / 1024} MiB. Send it without large attachments.`,
    { params: { max_bytes: bytesMax } },
  )

/** `faults` has each list that is too long, and its limit. */
export const tooLong = (faults: readonly Fault[]): AppError =>
  new AppError(
    'invalid',
    'einvoice_too_long',
    'The e-invoice exceeds the limits of an invoice; see `errors`. Ask its sender to split it.',
    { faults },
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
