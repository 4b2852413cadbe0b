import {
  centsOfText,
  type Decimal,
  decimal,
  decimalOfCents,
  decimalOfMicro,
  type EInvoice,
  formatCents,
  formatDecimal,
  formatPlaces,
  type Line,
  ONE_UNIT,
  quotient,
  some,
} from '@billwright/einvoice'
import {
  type Band,
  bandOf,
  FAKTURA,
  type Fa,
  type Faktura,
  type FaLine,
  formOf,
  KSEF_NUMBER,
  NOTE_KEY,
  OSS,
  REFERENCE_KEY,
  unitWord,
} from '@billwright/einvoice/ksef'
import { buildXml, NAMESPACES, writeContent } from '@billwright/einvoice/xml'
import { allocate, formatMicro, sumOf } from '@billwright/money'
import type { ItemTax } from '@billwright/totals'
import type { DocumentAdjustment } from '../../../../sales/contents/contents.ts'
import { statedOffers } from '../../../../sales/contents/early-payment.ts'
import { cashRoundingOf } from '../../../../sales/contents/totals/cash-rounding.ts'
import { payableMinor } from '../../../../sales/contents/totals/payable.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import { toCents } from '../mapping/cents.ts'
import { keptOfTotal } from '../mapping/kept.ts'
import { type LineWords, lineWordsOf, NO_WORDS, notesWith } from '../mapping/line-words.ts'
import { toEInvoice } from '../mapping/map.ts'
import { netsOf } from '../mapping/nets.ts'
import { addressOf, contactsOf, identityOf, nipOf, registersOf, token } from './parties.ts'

/** Data besides the invoice itself. */
export interface KsefOptions {
  /** The KSeF number of the invoice that a credit note corrects. */
  readonly correctedNumber?: string | undefined
}

/** FA(3) of a valid invoice. Payments never change it. */
export const writeFaktura = (invoice: Invoice, options: KsefOptions = {}): string =>
  buildFaktura(toFaktura(invoice, options))

export const buildFaktura = (faktura: Faktura): string =>
  buildXml({
    name: 'Faktura',
    attributes: { xmlns: NAMESPACES.fa },
    children: writeContent(faktura, FAKTURA),
    text: '',
    isIncidental: false,
  })

const PROGRAM = 'Billwright'
const YES = '1'
const NO = '2'
const ZLOTY = 'PLN'
const TEXT_MAX = 256
const FOOTER_MAX = 3500

function toFaktura(invoice: Invoice, options: KsefOptions): Faktura {
  const { seller, buyer, issuedAt, createdAt } = invoice
  const document = toEInvoice({ ...invoice, paidMinor: 0n }, 'ksef')
  return {
    Naglowek: {
      KodFormularza: 'FA',
      WariantFormularza: '3',
      DataWytworzeniaFa: (issuedAt ?? createdAt).replace(/\.\d+/, ''),
      SystemInfo: PROGRAM,
    },
    Podmiot1: {
      DaneIdentyfikacyjne: { NIP: nipOf(seller), Nazwa: token(seller.name, 512) },
      Adres: addressOf(seller.address),
      DaneKontaktowe: contactsOf(seller),
    },
    Podmiot2: {
      DaneIdentyfikacyjne: identityOf(buyer),
      Adres: addressOf(buyer.address),
      DaneKontaktowe: contactsOf(buyer),
      JST: NO,
      GV: NO,
    },
    Fa: faOf(invoice, document, options),
    Stopka: {
      Informacje: [invoice.notes, invoice.terms, seller.legalForm]
        .filter((it) => it !== null)
        .map((it) => ({ StopkaFaktury: it.trim().slice(0, FOOTER_MAX) })),
      Rejestry: registersOf(seller),
    },
  }
}

/** Credit notes state differences, so their amounts are negative. */
const signOf = ({ type }: Invoice): bigint => (type === 'credit_note' ? -1n : 1n)

const amount = (cents: bigint): string => formatDecimal(decimalOfCents(cents))

