import type { DocumentService } from '../../documents/service.ts'
import type { StatementDocumentService } from '../../documents/statement/service.ts'
import type { EInvoiceService } from '../../einvoices/service.ts'
import type { InvoiceService } from '../../invoices/service.ts'
import type { InvoiceDetails } from '../../invoices/view.ts'
import type { MailPart } from '../../platform/mail/mime.ts'
import type { QuoteService } from '../../quotes/service.ts'
import type { ReadWork } from '../../record/work.ts'
import { attachmentsTooLarge } from '../errors.ts'
import type { Message, PlannedAttachment, Subject } from '../message.ts'

export interface PrintingDeps {
  readonly invoices: InvoiceService
  readonly quotes: QuoteService
  readonly documents: DocumentService
  readonly eInvoices: EInvoiceService
  readonly statementDocuments: StatementDocumentService
}

const PDF = 'application/pdf'
const XML = 'application/xml'

/** What a message needs to know to be printed. */
export interface Printable {
  readonly subject: Subject | null
  readonly attach: readonly PlannedAttachment[]
  readonly print: Message['content']['print']
  readonly language: string
}

/** Prints the documents of a message. Throws what printing throws. */
export function createPrinting({
  invoices,
  quotes,
  documents,
  eInvoices,
  statementDocuments,
}: PrintingDeps) {
  const invoicePart = async (
    work: ReadWork,
    details: InvoiceDetails,
    { kind, name }: PlannedAttachment,
  ): Promise<MailPart> => {
    if (kind === 'pdf' || kind === 'factur-x') {
      const format = kind === 'pdf' ? undefined : kind
      const { bytes } = await eInvoices.pdf(work, details, { format })
      return { name, mediaType: PDF, bytes }
    }
    const { text } = await eInvoices.xml(work, details, { format: kind })
    return { name, mediaType: XML, bytes: Buffer.from(text) }
  }

  return async (
    work: ReadWork,
    { subject, attach, print }: Printable,
  ): Promise<readonly MailPart[]> => {
    if (subject === null || attach.length === 0) return []
    if (subject.type === 'statement') {
      const { bytes } = await statementDocuments.pdf(work, subject.id, print)
      return attach.map(({ name }) => ({ name, mediaType: PDF, bytes }))
    }
    if (subject.type === 'quote') {
      const details = await quotes.get(work, subject.id)
      const { bytes } = await documents.quotePdf(work, details, 'quote')
      return attach.map(({ name }) => ({ name, mediaType: PDF, bytes }))
    }
    const details = await invoices.get(work, subject.id)
    const parts: MailPart[] = []
    for (const planned of attach) parts.push(await invoicePart(work, details, planned))
    return parts
  }
}

export type Printing = ReturnType<typeof createPrinting>

/** Leaves out XML first, then the PDF. Throws 422 if nothing is left and there is no link. */
export function fitting(
  parts: readonly MailPart[],
  { limitBytes, hasLink }: { readonly limitBytes: number; readonly hasLink: boolean },
): readonly MailPart[] {
  const fits = (some: readonly MailPart[]) =>
    some.reduce((sum, { bytes }) => sum + bytes.length, 0) <= limitBytes
  if (fits(parts)) return parts
  const pdfs = parts.filter(({ mediaType }) => mediaType === PDF)
  if (pdfs.length > 0 && fits(pdfs)) return pdfs
  if (hasLink) return []
  throw attachmentsTooLarge(limitBytes)
}
