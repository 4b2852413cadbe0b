import { signed, unreadable } from '../errors.ts'
import { extractFacturX } from './factur-x-reader.ts'
import { UnreadablePdf } from './pdf-file.ts'
import { contentOfSigned, isSigned } from './signed-data.ts'

/**
 * The XML of a file: the file itself, what a PDF has attached, or what is inside a signature, which
 * is not verified.
 *
 * @throws AppError `einvoice_unreadable` or `einvoice_signed`
 */
export function xmlOf(file: Uint8Array): Uint8Array {
  const plain = unsigned(file)
  return isPdf(plain) ? attachedTo(plain) : plain
}

/** Some files are signed twice. */
const SIGNATURES_MAX = 3

/**
 * What is inside a signature; any other file itself.
 *
 * @throws AppError `einvoice_signed`
 */
export function unsigned(file: Uint8Array, left = SIGNATURES_MAX): Uint8Array {
  if (!isSigned(file)) return file
  const content = left > 0 ? contentOfSigned(file) : undefined
  if (content === undefined) throw signed()
  return unsigned(content, left - 1)
}

export const isPdf = (file: Uint8Array): boolean =>
  Buffer.from(file.subarray(0, 1024)).toString('latin1').includes('%PDF-')

function attachedTo(pdf: Uint8Array): Uint8Array {
  try {
    const xml = extractFacturX(pdf)
    if (xml) return xml
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    throw unreadable('The PDF is damaged, encrypted or of an unsupported kind.', {
      reason: 'damaged_pdf',
      cause: error,
    })
  }
  throw unreadable('The PDF has no embedded e-invoice.', { reason: 'plain_pdf' })
}
