import {
  type Allowance,
  centsOfText,
  type Decimal,
  decimalOfCents,
  decimalOfMicro,
  type EInvoice,
  formatCents,
  formatPlaces,
  type Line,
  ONE_UNIT,
  quotient,
  some,
} from '@billwright/einvoice'
import {
  ascii,
  defaultNatura,
  FATTURA,
  type Fattura,
  type FatturaBody,
  type FatturaLine,
  type FatturaReference,
  FUND,
  latin,
  modalitaOf,
  NATURA,
  NATURA_WORDS,
  REVERSE_CHARGE_WORDS,
  unitWord,
} from '@billwright/einvoice/fatturapa'
import { buildXml, NAMESPACES, writeContent } from '@billwright/einvoice/xml'
import { sumOf, TAXED_CATEGORIES } from '@billwright/money'
import type { ItemTax } from '@billwright/totals'
import type { DocumentAdjustment } from '../../../../sales/contents/contents.ts'
import { statedOffers } from '../../../../sales/contents/early-payment.ts'
import { isWithheldOn } from '../../../../sales/contents/totals/payable.ts'
import { withholdingsOf } from '../../../../sales/contents/withholdings.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import { toCents } from '../mapping/cents.ts'
import { type LineWords, lineWordsOf, NO_WORDS, notesWith } from '../mapping/line-words.ts'
import { type EmbeddedFile, toEInvoice } from '../mapping/map.ts'
import { netsOf } from '../mapping/nets.ts'
import { buyerIds, contacts, isItalian, rea, routing, sede, sellerIds } from './parties.ts'

/** FatturaPA 1.2.3 of a valid invoice. Payments never change it. */
export const writeFattura = (invoice: Invoice, files: readonly EmbeddedFile[]): string =>
  buildFattura(toFattura(invoice, files))

export function buildFattura(fattura: Fattura): string {
  const { FormatoTrasmissione: versione = '' } =
    fattura.FatturaElettronicaHeader?.DatiTrasmissione ?? {}
  return buildXml({
    name: 'p:FatturaElettronica',
    attributes: { 'xmlns:p': NAMESPACES.p, versione },
    children: writeContent(fattura, FATTURA),
    text: '',
    isIncidental: false,
  })
}

function toFattura(invoice: Invoice, files: readonly EmbeddedFile[]): Fattura {
  const document = toEInvoice({ ...invoice, paidMinor: 0n }, 'fatturapa', files)
  return {
    FatturaElettronicaHeader: header(invoice),
    FatturaElettronicaBody: [body(invoice, document)],
  }
}

const PROGRESSIVE_LENGTH = 10
const NAME_MAX = 80

function header(invoice: Invoice): Fattura['FatturaElettronicaHeader'] {
  const { seller, buyer, id } = invoice
  const own = sellerIds(seller)
  const { format, code, mailbox } = routing(buyer)
  const theirs = buyerIds(buyer)
  const representative = seller.taxRepresentative
  return {
    DatiTrasmissione: {
      IdTrasmittente:
        own.code === undefined ? own.vat : { IdPaese: own.vat?.IdPaese, IdCodice: own.code },
      ProgressivoInvio: id.replace(/[^0-9a-z]/gi, '').slice(-PROGRESSIVE_LENGTH),
      FormatoTrasmissione: format,
      CodiceDestinatario: code,
      PECDestinatario: mailbox,
    },
    CedentePrestatore: {
      DatiAnagrafici: {
        IdFiscaleIVA: own.vat,
        CodiceFiscale: own.code,
        Anagrafica: { Denominazione: latin(seller.name, NAME_MAX) },
        RegimeFiscale: seller.taxRegime ?? undefined,
      },
      Sede: sede(seller.address),
      IscrizioneREA: rea(seller),
      Contatti: contacts(seller),
      RiferimentoAmministrazione: ascii(invoice.references.accountingCode ?? '', 20),
    },
    RappresentanteFiscale: representative
      ? {
          DatiAnagrafici: {
            IdFiscaleIVA: sellerIds({ ...seller, ...representative, taxNumber: null }).vat,
            Anagrafica: { Denominazione: latin(representative.name, NAME_MAX) },
          },
        }
      : undefined,
    CessionarioCommittente: {
      DatiAnagrafici: {
        IdFiscaleIVA: theirs.vat,
        CodiceFiscale: theirs.code,
        Anagrafica: { Denominazione: latin(buyer.name, NAME_MAX) },
      },
      Sede: sede(buyer.address),
    },
    SoggettoEmittente: invoice.kind === 'self_billed' ? 'CC' : undefined,
  }
}