function faOf(invoice: Invoice, document: EInvoice, options: KsefOptions): Fa {
  const { currency, deliveryDate, periodStart, periodEnd, seller } = invoice
  const hasPeriod = periodStart !== null && periodEnd !== null
  const lines = linesOf(invoice, document)
  const { withTaxCents, roundingCents = 0n } = document.totals
  const cash = toCents(cashRoundingOf(invoice), currency)
  return {
    KodWaluty: currency,
    P_1: invoice.issueDate,
    P_1M: token(seller.address.city ?? '', TEXT_MAX),
    P_2: token(document.number, TEXT_MAX),
    WZ: document.despatchAdviceReference === undefined ? [] : [document.despatchAdviceReference],
    P_6: hasPeriod ? undefined : (deliveryDate ?? undefined),
    OkresFa: hasPeriod ? { P_6_Od: periodStart, P_6_Do: periodEnd } : undefined,
    ...sumsOf(invoice),
    P_15: amount(signOf(invoice) * (withTaxCents + roundingCents - cash)),
    Adnotacje: annotationsOf(invoice),
    RodzajFaktury: kindOf(invoice),
    ...correctionOf(invoice, document, options),
    DodatkowyOpis: descriptionsOf(invoice),
    FakturaZaliczkowa: isFinal(invoice)
      ? document.precedingInvoices.map(({ number }) => ({ NrKSeFZN: YES, NrFaZaliczkowej: number }))
      : [],
    FaWiersz: lines,
    Rozliczenie: settlementOf(invoice),
    Platnosc: paymentOf(invoice, document),
    WarunkiTransakcji: some({
      Umowy: idsOf('NrUmowy', document.contractReference),
      Zamowienia: idsOf('NrZamowienia', document.purchaseOrderReference),
    }),
  }
}

const idsOf = <N extends string>(name: N, reference: string | undefined) =>
  reference === undefined
    ? undefined
    : [{ [name]: token(reference, TEXT_MAX) } as { readonly [K in N]: string }]

const isFinal = ({ items }: Invoice): boolean => items.some(({ deducts }) => deducts !== undefined)

function kindOf(invoice: Invoice): string {
  if (invoice.type === 'credit_note') return 'KOR'
  if (invoice.kind === 'prepayment') return 'ZAL'
  return isFinal(invoice) ? 'ROZ' : 'VAT'
}

export const bandFor = (
  { category, rateMicro }: Pick<ItemTax, 'category' | 'rateMicro'>,
  { buyer }: Pick<Invoice, 'buyer'>,
): Band | undefined =>
  bandOf(category, formatDecimal(decimalOfMicro(rateMicro)), buyer.address.countryCode)

/** P_13 and P_14; in another currency also the tax in zloty, divided among the rates. */
function sumsOf(invoice: Invoice): Partial<Fa> {
  const { taxes, currency, taxInCurrency } = invoice
  const sign = signOf(invoice)
  const cents = (minor: bigint) => toCents(minor, currency)
  const groups = taxes.flatMap((group) => {
    const band = bandFor(group, invoice)
    return band === undefined ? [] : [{ ...group, ...band }]
  })
  const inZloty =
    currency !== ZLOTY && taxInCurrency?.currency === ZLOTY
      ? allocate(
          signedCents(taxInCurrency.amount),
          groups.map(({ sum, amountMinor }) => (sum === OSS ? 0n : amountMinor)),
        )
      : []
  const sums = [...Map.groupBy(groups.keys(), (index) => groups[index]?.sum ?? '')]
  return Object.fromEntries(
    sums.flatMap(([sum, indexes]) => {
      const own = indexes.flatMap((index) => groups[index] ?? [])
      const taxable = sign * cents(sumOf(own.map(({ taxableMinor }) => taxableMinor)))
      const tax = sign * cents(sumOf(own.map(({ amountMinor }) => amountMinor)))
      const zloty = sumOf(indexes.map((index) => inZloty[index] ?? 0n))
      const hasTax = own.some(({ category }) => category === 'S')
      return [
        [`P_13_${sum}`, amount(taxable)],
        ...(hasTax ? [[`P_14_${sum}`, amount(tax)]] : []),
        ...(hasTax && sum !== OSS && inZloty.length > 0
          ? [[`P_14_${sum}W`, amount(sign * zloty)]]
          : []),
      ]
    }),
  )
}

const signedCents = (text: string): bigint =>
  text.startsWith('-') ? -centsOfText(text.slice(1)) : centsOfText(text)

