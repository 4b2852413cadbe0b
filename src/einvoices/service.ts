import type { CustomerService } from '../customers/service.ts'
import type { PdfDocument } from '../documents/document.ts'
import type { PdfFormat } from '../documents/schema.ts'
import type { HybridPdf } from '../documents/service.ts'
import { AppError } from '../errors.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import type { Db } from '../platform/database/db.ts'
import { sha256 } from '../platform/ids.ts'
import type { SettingsService } from '../settings/service.ts'
import type { EInvoiceProfile } from '../settings/settings.ts'
import { eInvoiceNotAvailable } from './errors.ts'
import { type FacturXLevel, toFacturX } from './hybrid/factur-x.ts'
import { toEInvoice } from './mapping/map.ts'
import type { EInvoice } from './model/document.ts'
import { adviceLanguage } from './rules/advice/advice.ts'
import { faultsOf, isFatal, requiredProfile, requireValid, type Target } from './validation.ts'

interface Format extends Target {
  readonly write: (document: EInvoice) => Promise<string>
}

/** Includes an XML library, so it is loaded with the first e-invoice. */
const writers = () => import('./xml/write.ts')

/** The XML formats: a syntax and its rules. */
export const FORMATS = {
  ubl: { profile: 'en16931', write: async (it) => (await writers()).writeUbl(it, 'en16931') },
  cii: {
    profile: 'en16931',
    isCii: true,
    write: async (it) => (await writers()).writeCii(it, 'en16931'),
  },
  peppol: { profile: 'peppol', write: async (it) => (await writers()).writeUbl(it, 'peppol') },
  xrechnung: {
    profile: 'xrechnung',
    write: async (it) => (await writers()).writeUbl(it, 'xrechnung'),
  },
  'xrechnung-cii': {
    profile: 'xrechnung',
    isCii: true,
    write: async (it) => (await writers()).writeCii(it, 'xrechnung'),
  },
  'factur-x-basic': {
    profile: 'factur-x',
    isCii: true,
    isBasic: true,
    write: async (it) => (await writers()).writeCii(it, 'factur-x-basic'),
  },
  'factur-x': {
    profile: 'factur-x',
    isCii: true,
    write: async (it) => (await writers()).writeCii(it, 'factur-x'),
  },
} as const satisfies Readonly<Record<string, Format>>
export type XmlFormat = keyof typeof FORMATS

/** The XML of each hybrid and its level. */
const HYBRIDS: Readonly<
  Record<PdfFormat, { readonly xml: XmlFormat; readonly level: FacturXLevel }>
> = {
  'factur-x': { xml: 'factur-x', level: 'EN 16931' },
  'factur-x-basic': { xml: 'factur-x-basic', level: 'BASIC' },
  'zugferd-xrechnung': { xml: 'xrechnung-cii', level: 'XRECHNUNG' },
}

export interface EInvoiceDeps {
  readonly db: Db
  readonly settings: SettingsService
  readonly customers: CustomerService
}

export interface XmlDocument {
  readonly text: string
  readonly etag: string
}

export type EInvoiceService = ReturnType<typeof createEInvoiceService>

/** Issued invoices as e-invoices. An invoice that breaks a rule is refused with a list of fixes. */
export function createEInvoiceService({ db, settings, customers }: EInvoiceDeps) {
  const languageOf = async (acceptLanguage: string | undefined): Promise<string> =>
    adviceLanguage(acceptLanguage, (await settings.current(db)).locale)

  const xml = async (
    { invoice }: InvoiceDetails,
    format: XmlFormat,
    acceptLanguage: string | undefined,
  ): Promise<XmlDocument> => {
    requireAvailable(invoice)
    const target: Format = FORMATS[format]
    requireValid(invoice, target, await languageOf(acceptLanguage))
    const text = await target.write(toEInvoice(invoice, target.profile))
    return { text, etag: `"${sha256(text).slice(0, 32)}"` }
  }

  const toHybrid: HybridPdf = async (details, { format, print, language }) => {
    const hybrid = HYBRIDS[format]
    const { text } = await xml(details, hybrid.xml, language)
    const { bytes, etag } = await print()
    const { invoice } = details
    const made = toFacturX({
      pdf: bytes,
      xml: text,
      level: hybrid.level,
      title: `${invoice.number ?? ''} ${invoice.seller.name}`.trim(),
      author: invoice.seller.name,
      language: invoice.language,
      modifiedAt: invoice.issuedAt ?? invoice.createdAt,
    })
    return { bytes: made, etag: `"${sha256(`${etag}${text}`).slice(0, 32)}"` }
  }

  return {
    xml,
    toHybrid,

    /** The same for share links, without revealing what is missing in the settings. */
    publicXml: (details: InvoiceDetails, format: XmlFormat): Promise<XmlDocument> =>
      withoutFaults(() => xml(details, format, undefined)),

    publicHybrid: (
      details: InvoiceDetails,
      wanted: { readonly format: PdfFormat; readonly print: () => Promise<PdfDocument> },
    ) => withoutFaults(() => toHybrid(details, { ...wanted, language: undefined })),

    /** All findings for a draft or an issued invoice. Default profile: the required one. */
    async validation(
      { invoice }: InvoiceDetails,
      wanted: EInvoiceProfile | undefined,
      acceptLanguage: string | undefined,
    ) {
      const current = await settings.current(db)
      const customer = await customers.require(db, invoice.customerId)
      const profile = wanted ?? requiredProfile(invoice, customer, current) ?? 'en16931'
      const language = adviceLanguage(acceptLanguage, current.locale)
      const faults = faultsOf(invoice, { profile }, language)
      return { profile, valid: !faults.some(isFatal), faults }
    },
  }
}

/** Whether the invoice can be an e-invoice and satisfies EN 16931. */
export const isEInvoice = (invoice: Invoice): boolean =>
  invoice.status !== 'draft' &&
  invoice.status !== 'void' &&
  !faultsOf(invoice, { profile: 'en16931', isCii: true }, 'en').some(isFatal)

async function withoutFaults<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'einvoice_invalid') throw error
    throw eInvoiceNotAvailable(
      'This e-invoice is not available. Ask the sender of the link for it.',
    )
  }
}

function requireAvailable({ status }: Invoice): void {
  if (status === 'draft')
    throw eInvoiceNotAvailable('A draft has no number and cannot be an e-invoice. Issue it first.')
  if (status === 'void')
    throw eInvoiceNotAvailable('The invoice is void, so its e-invoice is not available.')
}