function body(invoice: Invoice, document: EInvoice): FatturaBody {
  const charges = adjustmentsOf(invoice)
  const funds = charges.filter(({ fund }) => fund !== undefined)
  const words = lineWordsOf(invoice)
  const lines = [
    ...document.lines.map((line, index) => lineOf(line, invoice, index, words[index])),
    ...charges.filter(({ fund }) => fund === undefined).map((it) => adjustmentLine(it, invoice)),
  ].map((line, index) => ({ NumeroLinea: String(index + 1), ...line }))
  return {
    DatiGenerali: {
      DatiGeneraliDocumento: {
        TipoDocumento: typeOf(invoice),
        Divisa: invoice.currency,
        Data: invoice.issueDate,
        Numero: ascii(document.number, 20),
        DatiRitenuta: withheldIn(invoice),
        DatiBollo: stampOf(invoice),
        DatiCassaPrevidenziale: funds.map((it) => fundOf(it, invoice, document)),
        ImportoTotaleDocumento: formatCents(
          document.totals.withTaxCents + (document.totals.roundingCents ?? 0n),
        ),
        Arrotondamento:
          document.totals.roundingCents === undefined
            ? undefined
            : formatCents(document.totals.roundingCents),
        Causale: notesOf(invoice),
      },
      ...referencesOf(document),
    },
    DatiBeniServizi: { DettaglioLinee: lines, DatiRiepilogo: summariesOf(invoice, lines, funds) },
    DatiPagamento: paymentOf(invoice, document),
    Allegati: document.attachments.flatMap(({ description, file }) =>
      file === undefined
        ? []
        : [
            {
              NomeAttachment: latin(file.name, 60),
              FormatoAttachment: ascii(file.name.split('.').at(-1) ?? '', 10).toUpperCase(),
              DescrizioneAttachment: latin(description ?? '', 100),
              Attachment: file.base64,
            },
          ],
    ),
  }
}

/** TD01 to TD06: the kinds of a seller. A self-billed invoice names its issuer instead. */
function typeOf({ type, kind, italy }: Invoice): string {
  if (type === 'credit_note') return 'TD04'
  return italy.documentType ?? (kind === 'prepayment' ? 'TD02' : 'TD01')
}

/** The Natura of an untaxed group; undefined if there is no usual one. */
export function naturaOf(
  { category, reasonCode }: Pick<ItemTax, 'category' | 'reasonCode'>,
  { buyer }: Pick<Invoice, 'buyer'>,
): string | undefined {
  if (TAXED_CATEGORIES.has(category)) return undefined
  if (reasonCode !== undefined && NATURA.test(reasonCode)) return reasonCode
  return defaultNatura(category, isItalian(buyer))
}

const rateOf = ({ rateMicro }: Pick<ItemTax, 'rateMicro'>): string =>
  formatPlaces(decimalOfMicro(rateMicro), 2, 2)

