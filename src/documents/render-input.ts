import { dueMinor } from '../invoices/lifecycle.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { fingerprint } from '../platform/fingerprint.ts'
import type { TemplateContent } from '../templates/template.ts'
import type { DocumentSource } from './view.ts'

/**
 * All that a document of an invoice is made of, as it was read for one request. Rendering is a pure
 * function of this and of nothing else, so what is kept under its key cannot be stale.
 */
export interface RenderInput {
  /** With the seller and the buyer that it prints: a draft's are those of now. */
  readonly invoice: InvoiceDetails['invoice']
  /** `YYYY-MM-DD`: an invoice is overdue from one day to the next. */
  readonly today: string
  /** The picture that `invoice.seller.logoId` names, by its hash; null where it is not there. */
  readonly logo: string | null
  readonly template: TemplateContent
}

/** The picture itself is left out: its name is the hash of its bytes, and in the seller already. */
export const renderInputKey = ({ logo, ...rest }: RenderInput): string =>
  fingerprint({ ...rest, hasLogo: logo !== null })

export const sourceOf = ({ invoice, today, logo }: RenderInput): DocumentSource => ({
  invoice,
  today,
  dueMinor: dueMinor(invoice),
  creditedMinor: invoice.creditedMinor,
  logo,
})
