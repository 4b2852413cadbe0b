import { KSEF_NUMBER, KSEF_SYSTEM } from '@billwright/einvoice/ksef'
import type { Verification } from '../../../../paper/printing/document.ts'
import { sha256 } from '../../../../platform/ids.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import { nipOf } from './parties.ts'

/** The ministry's site that verifies invoices of the production environment. */
const SITE = 'https://qr.ksef.mf.gov.pl/invoice'
const WITHOUT_NUMBER = 'OFFLINE'

/**
 * The code KOD I with the number below it, or a note that there is none yet. The link has the
 * seller, the day and the hash of exactly this file.
 */
export function verificationOf(invoice: Invoice, xml: string): Verification {
  const [year, month, day] = invoice.issueDate.split('-')
  const hash = Buffer.from(sha256(xml), 'hex').toString('base64url')
  return {
    link: `${SITE}/${nipOf(invoice.seller) ?? ''}/${day}-${month}-${year}/${hash}`,
    label: ksefNumberOf(invoice) ?? WITHOUT_NUMBER,
  }
}

/** The number from KSeF, if known. */
export function ksefNumberOf({ externalIds }: Invoice): string | undefined {
  const id = externalIds.find(({ system }) => system === KSEF_SYSTEM)?.id
  return id !== undefined && KSEF_NUMBER.test(id) ? id : undefined
}