function lineOf(
  line: Line,
  invoice: Invoice,
  index: number,
  words: LineWords = NO_WORDS,
): FatturaLine {
  const { item, price, period } = line
  const tax = invoice.items[index]?.tax
  const isNegative = line.quantity.digits < 0n
  const quantity = isNegative ? { ...line.quantity, digits: -line.quantity.digits } : line.quantity
  const unitPrice = quotient(price.net, price.baseQuantity ?? { digits: 1n, scale: 0 }, 8)
  const description = [...words.headings, item.name, item.description].filter(Boolean).join(' - ')
  const { note = null } = invoice.items[index] ?? {}
  return {
    CodiceArticolo: [
      ...codeOf('INTERNO', item.sellerId),
      ...codeOf('GTIN', item.standardId?.value),
      ...codeOf('CLIENTE', item.buyerId),
      ...item.classifications.flatMap(({ scheme, value }) => codeOf(scheme ?? 'ALTRO', value)),
    ],
    Descrizione: latin(description, 1000),
    Quantita: quantity.digits === 0n ? undefined : formatPlaces(quantity, 2, 8),
    UnitaMisura: line.unit === ONE_UNIT ? undefined : ascii(unitWord(line.unit), 10),
    DataInizioPeriodo: period?.start,
    DataFinePeriodo: period?.end,
    PrezzoUnitario: `${isNegative && unitPrice.digits !== 0n ? '-' : ''}${formatPlaces(unitPrice, 2, 8)}`,
    ScontoMaggiorazione: [
      ...line.allowances.map((it) => adjustmentOf('SC', it, quantity)),
      ...line.charges.map((it) => adjustmentOf('MG', it, quantity)),
    ],
    PrezzoTotale: formatCents(line.netCents),
    AliquotaIVA: tax && rateOf(tax),
    Ritenuta: marked(invoice, invoice.items[index]?.withhold),
    Natura: tax && naturaOf(tax, invoice),
    RiferimentoAmministrazione: ascii(line.buyerAccountingReference ?? '', 20),
    AltriDatiGestionali: notesWith(note, words).map((text) => ({
      TipoDato: 'NOTA',
      RiferimentoTesto: latin(text, 60),
    })),
  }
}

/** SdI wants the mark on each line of which something is withheld (check 00411). */
const marked = ({ totals }: Invoice, isCounted = true): 'SI' | undefined =>
  totals.withheld && isCounted ? 'SI' : undefined

const codeOf = (CodiceTipo: string, value: string | undefined) =>
  value === undefined
    ? []
    : [{ CodiceTipo: ascii(CodiceTipo, 35), CodiceValore: value.slice(0, 35) }]

/** Per unit, because the total is the quantity times the discounted price. */
function adjustmentOf(Tipo: string, { amountCents, percent }: Allowance, quantity: Decimal) {
  const isShort = percent !== undefined && percent.scale <= 2
  if (isShort) return { Tipo, Percentuale: formatPlaces(percent, 2, 2) }
  const each =
    quantity.digits === 0n ? quantity : quotient(decimalOfCents(amountCents), quantity, 8)
  return { Tipo, Importo: formatPlaces(each, 2, 8) }
}

/** A document discount or charge, as a line: SdI adds up the lines of each rate. */
interface Extra {
  readonly kind: 'SC' | 'AC'
  readonly cents: bigint
  readonly adjustment: DocumentAdjustment
  /** The pension fund of a charge. */
  readonly fund: string | undefined
}

function adjustmentsOf(invoice: Invoice): readonly Extra[] {
  const nets = netsOf(invoice)
  const cents = (minor: bigint | undefined) => toCents(minor ?? 0n, invoice.currency)
  return [
    ...invoice.discounts.map((adjustment, index) => ({
      kind: 'SC' as const,
      cents: -cents(nets.discounts[index]),
      adjustment,
      fund: undefined,
    })),
    ...invoice.charges.map((adjustment, index) => ({
      kind: 'AC' as const,
      cents: cents(nets.charges[index]),
      adjustment,
      fund: FUND.exec(adjustment.reason ?? '')?.[1],
    })),
  ]
}

