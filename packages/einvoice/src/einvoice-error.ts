export type EInvoiceErrorCode =
  | 'einvoice_unreadable'
  | 'einvoice_format_unknown'
  | 'einvoice_signed'
  | 'einvoice_encrypted'
  | 'einvoice_several'
  | 'einvoice_attachments'
  | 'einvoice_attachment_unknown'
  | 'einvoice_incomplete'
  | 'einvoice_too_large'
  | 'einvoice_too_long'

/** The values in a message, for translations. `reason` selects the sentence. */
export interface Params {
  readonly reason?: string
  readonly name?: string
  readonly value?: string
  readonly line?: number
  readonly count?: number
  readonly max?: number
  readonly max_bytes?: number
}

/** One fault of a file. `pointer` is a JSON pointer into the semantic model. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly message: string
  readonly params?: Params | undefined
}

/** An e-invoice in a PDF with several. */
export interface AttachedInvoice {
  /** The name of the attached file, to choose it. */
  readonly name: string
  readonly number: string
  readonly issue_date: string
  readonly seller: string
  readonly currency: string
  readonly total: string
}

interface Details {
  readonly params?: Params
  readonly faults?: readonly Fault[]
  readonly attachments?: readonly AttachedInvoice[]
  readonly cause?: unknown
}

/** A file that cannot be read as an e-invoice. `message` is for the person who received it. */
export class EInvoiceError extends Error {
  readonly code: EInvoiceErrorCode
  readonly params: Params | undefined
  readonly faults: readonly Fault[]
  /** The invoices of a PDF with several. */
  readonly attachments: readonly AttachedInvoice[] | undefined

  constructor(code: EInvoiceErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'EInvoiceError'
    this.code = code
    this.params = details.params
    this.faults = details.faults ?? []
    this.attachments = details.attachments
  }
}

/** Broken, dangerous or oversized XML. `sentence` says why. */
export const unreadable = (
  sentence: string,
  { cause, ...params }: Params & { readonly cause?: unknown } = {},
): EInvoiceError =>
  new EInvoiceError('einvoice_unreadable', `The e-invoice cannot be read. ${sentence}`, {
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

export function unknownFormat(root: string): EInvoiceError {
  const known = OTHER_FORMATS.find(([pattern]) => pattern.test(root))
  return new EInvoiceError(
    'einvoice_format_unknown',
    known
      ? `The file is ${known[2]}, which is not supported. Ask the sender for UBL, CII, Factur-X, FatturaPA or FA(3), or enter the invoice by hand.`
      : `"${root.slice(0, 100)}" is not an invoice in UBL 2.1, UN/CEFACT CII (XRechnung, Peppol, Factur-X), FatturaPA or FA(3).`,
    known ? { params: { reason: known[1] } } : {},
  )
}

/** A signature around the XML (.p7m). */
export const signed = (): EInvoiceError =>
  new EInvoiceError(
    'einvoice_signed',
    'The file is signed (.p7m) in a form whose XML cannot be extracted. Extract the .xml file and send that.',
  )

/** An encrypted .p7m. */
export const encrypted = (): EInvoiceError =>
  new EInvoiceError(
    'einvoice_encrypted',
    'The file is encrypted (.p7m), and only the holder of the key can open it. Decrypt it, or ask the sender for the .xml file.',
  )

/** A file with several invoices. */
export const severalInvoices = (count: number): EInvoiceError =>
  new EInvoiceError(
    'einvoice_several',
    `The attached file is a lot of ${count} invoices. Send that file itself instead of the PDF.`,
    { params: { count } },
  )

export const severalAttached = (attachments: readonly AttachedInvoice[]): EInvoiceError =>
  new EInvoiceError('einvoice_attachments', 'The PDF has several e-invoices. Choose one of them.', {
    attachments,
    params: { count: attachments.length },
  })

export const attachmentNotFound = (names: readonly string[]): EInvoiceError =>
  new EInvoiceError(
    'einvoice_attachment_unknown',
    `The PDF has no XML file of this name. It has: ${names.join(', ').slice(0, 500) || 'none'}.`,
  )

/** Required terms of EN 16931 are missing; `faults` lists them. */
export const incomplete = (faults: readonly Fault[]): EInvoiceError =>
  new EInvoiceError(
    'einvoice_incomplete',
    'The e-invoice lacks data that EN 16931 requires, or the data are unreadable. Ask its sender to correct it.',
    { faults },
  )

export const tooLarge = (bytesMax: number): EInvoiceError =>
  new EInvoiceError(
    'einvoice_too_large',
    `The e-invoice is larger than ${bytesMax / 1024 / 1024} MiB. Send it without large attachments.`,
    { params: { max_bytes: bytesMax } },
  )

/** `faults` has each list that is too long, and its limit. */
export const tooLong = (faults: readonly Fault[]): EInvoiceError =>
  new EInvoiceError(
    'einvoice_too_long',
    'The e-invoice exceeds the limits of an invoice; see `errors`. Ask its sender to split it.',
    { faults },
  )
