import { AppError, type Fault } from '../../errors.ts'

/** Broken, dangerous or endless XML. `reason` is a sentence. */
export const unreadable = (reason: string, cause?: unknown): AppError =>
  new AppError('invalid', 'einvoice_unreadable', `The e-invoice cannot be read. ${reason}`, {
    ...(cause === undefined ? {} : { cause }),
  })

export const unknownFormat = (root: string): AppError =>
  new AppError(
    'invalid',
    'einvoice_format_unknown',
    `"${root.slice(0, 100)}" is no invoice of UBL 2.1 or of UN/CEFACT CII (XRechnung, Peppol, Factur-X).`,
  )

/** Without these terms of EN 16931 there is no invoice to speak of; `errors` lists them. */
export const incomplete = (faults: readonly Fault[]): AppError =>
  new AppError(
    'invalid',
    'einvoice_incomplete',
    'The e-invoice lacks terms that EN 16931 requires, or has them in a form that cannot be read.',
    { faults },
  )

/** MINIMUM of Factur-X, which books an invoice but does not hold one. */
export const withoutItems = (): AppError =>
  new AppError(
    'invalid',
    'einvoice_without_items',
    'The e-invoice has totals only, neither items nor taxes (Factur-X MINIMUM). Enter the invoice by hand, or ask its sender for a fuller one.',
  )

export const tooLarge = (bytesMax: number): AppError =>
  new AppError(
    'too_large',
    'einvoice_too_large',
    `An e-invoice may have ${bytesMax / 1024 / 1024} MiB at most.`,
  )

export const creditNoteNotImported = (): AppError =>
  new AppError(
    'invalid',
    'einvoice_credit_note',
    'The e-invoice is a credit note. Import the invoice it corrects and credit that one.',
  )

/** `faults` name each list that is too long, and its limit. */
export const tooLong = (faults: readonly Fault[]): AppError =>
  new AppError('invalid', 'einvoice_too_long', 'The e-invoice has more than an invoice may have.', {
    faults,
  })

export const tooComplex = (): AppError =>
  new AppError(
    'invalid',
    'einvoice_too_complex',
    'The e-invoice takes too much time or memory to read. Ask its sender for a smaller file.',
  )
