import { unreadable } from '../errors.ts'
import { extractFacturX } from './factur-x-reader.ts'
import { UnreadablePdf } from './pdf-file.ts'

/**
 * The XML of a file: the file itself, or what a PDF has attached.
 *
 * @throws AppError `einvoice_unreadable`
 */
export const xmlOf = (file: Uint8Array): Uint8Array => (isPdf(file) ? attachedTo(file) : file)

export const isPdf = (file: Uint8Array): boolean =>
  Buffer.from(file.subarray(0, 1024)).toString('latin1').includes('%PDF-')

function attachedTo(pdf: Uint8Array): Uint8Array {
  try {
    const xml = extractFacturX(pdf)
    if (xml) return xml
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    throw unreadable('The PDF is damaged, encrypted or of an unsupported kind.', error)
  }
  throw unreadable('The PDF has no embedded e-invoice.')
}
