import {
  attachmentNotFound,
  EInvoiceError,
  encrypted,
  severalAttached,
  signed,
  unreadable,
} from '../einvoice-error.ts'
import { formatCents } from '../model/decimal.ts'
import type { EInvoice } from '../model/document.ts'
import { LockedPdf } from '../pdf/file.ts'
import { UnreadablePdf } from '../pdf/filters.ts'
import { readEInvoice } from '../xml/read.ts'
import { type AttachedXml, attachedXmls } from './factur-x-reader.ts'
import { contentOfSigned, isEncrypted, isSigned } from './signed-data.ts'

/** A file of strangers, and which of the e-invoices that it has attached is meant. */
export interface GivenFile {
  readonly file: Uint8Array
  readonly attachment?: string | undefined
}

/** The place of an invoice in a file of several. */
export interface Place {
  /** From 1. */
  readonly position: number
  readonly of: number
}

interface FoundXml {
  readonly bytes: Uint8Array
  /** Null unless the file is a PDF with several invoices. */
  readonly place: Place | null
}

/**
 * The XML of a file: the file itself, what a PDF has attached, or what is inside a signature, which
 * is not verified.
 *
 * @throws EInvoiceError `einvoice_unreadable`, `einvoice_signed`, `einvoice_encrypted` or
 * `einvoice_attachments`
 */
export function xmlOf({ file, attachment }: GivenFile): FoundXml {
  const plain = unsigned(file)
  return isPdf(plain) ? attachedTo(plain, attachment) : { bytes: plain, place: null }
}

/** Some files are signed twice. */
const SIGNATURES_MAX = 3

/**
 * What is inside a signature; any other file itself.
 *
 * @throws EInvoiceError `einvoice_signed` or `einvoice_encrypted`
 */
export function unsigned(file: Uint8Array, left = SIGNATURES_MAX): Uint8Array {
  if (isEncrypted(file)) throw encrypted()
  if (!isSigned(file)) return file
  const content = left > 0 ? contentOfSigned(file) : undefined
  if (content === undefined) throw signed()
  return unsigned(content, left - 1)
}

export const isPdf = (file: Uint8Array): boolean =>
  Buffer.from(file.subarray(0, 1024)).toString('latin1').includes('%PDF-')

function attachedTo(pdf: Uint8Array, wanted: string | undefined): FoundXml {
  const attached = xmlsIn(pdf)
  if (wanted !== undefined) {
    const found = attached.find(({ name }) => name === wanted)
    if (!found) throw attachmentNotFound(attached.map(({ name }) => name))
    return { bytes: found.bytes, place: placeAmong(attached, found) }
  }
  const [first, ...others] = attached
  if (!first) throw unreadable('The PDF has no embedded e-invoice.', { reason: 'plain_pdf' })
  const isOnly = others.length === 0 && first.isNamedInvoice
  return { bytes: isOnly ? first.bytes : onlyInvoiceAmong(attached), place: null }
}

/** An invoice that is attached in two formats has one place. */
function placeAmong(attached: readonly AttachedXml[], wanted: AttachedXml): Place | null {
  if (attached.length === 1) return null
  const { read } = invoicesAmong(attached)
  const numbers = [...new Set(read.map(({ document }) => document.number))]
  const chosen = read.find(({ xml }) => xml === wanted)
  if (!chosen || numbers.length === 1) return null
  return { position: numbers.indexOf(chosen.document.number) + 1, of: numbers.length }
}

function xmlsIn(pdf: Uint8Array): readonly AttachedXml[] {
  try {
    return attachedXmls(pdf)
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    if (error instanceof LockedPdf)
      throw unreadable('The PDF opens only with a password. Save it without one.', {
        reason: 'locked_pdf',
        cause: error,
      })
    throw unreadable('The PDF is damaged or of an unsupported kind.', {
      reason: 'damaged_pdf',
      cause: error,
    })
  }
}

/** One invoice may be attached in two formats; of several invoices, people choose. */
function onlyInvoiceAmong(attached: readonly AttachedXml[]): Uint8Array {
  const { read, fault } = invoicesAmong(attached)
  const [first] = read
  if (!first)
    throw fault ?? unreadable('The PDF has no embedded e-invoice.', { reason: 'plain_pdf' })
  const numbers = new Set(read.map(({ document }) => document.number))
  if (numbers.size === 1) return first.xml.bytes
  throw severalAttached(read.map(({ xml, document }) => attachedView(xml.name, document)))
}

/** The invoices that can be read, and why one of the others cannot. */
function invoicesAmong(attached: readonly AttachedXml[]) {
  const read: { readonly xml: AttachedXml; readonly document: EInvoice }[] = []
  let fault: EInvoiceError | undefined
  for (const xml of attached) {
    try {
      read.push({ xml, document: readEInvoice(xml.bytes).document })
    } catch (error) {
      if (!(error instanceof EInvoiceError)) throw error
      if (xml.isNamedInvoice || error.code !== 'einvoice_unreadable') fault ??= error
    }
  }
  return { read, fault }
}

const attachedView = (name: string, { number, issueDate, seller, currency, totals }: EInvoice) => ({
  name,
  number,
  issue_date: issueDate,
  seller: seller.name,
  currency,
  total: formatCents(totals.withTaxCents),
})
