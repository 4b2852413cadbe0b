import type { FileCopy } from '../../../../core/files/file.ts'
import type { ReadWork } from '../../../../core/record/work.ts'
import { eInvoicePdf, eInvoiceXml } from '../../../../einvoicing/documents/write.ts'
import { deliveryNotePdf } from '../../../../paper/delivery-notes/change.ts'
import { quotePdf } from '../../../../paper/printing/print.ts'
import { statementPdf } from '../../../../paper/printing/statement/print.ts'
import type { MailPart } from '../../../../platform/mail/mime.ts'
import { getInvoice } from '../../../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../../../sales/invoices/view.ts'
import { getQuote } from '../../../../sales/quotes/read.ts'
import {
  readNamedFiles,
  shownFilesOfInvoice,
  shownFilesOfQuote,
} from '../../../../sales/uploads/uploads.ts'
import { attachmentsTooLarge } from '../../inner/errors.ts'
import type { Message, PlannedAttachment, Subject } from '../../message.ts'

const PDF = 'application/pdf'
const XML = 'application/xml'

/** The data for printing the documents of a message. */
interface Printable {
  readonly subject: Subject | null
  readonly attach: readonly PlannedAttachment[]
  readonly print: Message['content']['print']
  readonly language: string
}

/** Prints the documents of a message. Passes on errors of printing. */
export async function printDocuments(
  work: ReadWork,
  { subject, attach, print }: Printable,
): Promise<readonly PrintedPart[]> {
  if (subject === null || attach.length === 0) return []
  if (subject.type === 'statement') {
    const { bytes } = await statementPdf(work, subject.id, print)
    return attach.map(({ name }) => ({ name, mediaType: PDF, bytes }))
  }
  if (subject.type === 'delivery_note') {
    const { bytes } = (await deliveryNotePdf(work, subject.id)).document
    return attach.map(({ name }) => ({ name, mediaType: PDF, bytes }))
  }
  if (subject.type === 'quote') {
    const details = await getQuote(work, subject.id)
    return inOrder(attach, {
      print: async ({ name }) => {
        const { bytes } = await quotePdf(work, details, 'quote')
        return { name, mediaType: PDF, bytes }
      },
      file: fileReader(work, await shownFilesOfQuote(work, details.quote)),
    })
  }
  const details = await getInvoice(work, subject.id)
  return inOrder(attach, {
    print: (planned) => invoicePart(work, details, planned),
    file: fileReader(work, await shownFilesOfInvoice(work, details.invoice)),
  })
}

async function invoicePart(
  work: ReadWork,
  details: InvoiceDetails,
  { kind, name }: PlannedAttachment,
): Promise<MailPart> {
  if (kind === 'pdf' || kind === 'factur-x' || kind === 'factur-x-france') {
    const format = kind === 'pdf' ? undefined : kind
    const { bytes } = await eInvoicePdf(work, details, { format })
    return { name, mediaType: PDF, bytes }
  }
  if (kind === 'files') throw new Error('A file is not printed.')
  const { text } = await eInvoiceXml(work, details, { format: kind })
  return { name, mediaType: XML, bytes: Buffer.from(text) }
}

function fileReader(work: ReadWork, shown: readonly FileCopy[]) {
  return async ({ name }: PlannedAttachment): Promise<MailPart> => {
    const { file, bytes } = await readNamedFiles(work, shown, name)
    return { name, mediaType: file.mediaType, bytes }
  }
}

/** A part of a message; a file may be left out before the document itself. */
interface PrintedPart extends MailPart {
  readonly isFile?: boolean
}

async function inOrder(
  attach: readonly PlannedAttachment[],
  make: Readonly<Record<'print' | 'file', (planned: PlannedAttachment) => Promise<MailPart>>>,
): Promise<readonly PrintedPart[]> {
  const parts: PrintedPart[] = []
  for (const planned of attach)
    parts.push(
      planned.kind === 'files'
        ? { ...(await make.file(planned)), isFile: true }
        : await make.print(planned),
    )
  return parts
}

/**
 * Leaves out files first, then XML, then the PDF. Throws 422 if nothing is left and there is no
 * link.
 */
export function fitting(
  parts: readonly PrintedPart[],
  { limitBytes, hasLink }: { readonly limitBytes: number; readonly hasLink: boolean },
): readonly MailPart[] {
  const fits = (some: readonly MailPart[]) =>
    some.reduce((sum, { bytes }) => sum + bytes.length, 0) <= limitBytes
  if (fits(parts)) return parts
  const printed = parts.filter(({ isFile }) => !isFile)
  if (printed.length > 0 && fits(printed)) return printed
  const pdfs = printed.filter(({ mediaType }) => mediaType === PDF)
  if (pdfs.length > 0 && fits(pdfs)) return pdfs
  if (hasLink) return []
  throw attachmentsTooLarge(limitBytes)
}