function adjustmentLine({ kind, cents, adjustment }: Extra, invoice: Invoice): FatturaLine {
  const amount = formatCents(cents)
  return {
    TipoCessionePrestazione: kind,
    Descrizione: latin(adjustment.reason ?? (kind === 'SC' ? 'Sconto' : 'Spese accessorie'), 1000),
    PrezzoUnitario: amount,
    PrezzoTotale: amount,
    AliquotaIVA: rateOf(adjustment.tax),
    Ritenuta: marked(invoice, isWithheldOn(adjustment)),
    Natura: naturaOf(adjustment.tax, invoice),
  }
}

function fundOf({ cents, adjustment, fund }: Extra, invoice: Invoice, { lines }: EInvoice) {
  const base = sumOf(lines.map(({ netCents }) => netCents))
  const { value, tax } = adjustment
  const rate =
    value.kind === 'percent'
      ? decimalOfMicro(value.percentMicro)
      : quotient(decimalOfCents(cents * 100n), base === 0n ? ONE : decimalOfCents(base), 2)
  return {
    TipoCassa: fund,
    AlCassa: formatPlaces(rate, 2, 2),
    ImportoContributoCassa: formatCents(cents),
    ImponibileCassa: formatCents(base),
    AliquotaIVA: rateOf(tax),
    Ritenuta: marked(invoice, isWithheldOn(adjustment)),
    Natura: naturaOf(tax, invoice),
  }
}

const ONE: Decimal = { digits: 1n, scale: 0 }

/** Taxed groups as on the invoice; the others by Natura, which the groups lack. */
function summariesOf(
  invoice: Invoice,
  lines: readonly FatturaLine[],
  funds: readonly Extra[],
): NonNullable<FatturaBody['DatiBeniServizi']>['DatiRiepilogo'] {
  const cents = (minor: bigint) => toCents(minor, invoice.currency)
  const taxed = invoice.taxes.filter(({ category }) => TAXED_CATEGORIES.has(category))
  const untaxed = [
    ...lines.map(({ Natura, PrezzoTotale = '0' }) => [Natura, signed(PrezzoTotale)] as const),
    ...funds.map((it) => [naturaOf(it.adjustment.tax, invoice), it.cents] as const),
  ].filter((it): it is readonly [string, bigint] => it[0] !== undefined)
  const byNatura = Map.groupBy(untaxed, ([natura]) => natura)
  return [
    ...taxed.map((group) => ({
      AliquotaIVA: rateOf(group),
      ImponibileImporto: formatCents(cents(group.taxableMinor)),
      Imposta: formatCents(cents(group.amountMinor)),
      EsigibilitaIVA: dueWhen(group.category, invoice),
    })),
    ...[...byNatura].map(([Natura, entries]) => ({
      AliquotaIVA: '0.00',
      Natura,
      ImponibileImporto: formatCents(sumOf(entries.map(([, amount]) => amount))),
      Imposta: '0.00',
      RiferimentoNormativo: latin(reasonFor(Natura, invoice), 100),
    })),
  ]
}

const signed = (amount: string): bigint =>
  amount.startsWith('-') ? -centsOfText(amount.slice(1)) : centsOfText(amount)

/** Split payment, or VAT due on payment for companies with cash accounting. */
function dueWhen(category: string, { seller }: Invoice): 'S' | 'D' | 'I' {
  if (category === 'B') return 'S'
  return seller.taxRegime === 'RF16' || seller.taxRegime === 'RF17' ? 'D' : 'I'
}

function reasonFor(natura: string, invoice: Invoice): string {
  const taxes = [...invoice.items, ...invoice.discounts, ...invoice.charges].map(({ tax }) => tax)
  const own = taxes.find((tax) => tax.reason !== null && naturaOf(tax, invoice) === natura)
  return own?.reason ?? NATURA_WORDS[natura] ?? REVERSE_CHARGE_WORDS
}

