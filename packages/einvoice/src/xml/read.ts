import { CII_INVOICE } from '../cii/invoice.ts'
import { fromCii } from '../cii/shape.ts'
import { type Fault, severalInvoices, tooLarge, tooLong, unknownFormat } from '../einvoice-error.ts'
import { invoicesInLot, readFattura } from '../fatturapa/read.ts'
import { PREFIX, readFaktura } from '../ksef/read.ts'
import { type EInvoice, isCreditNote } from '../model/document.ts'
import type { National, NationalProfile } from '../national.ts'
import { type Gap, requireAmounts, requireComplete } from '../rules/required.ts'
import { table } from '../table.ts'
import { UBL_CREDIT_NOTE, UBL_INVOICE } from '../ubl/invoice.ts'
import { fromUbl } from '../ubl/shape.ts'
import { type LongAmount, longAmountsIn } from './long-amounts.ts'
import { documentsIn } from './older.ts'
import { parseXml } from './parse.ts'
import { type Draft, readTable, type Table } from './part.ts'
import { textAt, type XmlElement } from './tree.ts'
import { listFaults, listUnread, type Unread } from './unread.ts'
import type { Scope } from './values.ts'

export const XML_BYTES_MAX = 5 * 1024 * 1024

export interface ReadEInvoice {
  readonly document: EInvoice
  readonly format: 'ubl' | 'cii' | NationalProfile
  readonly kind: 'invoice' | 'credit_note'
  /** Contents of a national format outside the document. */
  readonly national?: National | undefined
  /** Required terms that the file lacks. */
  readonly gaps: readonly Gap[]
  readonly longAmounts: readonly LongAmount[]
  /** Contents of the file that the document lacks. */
  readonly unread: readonly Unread[]
}

/**
 * Reads an invoice or credit note in UBL 2.1 or CII, in any profile, or in a national format. It
 * requires only the terms that every invoice needs; the rules of EN 16931 are checked elsewhere.
 *
 * @throws EInvoiceError `einvoice_too_large`, `einvoice_unreadable`, `einvoice_format_unknown` or
 * `einvoice_incomplete`
 */
export function readEInvoice(xml: Uint8Array): ReadEInvoice {
  const [root, ...others] = invoicesIn(xml)
  if (root === undefined || others.length > 0) throw severalInvoices(others.length + 1)
  return readInvoice(root)
}

/**
 * The invoices of a file: a FatturaPA may be a lot of several, and an envelope may have several.
 *
 * @throws EInvoiceError those of `readEInvoice`, or `einvoice_too_long`
 */
export function readEInvoices(xml: Uint8Array): readonly ReadEInvoice[] {
  const invoices = invoicesIn(xml)
  if (invoices.length > LOT_MAX) throw tooLong([lotFault(invoices.length)])
  return invoices.map(readInvoice)
}

/** So many are stored in one transaction. */
const LOT_MAX = 50

const lotFault = (count: number): Fault => ({
  pointer: '/FatturaElettronica/FatturaElettronicaBody',
  code: 'too_many_items',
  message: `Too many entries: the file has ${count} invoices, but at most ${LOT_MAX} are allowed.`,
  params: { max: LOT_MAX },
})

function invoicesIn(xml: Uint8Array): readonly XmlElement[] {
  if (xml.byteLength > XML_BYTES_MAX) throw tooLarge(XML_BYTES_MAX)
  const documents = documentsIn(parseXml(xml)).flatMap(invoicesInLot)
  const invoices = documents.filter(({ name }) => SYNTAXES.has(name))
  return invoices.length === 0 ? documents.slice(-1) : invoices
}

function readInvoice(root: XmlElement): ReadEInvoice {
  const syntax = SYNTAXES.get(root.name)
  if (syntax === undefined) throw unknownFormat(root.name)
  const { draft, national } = syntax.read(root)
  const faults = listFaults(root)
  const { document, gaps } = requireComplete(draft, faults)
  requireAmounts(document)
  return {
    document,
    format: syntax.format,
    kind: isCreditNote(document) ? 'credit_note' : 'invoice',
    national,
    gaps,
    longAmounts: longAmountsIn(root),
    unread: listUnread(root),
  }
}

interface Syntax {
  readonly format: ReadEInvoice['format']
  readonly read: (root: XmlElement) => Read
}

interface Read {
  readonly draft: Draft
  readonly national?: National
}

/** CIUS-PT accepts the kinds of Portuguese law, too. */
const PORTUGUESE_TYPES = table<string>({
  FT: '380',
  FR: '380',
  FS: '380',
  ND: '383',
  NC: '381',
})

const ubl = (table: typeof UBL_INVOICE, usualType: string | undefined): Syntax => ({
  format: 'ubl',
  read: (root) => {
    const draft = fromUbl(
      readAll(table, root, {
        currency: textAt(root, 'cbc:DocumentCurrencyCode') ?? '',
        taxCurrency: textAt(root, 'cbc:TaxCurrencyCode'),
        areAmountsMarked: true,
      }),
    )
    const { typeCode = usualType } = draft
    return { draft: { ...draft, typeCode: PORTUGUESE_TYPES[String(typeCode)] ?? typeCode } }
  },
})

const SETTLEMENT = [
  'rsm:SupplyChainTradeTransaction',
  'ram:ApplicableHeaderTradeSettlement',
] as const

const CII: Syntax = {
  format: 'cii',
  read: (root) => ({
    draft: fromCii(
      readAll(CII_INVOICE, root, {
        currency: textAt(root, ...SETTLEMENT, 'ram:InvoiceCurrencyCode') ?? '',
        taxCurrency: textAt(root, ...SETTLEMENT, 'ram:TaxCurrencyCode'),
        areAmountsMarked: false,
      }),
    ),
  }),
}

const CREDIT_NOTE = '381'

/** By the name of the root element. */
const SYNTAXES: ReadonlyMap<string, Syntax> = new Map([
  ['invoice:Invoice', ubl(UBL_INVOICE, undefined)],
  ['creditNote:CreditNote', ubl(UBL_CREDIT_NOTE, CREDIT_NOTE)],
  ['rsm:CrossIndustryInvoice', CII],
  ['p:FatturaElettronica', { format: 'fatturapa', read: readFattura }],
  [`${PREFIX}Faktura`, { format: 'ksef', read: readFaktura }],
])

/** Sets missing lists to empty ones. */
function readAll<T>(table: Table<T>, root: XmlElement, scope: Scope): Draft {
  return {
    notes: [],
    precedingInvoices: [],
    allowances: [],
    charges: [],
    taxBreakdown: [],
    attachments: [],
    lines: [],
    ...readTable(table, root, scope),
  }
}
