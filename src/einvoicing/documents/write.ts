import { adviceFor, adviceLanguage, type CiiProfile, type UblProfile } from '@billwright/einvoice'
import { type FacturXLevel, toFacturX } from '@billwright/einvoice/hybrid'
import { currentSettings } from '../../company/settings/read.ts'
import type { EInvoiceProfile } from '../../company/settings/settings.ts'
import { listShownFiles, readFileBytes } from '../../core/files/read.ts'
import { onePerApp } from '../../core/record/app.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import type { RenderedDocument, Verification } from '../../paper/printing/document.ts'
import type { InvoicePaper } from '../../paper/printing/papers.ts'
import { invoiceHtml, invoicePaper, invoicePdf } from '../../paper/printing/print.ts'
import { createCompanyCache } from '../../platform/company-cache.ts'
import { cacheKey } from '../../platform/database/cache-key.ts'
import { sha256 } from '../../platform/ids.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import type { Invoice } from '../../sales/invoices/invoice.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import {
  eInvoiceNotAvailable,
  formatOrPaper,
  glyphsMissing,
  type RuleFault,
  secondTax,
} from './errors.ts'
import { ksefNumberOf, verificationOf } from './inner/ksef/verification.ts'
import { type EmbeddedFile, toEInvoice } from './inner/mapping/map.ts'
import { paymentWarnings } from './inner/payment-advice.ts'
import { warningsOf } from './inner/plausibility.ts'
import type { PdfFormat } from './schema.ts'
import {
  amongLines,
  faultsOf,
  isFatal,
  isPaperOnly,
  requiredProfile,
  requireValid,
  type Target,
} from './validation.ts'

interface Format extends Target {
  /** `corrected`: the invoice that a credit note corrects. */
  readonly write: (
    invoice: Invoice,
    files: readonly EmbeddedFile[],
    corrected?: Invoice,
  ) => Promise<string>
}

/** Includes an XML library, so it is loaded with the first e-invoice. */
const writers = () => import('@billwright/einvoice/write')

const ubl = (profile: EInvoiceProfile, declared: UblProfile): Format => ({
  profile,
  isCii: false,
  write: async (invoice, files) =>
    (await writers()).writeUbl(toEInvoice(invoice, profile, files), declared),
})

const cii = (profile: EInvoiceProfile, declared: CiiProfile): Format => ({
  profile,
  isCii: true,
  isBasic: declared === 'factur-x-basic',
  write: async (invoice, files) =>
    (await writers()).writeCii(toEInvoice(invoice, profile, files), declared),
})

/** The XML formats: a syntax and its rules. */
export const FORMATS = {
  ubl: ubl('en16931', 'en16931'),
  cii: cii('en16931', 'en16931'),
  peppol: ubl('peppol', 'peppol'),
  pint: ubl('pint', 'pint'),
  nlcius: ubl('nlcius', 'nlcius'),
  'cius-pt': ubl('cius-pt', 'cius-pt'),
  'cius-ro': ubl('cius-ro', 'cius-ro'),
  'hr-eracun': ubl('hr-eracun', 'hr-eracun'),
  france: cii('france', 'factur-x'),
  'france-ubl': ubl('france', 'en16931'),
  xrechnung: ubl('xrechnung', 'xrechnung'),
  'xrechnung-cii': cii('xrechnung', 'xrechnung'),
  'factur-x-basic': cii('factur-x', 'factur-x-basic'),
  'factur-x': cii('factur-x', 'factur-x'),
  fatturapa: {
    profile: 'fatturapa',
    write: async (invoice, files) =>
      (await import('./inner/fatturapa/write.ts')).writeFattura(invoice, files),
  },
  ksef: {
    profile: 'ksef',
    write: async (invoice, _files, corrected) =>
      (await import('./inner/ksef/write.ts')).writeFaktura(invoice, {
        correctedNumber: corrected && ksefNumberOf(corrected),
      }),
  },
} as const satisfies Readonly<Record<string, Format>>
export type XmlFormat = keyof typeof FORMATS

