import { dueMinor } from '../invoices/lifecycle.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { fingerprint } from '../platform/fingerprint.ts'
import type { TemplateContent } from '../templates/template.ts'
import type { DocumentSource } from './view.ts'

/**
 * All input of a document, as read for one request. Rendering is a pure function of it, so
 * documents cached by its key are never stale.
 */
export interface RenderInput {
  /** With seller and buyer; a draft has their current data. */
  readonly invoice: InvoiceDetails['invoice']
  /** `YYYY-MM-DD`: an invoice becomes overdue at midnight. */
  readonly today: string
  /** The image with the hash `invoice.seller.logoId`; null if missing. */
  readonly logo: string | null
  readonly template: TemplateContent
}

/** Without the image: its hash is part of the seller. */
export const renderInputKey = ({ logo, ...rest }: RenderInput): string =>
  fingerprint({ ...rest, hasLogo: logo !== null })

export const sourceOf = ({ invoice, today, logo }: RenderInput): DocumentSource => ({
  invoice,
  today,
  dueMinor: dueMinor(invoice),
  creditedMinor: invoice.creditedMinor,
  logo,
})
