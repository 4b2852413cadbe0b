import { signed, unreadable } from '../errors.ts'
import { extractFacturX } from './factur-x-reader.ts'
import { UnreadablePdf } from './pdf-file.ts'

/**
 * The XML of a file: the file itself, or what a PDF has attached.
 *
 * @throws AppError `einvoice_unreadable` or `einvoice_signed`
 */
export function xmlOf(file: Uint8Array): Uint8Array {
  if (isSigned(file)) throw signed()
  return isPdf(file) ? attachedTo(file) : file
}

/** PKCS #7 (.p7m): a DER sequence that begins with the object id of signed data. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex')
const isSigned = (file: Uint8Array): boolean =>
  file[0] === 0x30 && Buffer.from(file.subarray(0, 32)).includes(SIGNED_DATA)

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