/** The XML of each hybrid and its level. */
const HYBRIDS: Readonly<
  Record<PdfFormat, { readonly xml: XmlFormat; readonly level: FacturXLevel }>
> = {
  'factur-x': { xml: 'factur-x', level: 'EN 16931' },
  'factur-x-basic': { xml: 'factur-x-basic', level: 'BASIC' },
  'factur-x-france': { xml: 'france', level: 'EN 16931' },
  'zugferd-xrechnung': { xml: 'xrechnung-cii', level: 'XRECHNUNG' },
}

export interface XmlDocument {
  readonly text: string
  readonly etag: string
}

interface XmlOptions {
  readonly format: XmlFormat
  /** The `Accept-Language` of the request: the language of the advice on what to correct. */
  readonly language?: string | undefined
}

interface PdfOptions {
  readonly as?: InvoicePaper | undefined
  /** With the embedded e-invoice; undefined: the PDF alone. */
  readonly format?: PdfFormat | undefined
  readonly template?: string | undefined
  readonly language?: string | undefined
}

/** The XML for the holder of a link, without the reasons in the settings. */
export function publicXml(
  work: ReadWork,
  details: InvoiceDetails,
  format: XmlFormat,
): Promise<XmlDocument> {
  return withoutFaults(() => eInvoiceXml(work, details, { format }))
}

export function publicPdf(
  work: ReadWork,
  details: InvoiceDetails,
  format: PdfFormat | undefined,
): Promise<RenderedDocument> {
  return withoutFaults(() => eInvoicePdf(work, details, { format }))
}

/** The rules that an invoice or draft breaks; by default, of its required profile. */
export async function validateInvoice(
  work: ReadWork,
  details: InvoiceDetails,
  wanted: {
    readonly profile: EInvoiceProfile | undefined
    readonly language: string | undefined
  },
) {
  const { invoice } = details
  const current = await currentSettings(work)
  const customer = await requireCustomer(work, invoice.customerId)
  const profile = wanted.profile ?? requiredProfile(invoice, customer, current) ?? 'en16931'
  const language = adviceLanguage(wanted.language, current.locale, profile)
  const faults = [
    ...faultsOf(await withFiles(work, invoice), { profile }, language),
    ...warningsOf(invoice, language).map((fault) => amongLines(invoice, fault)),
    ...glyphWarning(await invoiceHtml(work, details), language),
    ...paymentWarnings(invoice, language),
  ]
  return { profile, valid: !faults.some(isFatal), faults }
}

export async function eInvoiceXml(
  work: ReadWork,
  { invoice }: InvoiceDetails,
  { format, language }: XmlOptions,
): Promise<XmlDocument> {
  requireAvailable(invoice)
  if (isPaperOnly(invoice)) throw secondTax()
  const target = FORMATS[format]
  const { locale } = await currentSettings(work)
  requireValid(invoice, target, adviceLanguage(language, locale, target.profile))
  const [embedded, corrected] = [await filesOf(work, invoice), await correctedBy(work, invoice)]
  const text = await target.write(invoice, embedded, corrected)
  return { text, etag: `"${sha256(text).slice(0, 32)}"` }
}

/** The PDF of an invoice, optionally with the embedded e-invoice. */
export async function eInvoicePdf(
  work: ReadWork,
  details: InvoiceDetails,
  { as = 'invoice', format, template, language }: PdfOptions,
): Promise<RenderedDocument> {
  if (as !== 'invoice' && format !== undefined) throw formatOrPaper()
  if (as !== 'invoice') return invoicePaper(work, details, { as, form: 'pdf', template })
  const verification = await verificationFor(work, details)
  if (format === undefined) return invoicePdf(work, details, { template, verification })
  const hybrid = HYBRIDS[format]
  // First, so that an invoice that cannot be an e-invoice is not printed.
  const { text } = await eInvoiceXml(work, details, { format: hybrid.xml, language })
  const printed = await invoicePdf(work, details, { template, verification })
  const { bytes, etag, missing = [] } = printed
  if (missing.length > 0) throw glyphsMissing(missing)
  const { invoice } = details
  const made = toFacturX({
    pdf: bytes,
    xml: text,
    level: hybrid.level,
    title: `${invoice.number ?? ''} ${invoice.seller.name}`.trim(),
    author: invoice.seller.name,
    language: invoice.language,
    modifiedAt: invoice.issuedAt ?? invoice.createdAt,
    files: await filesOf(work, invoice),
  })
  return { bytes: made, etag: `"${sha256(`${etag}${text}`).slice(0, 32)}"` }
}