function annotationsOf(invoice: Invoice): Fa['Adnotacje'] {
  const { taxes, poland, kind } = invoice
  const exempt = taxes.find(({ category }) => category === 'E')
  const mark = (is: boolean) => (is ? YES : NO)
  return {
    P_16: mark(poland.cashAccounting),
    P_17: mark(kind === 'self_billed'),
    P_18: mark(taxes.some(({ category }) => category === 'AE')),
    P_18A: mark(poland.splitPayment),
    Zwolnienie: exempt ? { P_19: YES, ...groundOf(exempt.reason ?? '') } : { P_19N: YES },
    NoweSrodkiTransportu: { P_22N: YES },
    P_23: NO,
    PMarzy: { P_PMarzyN: YES },
  }
}

/** The article of the Polish act, of the directive, or another ground. */
function groundOf(reason: string) {
  const ground = token(reason, TEXT_MAX)
  if (/2006\/112|dyrektyw|directive/i.test(ground)) return { P_19B: ground }
  return /art\.?\s*\d|ustaw/i.test(ground) ? { P_19A: ground } : { P_19C: ground }
}

function correctionOf(
  invoice: Invoice,
  document: EInvoice,
  { correctedNumber }: KsefOptions,
): Partial<Fa> {
  if (invoice.type !== 'credit_note') return {}
  const known =
    correctedNumber !== undefined && KSEF_NUMBER.test(correctedNumber)
      ? { NrKSeF: YES, NrKSeFFaKorygowanej: correctedNumber }
      : { NrKSeFN: YES }
  return {
    PrzyczynaKorekty: invoice.notes === null ? undefined : token(invoice.notes, TEXT_MAX),
    DaneFaKorygowanej: document.precedingInvoices.map(({ number, issueDate }, index) => ({
      DataWystFaKorygowanej: issueDate,
      NrFaKorygowanej: token(number, TEXT_MAX),
      // The corrected invoice comes first.
      ...(index === 0 ? known : { NrKSeFN: YES }),
    })),
  }
}

function descriptionsOf(invoice: Invoice): Fa['DodatkowyOpis'] {
  const { customFields, reference, items } = invoice
  const words = lineWordsOf(invoice)
  const entry = (Klucz: string, Wartosc: string, NrWiersza?: string) => ({
    NrWiersza,
    Klucz: token(Klucz, TEXT_MAX),
    Wartosc: token(Wartosc, TEXT_MAX),
  })
  return [
    ...(reference === null ? [] : [entry(REFERENCE_KEY, reference)]),
    ...customFields.map(({ label, value }) => entry(label, value)),
    ...items.flatMap(({ note, attributes }, index) => [
      ...notesWith(note, words[index] ?? NO_WORDS).map((text) =>
        entry(NOTE_KEY, text, String(index + 1)),
      ),
      ...attributes.map(({ name, value }) => entry(name, value, String(index + 1))),
    ]),
  ]
}

/** The items, then discounts and charges of the document, which FA(3) has only as lines. */
function linesOf(invoice: Invoice, document: EInvoice): readonly FaLine[] {
  const nets = netsOf(invoice)
  const words = lineWordsOf(invoice)
  const cents = (minor: bigint | undefined) => toCents(minor ?? 0n, invoice.currency)
  return [
    ...document.lines.map((line, index) => lineOf(line, invoice, index, words[index])),
    ...invoice.discounts.map((it, index) =>
      extraLine(it, -cents(nets.discounts[index]), 'Rabat', invoice),
    ),
    ...invoice.charges.map((it, index) =>
      extraLine(it, cents(nets.charges[index]), 'Opłata dodatkowa', invoice),
    ),
  ].map((line, index) => ({ ...line, NrWierszaFa: String(index + 1) }))
}