const withheldIn = (invoice: Invoice) =>
  withholdingsOf(invoice).map(({ code, reason, rateMicro }, at) => ({
    TipoRitenuta: code ?? undefined,
    ImportoRitenuta: formatCents(
      toCents(invoice.totals.withheld?.[at]?.amountMinor ?? 0n, invoice.currency),
    ),
    AliquotaRitenuta: formatPlaces(decimalOfMicro(rateMicro ?? 0n), 2, 2),
    CausalePagamento: reason ?? undefined,
  }))

const stampOf = ({ italy }: Invoice) =>
  italy.stampDuty === null
    ? undefined
    : { BolloVirtuale: 'SI', ImportoBollo: formatCents(centsOfText(italy.stampDuty)) }

/** Notes and terms, split to the allowed length. */
const notesOf = ({ notes, terms }: Invoice): readonly string[] =>
  [notes, terms]
    .flatMap((it) => (it ?? '').split('\n'))
    .flatMap((line) => latin(line, line.length * 4).match(/.{1,200}/g) ?? [])
    .map((part) => part.trim())

/** CIG (the tender) and CUP (the project) are in the order, else in the contract. */
function referencesOf(document: EInvoice) {
  const {
    purchaseOrderReference: order,
    contractReference: contract,
    tenderReference: CodiceCIG,
    projectReference: CodiceCUP,
  } = document
  const codes = some({ CodiceCUP: short(CodiceCUP, 15), CodiceCIG: short(CodiceCIG, 15) })
  const isOnContract = order === undefined && contract !== undefined
  return {
    DatiOrdineAcquisto:
      order === undefined && (codes === undefined || isOnContract)
        ? []
        : [{ IdDocumento: short(order ?? UNKNOWN_ORDER, 20), ...codes }],
    DatiContratto:
      contract === undefined
        ? []
        : [{ IdDocumento: short(contract, 20), ...(isOnContract ? codes : {}) }],
    DatiRicezione: idsOf(document.receivingAdviceReference),
    DatiFattureCollegate: document.precedingInvoices.map(
      ({ number, issueDate }): FatturaReference => ({
        IdDocumento: short(number, 20),
        Data: issueDate,
      }),
    ),
    DatiDDT:
      document.despatchAdviceReference === undefined
        ? []
        : [
            {
              NumeroDDT: short(document.despatchAdviceReference, 20),
              DataDDT: document.delivery?.date ?? document.issueDate,
            },
          ],
  }
}

/** An order that only has the tender's codes. */
const UNKNOWN_ORDER = 'ND'

const short = (text: string | undefined, lengthMax: number): string | undefined =>
  text === undefined ? undefined : ascii(text, lengthMax)

const idsOf = (reference: string | undefined): readonly FatturaReference[] =>
  reference === undefined ? [] : [{ IdDocumento: short(reference, 20) }]

function paymentOf(invoice: Invoice, document: EInvoice): FatturaBody['DatiPagamento'] {
  const [means] = document.payment?.means ?? []
  const cents = document.totals.dueCents
  const ModalitaPagamento = means && modalitaOf(means.code)
  if (invoice.type === 'credit_note' || ModalitaPagamento === undefined || cents <= 0n) return []
  const account = means?.account
  const bic = account?.bic?.toUpperCase()
  // It has a place for one.
  const [offer] = statedOffers({ ...invoice, creditedMinor: 0n })
  return [
    {
      CondizioniPagamento: 'TP02',
      DettaglioPagamento: [
        {
          ModalitaPagamento,
          DataScadenzaPagamento: invoice.dueDate ?? undefined,
          ImportoPagamento: formatCents(cents),
          IstitutoFinanziario: latin(invoice.seller.bankAccount.bankName ?? '', 80),
          IBAN: account?.id.replace(/\s/g, ''),
          BIC: bic && BIC.test(bic) ? bic : undefined,
          ScontoPagamentoAnticipato:
            offer && formatCents(toCents(offer.discountMinor, invoice.currency)),
          DataLimitePagamentoAnticipato: offer?.until,
          CodicePagamento: short(document.payment?.reference, 60),
        },
      ],
    },
  ]
}

const BIC = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/