function filesOf(work: ReadWork, { files: fixed = [] }: Invoice): Promise<EmbeddedFile[]> {
  return Promise.all(
    fixed.map(async (file) => ({
      name: file.name,
      mediaType: file.mediaType,
      bytes: await readFileBytes(work, file),
    })),
  )
}

/** A draft with the files that issuing would lock. */
async function withFiles(work: ReadWork, invoice: Invoice): Promise<Invoice> {
  return invoice.status === 'draft'
    ? { ...invoice, files: await listShownFiles(work, { kind: 'invoice', id: invoice.id }) }
    : invoice
}

async function correctedBy(work: ReadWork, { corrects }: Invoice): Promise<Invoice | undefined> {
  return corrects === null ? undefined : (await getInvoice(work, corrects.id)).invoice
}

/** The QR code that Polish law requires on an invoice that must be FA(3). */
async function verificationFor(
  work: ReadWork,
  details: InvoiceDetails,
): Promise<Verification | undefined> {
  const { invoice } = details
  if (invoice.status === 'draft' || invoice.status === 'void') return undefined
  const current = await currentSettings(work)
  const customer = await requireCustomer(work, invoice.customerId)
  const isNeeded = requiredProfile(invoice, customer, current) === 'ksef'
  // An older invoice may have been issued before the profile was required.
  if (!isNeeded || faultsOf(invoice, { profile: 'ksef' }, 'en').some(isFatal)) return undefined
  const { text } = await eInvoiceXml(work, details, { format: 'ksef' })
  return verificationOf(invoice, text)
}

/** Characters without a glyph; a hybrid PDF with them is refused. */
function glyphWarning({ missing = [] }: RenderedDocument, language: string): readonly RuleFault[] {
  if (missing.length === 0) return []
  const code = missing.slice(0, 20).join(' ')
  return [
    {
      resource: 'invoice',
      pointer: '',
      rule: GLYPHS,
      level: 'warning',
      code: GLYPHS,
      message: adviceFor('glyphs', language, { code }),
    },
  ]
}

/** Of PDF/A-3: ISO 19005-3. */
const GLYPHS = '6.2.11.8'

const KNOWN_MAX = 10_000
const knownOf = onePerApp(() => createCompanyCache<boolean>({ sizeMax: KNOWN_MAX }))

/** Whether the invoice can be an e-invoice of EN 16931. Every read of a link asks, so the answer is kept. */
export function isEInvoice(work: ReadWork, invoice: Invoice): boolean {
  const { id, version, status } = invoice
  // Only a draft shows what its version does not count: the settings and the customer.
  if (status === 'draft' || status === 'void') return false
  const known = knownOf(work.app)
  const key = cacheKey(work, id, version)
  const is =
    known.get(key) ?? !faultsOf(invoice, { profile: 'en16931', isCii: true }, 'en').some(isFatal)
  known.set(key, is)
  return is
}

/** Faults that the holder of a link cannot fix. */
const IS_OURS = new Set(['einvoice_invalid', 'einvoice_glyph_missing'])

async function withoutFaults<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof AppError) || !IS_OURS.has(error.code)) throw error
    throw eInvoiceNotAvailable(
      'ask_sender',
      'This e-invoice is not available. Ask the sender of the link for it.',
    )
  }
}

function requireAvailable({ status }: Invoice): void {
  if (status === 'draft')
    throw eInvoiceNotAvailable(
      'draft',
      'A draft has no number and cannot be an e-invoice. Issue it first.',
    )
  if (status === 'void')
    throw eInvoiceNotAvailable('void', 'The invoice is void, so its e-invoice is not available.')
}