function lineOf(
  line: Line,
  invoice: Invoice,
  index: number,
  { headings }: LineWords = NO_WORDS,
): FaLine {
  const { item, price } = line
  const tax = invoice.items[index]?.tax
  const code = item.classifications.find(({ scheme }) => scheme === 'HS')?.value
  const quantity = decimal(signOf(invoice) * line.quantity.digits, line.quantity.scale)
  const less = sumOf(line.allowances.map(({ amountCents }) => amountCents))
  const more = sumOf(line.charges.map(({ amountCents }) => amountCents))
  return {
    P_7: token([...headings, item.name, item.description].filter(Boolean).join(' - '), 512),
    Indeks: item.sellerId === undefined ? undefined : token(item.sellerId, 50),
    GTIN: item.standardId?.value,
    CN: code === undefined ? undefined : token(code, 50),
    P_8A: line.unit === ONE_UNIT ? 'szt.' : unitWord(line.unit),
    P_8B: formatDecimal(quantity),
    P_9A: formatPlaces(quotient(price.net, price.baseQuantity ?? ONE, 8), 0, 8),
    P_10: less === more ? undefined : amount(signOf(invoice) * (less - more)),
    P_11: amount(signOf(invoice) * line.netCents),
    ...rateOf(tax && bandFor(tax, invoice)),
  }
}

const ONE: Decimal = { digits: 1n, scale: 0 }

function extraLine(
  { reason, tax }: DocumentAdjustment,
  cents: bigint,
  usual: string,
  invoice: Invoice,
): FaLine {
  const net = signOf(invoice) * cents
  return {
    P_7: token(reason ?? usual, 512),
    P_8A: 'szt.',
    P_8B: net < 0n ? '-1' : '1',
    P_9A: amount(net < 0n ? -net : net),
    P_11: amount(net),
    ...rateOf(bandFor(tax, invoice)),
  }
}

const rateOf = (band: Band | undefined): FaLine =>
  band?.sum === OSS ? { P_12_XII: band.rate } : { P_12: band?.rate }

/** What the customer keeps of the total, and what it transfers. */
function settlementOf(invoice: Invoice): Fa['Rozliczenie'] {
  const { totals, currency } = invoice
  const cash = cashRoundingOf(invoice)
  if (totals.payableMinor === undefined && cash === 0n) return undefined
  const cents = (minor: bigint) => signOf(invoice) * toCents(minor, currency)
  const kept = keptOfTotal(invoice).map(({ label, amountMinor }) => ({
    Kwota: formatCents(cents(amountMinor)),
    Powod: token(label, TEXT_MAX),
  }))
  // Rounding down lowers the amount to pay, as a deduction does.
  const rounding = (minor: bigint) =>
    minor > 0n ? [{ Kwota: formatCents(minor), Powod: 'Zaokrąglenie' }] : []
  const [more, less] = [rounding(cents(cash)), rounding(-cents(cash))]
  const deductions = [...kept, ...less]
  const toPay = cents(payableMinor(totals))
  return {
    ...(more.length > 0 && { Obciazenia: more, SumaObciazen: formatCents(cents(cash)) }),
    ...(deductions.length > 0 && {
      Odliczenia: deductions,
      SumaOdliczen: formatCents(
        cents(totals.totalMinor - payableMinor(totals)) + (less.length > 0 ? -cents(cash) : 0n),
      ),
    }),
    ...(toPay < 0n ? { DoRozliczenia: formatCents(-toPay) } : { DoZaplaty: formatCents(toPay) }),
  }
}

function paymentOf(invoice: Invoice, { payment }: EInvoice): Fa['Platnosc'] {
  const [means] = payment?.means ?? []
  if (invoice.type === 'credit_note') return undefined
  const form = means && formOf(means.code)
  const account = means?.account
  const { bankName } = invoice.seller.bankAccount
  return some({
    TerminPlatnosci: invoice.dueDate === null ? undefined : [{ Termin: invoice.dueDate }],
    FormaPlatnosci: form,
    RachunekBankowy: account && [
      {
        NrRB: account.id.replace(/\s/g, ''),
        SWIFT: account.bic !== undefined && SWIFT.test(account.bic) ? account.bic : undefined,
        NazwaBanku: bankName === null ? undefined : token(bankName, TEXT_MAX),
      },
    ],
    Skonto: skontoOf(invoice),
  })
}

/** Discounts for early payment, as texts that a buyer reads. */
function skontoOf(invoice: Invoice) {
  const offers = statedOffers({ ...invoice, creditedMinor: 0n })
  if (offers.length === 0) return undefined
  return {
    WarunkiSkonta: offers.map(({ until }) => `zapłata do ${until}`).join('; '),
    WysokoscSkonta: offers.map(({ percentMicro }) => `${formatMicro(percentMicro)}%`).join('; '),
  }
}

const SWIFT = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
