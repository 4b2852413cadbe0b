import { divideRounded } from '@billwright/money'
import { ONE_UNIT } from '../model/codes.ts'
import { type Day, dayOrNone, lastOf, laterDay } from '../model/day.ts'
import {
  add,
  type Decimal,
  decimal,
  parseCents,
  parseDecimal,
  roundedCents,
} from '../model/decimal.ts'
import type { PaymentMade, ScheduledPayment, SettlementPart } from '../model/document.ts'
import type { LineTax } from '../model/line.ts'
import {
  decimalOfCents,
  type National,
  type NationalTerms,
  type NotTaken,
  quotient,
  some,
} from '../national.ts'
import { table } from '../table.ts'
import type { Draft } from '../xml/part.ts'
import { readContent } from '../xml/shape.ts'
import type { XmlElement } from '../xml/tree.ts'
import { listOthers } from '../xml/unread.ts'
import {
  categoryOf,
  meansOf,
  NOTE_KEY,
  OSS,
  REFERENCE_KEY,
  SUMS,
  sumOfRate,
  unitOfWord,
} from './codes.ts'
import { FAKTURA, type Fa, type Faktura, type FaLine } from './shape.ts'
import { SHOWN } from './shown.ts'

export const PREFIX = 'fa:'

/** Reads FA(3) into the semantic model, with the other contents beside it. */
export function readFaktura(root: XmlElement): {
  readonly draft: Draft
  readonly national: National
} {
  const faktura = readContent(root, FAKTURA, PREFIX)
  return {
    draft: draftOf(faktura),
    national: {
      body: bodyOf(faktura.Fa ?? {}),
      notTaken: leftOf(faktura),
      unread: listOthers(root, SHOWN),
    },
  }
}

const numberOf = (text: string | undefined): Decimal | undefined =>
  text === undefined ? undefined : parseDecimal(text)

const centsOf = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : parseCents(text)

const TYPES = table<string>({
  VAT: '380',
  UPR: '380',
  ROZ: '380',
  ZAL: '386',
  KOR: '381',
  KOR_ZAL: '381',
  KOR_ROZ: '381',
})
const CREDIT_NOTE = '381'
const CORRECTED = '384'
const SELF_BILLED = '389'
const SELF_BILLED_CREDIT_NOTE = '261'
const YES = '1'
const ZLOTY = 'PLN'
const POLAND = 'PL'
const ONE = decimal(1n, 0)

/**
 * A correction has differences; a credit note has the credited amounts. A correction that adds to
 * the amount is an invoice.
 */
const signOf = ({ RodzajFaktury = '', P_15 }: Fa): bigint =>
  RodzajFaktury.startsWith('KOR') && (centsOf(P_15) ?? 0n) <= 0n ? -1n : 1n

function draftOf(faktura: Faktura): Draft {
  const { Fa: fa = {}, Podmiot1: seller = {}, Podmiot2: buyer = {} } = faktura
  const sign = signOf(fa)
  const breakdown = breakdownOf(fa, sign)
  const lines = fa.FaWiersz ?? []
  // A simplified invoice may have only names.
  const priced = lines.every(({ P_11, P_11A }) => (P_11 ?? P_11A) !== undefined) ? lines : []
  const payment = fa.Platnosc
  const [account] = payment?.RachunekBankowy ?? payment?.RachunekBankowyFaktora ?? []
  const [contract] = fa.WarunkiTransakcji?.Umowy ?? []
  const [order] = fa.WarunkiTransakcji?.Zamowienia ?? []
  const zloty = breakdown.flatMap(({ zlotyCents }) => zlotyCents ?? [])
  const hasZloty = fa.KodWaluty !== ZLOTY && zloty.length > 0
  const schedule = scheduleOf(fa)
  const [delivered] = [fa.P_6, ...lines.flatMap(({ P_6A }) => P_6A ?? [])]
  return {
    ...some({
      number: fa.P_2,
      issueDate: fa.P_1,
      typeCode: typeCodeOf(fa, sign),
      currency: fa.KodWaluty,
      taxCurrency: hasZloty ? ZLOTY : undefined,
      dueDate: lastOf(schedule.map((it) => it.dueDate)),
      paymentTerms: termsOf(fa, schedule),
      buyerReference: descriptionsOf(fa).find(({ Klucz }) => Klucz === REFERENCE_KEY)?.Wartosc,
      purchaseOrderReference: order?.NrZamowienia,
      contractReference: contract?.NrUmowy,
      despatchAdviceReference: fa.WZ?.[0],
    }),
    notes: (faktura.Stopka?.Informacje ?? []).flatMap(({ StopkaFaktury: text }) =>
      text === undefined ? [] : [{ text }],
    ),
    precedingInvoices: [
      ...(fa.DaneFaKorygowanej ?? []).map((it) => ({
        number: it.NrFaKorygowanej,
        issueDate: it.DataWystFaKorygowanej,
      })),
      ...(fa.FakturaZaliczkowa ?? []).map((it) => ({
        number: it.NrFaZaliczkowej ?? it.NrKSeFFaZaliczkowej,
      })),
    ],
    seller: { ...partyOf(seller), identifiers: [] },
    buyer: { ...partyOf(buyer), identifiers: [] },
    delivery: delivered === undefined ? undefined : { date: delivered },
    period: fa.OkresFa && { start: fa.OkresFa.P_6_Od, end: fa.OkresFa.P_6_Do },
    payment:
      payment?.FormaPlatnosci === undefined && account === undefined
        ? undefined
        : {
            means: [
              {
                code: meansOf(payment?.FormaPlatnosci ?? ''),
                account:
                  account?.NrRB === undefined
                    ? undefined
                    : { id: account.NrRB, bic: account.SWIFT },
              },
            ],
          },
    schedule: schedule.length > 1 ? schedule : undefined,
    payments: paymentsOf(fa, sign),
    settlement: settlementOf(fa, sign),
    allowances: [],
    charges: [],
    totals: totalsOf(fa, { lines, breakdown, sign, zloty: hasZloty ? zloty : [] }),
    taxBreakdown: breakdown.map(({ zlotyCents: _, ...it }) => it),
    attachments: [],
    lines: priced.map((line) => lineOf(line, fa, sign)),
  }
}

function typeCodeOf({ RodzajFaktury = '', Adnotacje }: Fa, sign: bigint): string | undefined {
  const type = TYPES[RodzajFaktury]
  if (type === CREDIT_NOTE && sign > 0n) return CORRECTED
  const isSelfBilled = Adnotacje?.P_17 === YES
  if (!isSelfBilled) return type
  return type === '380' ? SELF_BILLED : type === CREDIT_NOTE ? SELF_BILLED_CREDIT_NOTE : type
}

interface Group {
  readonly category: string
  readonly rate: Decimal
  readonly taxableCents: bigint
  readonly taxCents: bigint
  readonly zlotyCents: bigint | undefined
  readonly exemptionReason: string | undefined
}

function breakdownOf(fa: Fa, sign: bigint): readonly Group[] {
  const sums = fa as Readonly<Record<string, unknown>>
  const textOf = (name: string) => sums[name] as string | undefined
  return SUMS.flatMap(({ sum, category, rate }) => {
    const taxable = centsOf(textOf(`P_13_${sum}`))
    if (taxable === undefined) return []
    const zloty = centsOf(textOf(`P_14_${sum}W`))
    return [
      {
        category,
        rate: category === 'S' ? rateIn(fa, sum, rate) : decimal(0n, 0),
        taxableCents: sign * taxable,
        taxCents: sign * (centsOf(textOf(`P_14_${sum}`)) ?? 0n),
        zlotyCents: zloty === undefined ? undefined : sign * zloty,
        exemptionReason: category === 'E' ? groundOf(fa) : undefined,
      },
    ]
  })
}

const groundOf = ({ Adnotacje }: Fa): string | undefined => {
  const { P_19A, P_19B, P_19C } = Adnotacje?.Zwolnienie ?? {}
  return P_19A ?? P_19B ?? P_19C
}

/** The rate of a sum according to its lines: 22 % shares a sum with 23 %. */
function rateIn({ FaWiersz: lines = [] }: Fa, sum: string, usual: string): Decimal {
  const rates = lines.flatMap(({ P_12, P_12_XII }) =>
    sum === OSS ? (P_12_XII ?? []) : P_12 !== undefined && sumOfRate(P_12) === sum ? P_12 : [],
  )
  return numberOf(rates[0] ?? usual) ?? decimal(0n, 0)
}

function taxOf({ P_12, P_12_XII }: FaLine, fa: Fa): Partial<LineTax> {
  if (P_12_XII !== undefined) return { category: 'S', rate: numberOf(P_12_XII) }
  // Advance and collective corrections may omit the rate if there is only one.
  const sums = fa as Readonly<Record<string, unknown>>
  const [only, other] = SUMS.filter(({ sum }) => sums[`P_13_${sum}`] !== undefined)
  const rate = P_12 ?? (other === undefined ? only?.rate : undefined)
  const category = rate === undefined ? undefined : categoryOf(rate)
  return {
    category: category as LineTax['category'],
    rate: category === 'S' ? numberOf(rate) : decimal(0n, 0),
    reason: category === 'E' ? groundOf(fa) : undefined,
  }
}

/** A line of the state before a correction is subtracted. */
function lineOf(line: FaLine, fa: Fa, sign: bigint): Draft {
  const tax = taxOf(line, fa)
  const turn = line.StanPrzed === YES ? -sign : sign
  const given = numberOf(line.P_8B) ?? ONE
  const netCents = netOf(line, tax)
  const less = numberOf(line.P_10)
  const price = numberOf(line.P_9A) ?? perUnit(netCents, given)
  const lessCents = less && roundedCents(less)
  const turnedLess = lessCents === undefined ? 0n : turn * lessCents
  const code = line.CN?.replace(/\s/g, '')
  return {
    id: line.NrWierszaFa,
    note:
      descriptionsOf(fa, line)
        .filter(({ Klucz }) => Klucz === NOTE_KEY)
        .map(({ Wartosc }) => Wartosc)
        .join('\n') || undefined,
    quantity: { ...given, digits: turn * given.digits },
    unit: unitOfWord(line.P_8A ?? ONE_UNIT),
    netCents: netCents === undefined ? undefined : turn * netCents,
    allowances: turnedLess > 0n ? [{ amountCents: turnedLess }] : [],
    charges: turnedLess < 0n ? [{ amountCents: -turnedLess }] : [],
    price: { net: price },
    tax,
    item: {
      name: line.P_7,
      sellerId: line.Indeks,
      standardId: line.GTIN === undefined ? undefined : { value: line.GTIN, scheme: '0160' },
      classifications: code === undefined ? [] : [{ value: code, scheme: 'HS' }],
      attributes: descriptionsOf(fa, line)
        .filter(({ Klucz }) => Klucz !== NOTE_KEY)
        .map(({ Klucz: name, Wartosc: value }) => ({ name, value })),
    },
  }
}

/** P_11, or P_11A without its tax. */
function netOf({ P_11, P_11A }: FaLine, { rate }: Partial<LineTax>): bigint | undefined {
  const gross = centsOf(P_11A)
  if (P_11 !== undefined || gross === undefined) return centsOf(P_11)
  const whole = add(decimal(100n, 0), rate ?? decimal(0n, 0))
  return divideRounded(gross * 100n * 10n ** BigInt(whole.scale), whole.digits)
}

const perUnit = (cents: bigint | undefined, quantity: Decimal): Decimal | undefined =>
  cents === undefined || quantity.digits === 0n
    ? undefined
    : quotient(decimalOfCents(cents), quantity, 8)

type Description = NonNullable<Fa['DodatkowyOpis']>[number]

/** Of the invoice, or of one line. */
const descriptionsOf = (fa: Fa, line?: FaLine): readonly Description[] =>
  (fa.DodatkowyOpis ?? []).filter(({ NrWiersza }) => NrWiersza === line?.NrWierszaFa)

interface Sums {
  readonly lines: readonly FaLine[]
  readonly breakdown: readonly Group[]
  readonly sign: bigint
  readonly zloty: readonly bigint[]
}

function totalsOf(fa: Fa, { lines, breakdown, sign, zloty }: Sums): Draft {
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, it) => total + it, 0n)
  const withoutTaxCents = sum(breakdown.map(({ taxableCents }) => taxableCents))
  const taxCents = sum(breakdown.map(({ taxCents }) => taxCents))
  const stated = centsOf(fa.P_15)
  const nets = lines.map((line) => {
    const turn = line.StanPrzed === YES ? -sign : sign
    return turn * (netOf(line, taxOf(line, fa)) ?? 0n)
  })
  const withTaxCents = stated === undefined ? undefined : sign * stated
  const isPaid = fa.Platnosc?.Zaplacono === YES || hasLastPart(fa)
  const paid = isPaid ? payableOf(fa, sign) : sum(paymentsOf(fa, sign).map(({ cents }) => cents))
  return {
    linesCents: lines.length === 0 ? withoutTaxCents : sum(nets),
    ...(breakdown.length > 0 && { withoutTaxCents, taxCents }),
    taxInTaxCurrencyCents: zloty.length === 0 ? undefined : sum(zloty),
    withTaxCents,
    paidCents: paid === 0n ? undefined : paid,
    dueCents: withTaxCents === undefined ? undefined : payableOf(fa, sign) - paid,
  }
}

/** After charges and deductions, before payments. */
function payableOf(fa: Fa, sign: bigint): bigint {
  const { DoZaplaty, DoRozliczenia } = fa.Rozliczenie ?? {}
  const [toPay, toReturn] = [centsOf(DoZaplaty), centsOf(DoRozliczenia)]
  if (toPay !== undefined) return sign * toPay
  if (toReturn !== undefined) return sign * -toReturn
  const parts = settlementOf(fa, sign).map(({ cents }) => cents)
  return parts.reduce((sum, cents) => sum + cents, sign * (centsOf(fa.P_15) ?? 0n))
}

/** Of several payments, the last one is made: the whole is paid. */
const hasLastPart = ({ Platnosc }: Fa): boolean => Platnosc?.ZnacznikZaplatyCzesciowej === '2'

function paymentsOf(fa: Fa, sign: bigint): readonly PaymentMade[] {
  const { Zaplacono, DataZaplaty, ZaplataCzesciowa = [] } = fa.Platnosc ?? {}
  if (Zaplacono === YES) return [{ cents: payableOf(fa, sign), date: dayOrNone(DataZaplaty) }]
  return ZaplataCzesciowa.flatMap(({ KwotaZaplatyCzesciowej, DataZaplatyCzesciowej }) => {
    const cents = centsOf(KwotaZaplatyCzesciowej)
    return cents === undefined
      ? []
      : [{ cents: sign * cents, date: dayOrNone(DataZaplatyCzesciowej) }]
  })
}

/** Charges and deductions after the tax. */
function settlementOf({ Rozliczenie: given = {} }: Fa, sign: bigint): readonly SettlementPart[] {
  const parts = (
    kind: 'charge' | 'deduction',
    list: NonNullable<Fa['Rozliczenie']>['Obciazenia'],
    sum: string | undefined,
  ): readonly SettlementPart[] => {
    const turn = kind === 'charge' ? sign : -sign
    const all = list ?? (sum === undefined ? [] : [{ Kwota: sum, Powod: undefined }])
    return all.map(({ Kwota, Powod }) => ({
      kind,
      text: Powod,
      cents: turn * (centsOf(Kwota) ?? 0n),
      isInTotal: false,
    }))
  }
  return [
    ...parts('charge', given.Obciazenia, given.SumaObciazen),
    ...parts('deduction', given.Odliczenia, given.SumaOdliczen),
  ]
}

/** Days of payment, or words such as "14 days after the delivery". */
const scheduleOf = ({ Platnosc, P_1 }: Fa): readonly ScheduledPayment[] =>
  (Platnosc?.TerminPlatnosci ?? []).map(({ Termin, TerminOpis = {} }) => {
    const { Ilosc, Jednostka, ZdarzeniePoczatkowe } = TerminOpis
    const text = [Ilosc, Jednostka, ZdarzeniePoczatkowe].filter(Boolean).join(' ')
    return {
      dueDate: dayOrNone(Termin) ?? afterIssue(text, dayOrNone(P_1)),
      text: text || undefined,
    }
  })

const DAYS_AFTER_ISSUE = /^(\d{1,3}) (?:dzień|dni) .*wystawieni/iu

function afterIssue(text: string, issued: Day | undefined): Day | undefined {
  const [, days] = DAYS_AFTER_ISSUE.exec(text) ?? []
  return issued && days !== undefined ? laterDay(issued, Number(days)) : undefined
}

function termsOf({ Platnosc }: Fa, schedule: readonly ScheduledPayment[]): string | undefined {
  const { WarunkiSkonta, WysokoscSkonta } = Platnosc?.Skonto ?? {}
  const discount = [WysokoscSkonta, WarunkiSkonta].filter(Boolean).join(': ')
  const words = [...schedule.map(({ text }) => text), discount && `Skonto ${discount}`]
  return words.filter(Boolean).join('\n') || undefined
}

type Party = NonNullable<Faktura['Podmiot2']>

function partyOf({ DaneIdentyfikacyjne: id = {}, Adres, DaneKontaktowe }: Partial<Party>): Draft {
  const [contact] = DaneKontaktowe ?? []
  const [, postalCode, city] = /^(\S*\d\S*)\s+(.+)$/.exec(Adres?.AdresL2 ?? '') ?? []
  const vatId =
    id.NIP === undefined
      ? id.NrVatUE === undefined
        ? id.NrID
        : `${id.KodUE ?? ''}${id.NrVatUE}`
      : `${POLAND}${id.NIP}`
  return {
    // A simplified invoice identifies the buyer by the tax number alone.
    name: id.Nazwa ?? id.NIP,
    vatId,
    address: {
      line1: Adres?.AdresL1,
      city: city ?? Adres?.AdresL2,
      postalCode,
      country: Adres?.KodKraju ?? id.KodUE ?? id.KodKraju ?? POLAND,
    },
    contact: contact && some({ phone: contact.Telefon, email: contact.Email }),
  }
}

/** The fields of a draft that only Polish invoices have, and custom lines of the seller. */
function bodyOf(fa: Fa): NationalTerms {
  const { P_16, P_18A } = fa.Adnotacje ?? {}
  const poland = some({
    split_payment: P_18A === YES || undefined,
    cash_accounting: P_16 === YES || undefined,
  })
  const custom = customOf(fa).filter(isShort)
  return {
    ...(poland === undefined ? {} : { poland }),
    ...(custom.length === 0
      ? {}
      : {
          custom_fields: custom.map(({ Klucz = '', Wartosc = '' }) => ({
            label: Klucz,
            value: Wartosc,
          })),
        }),
  }
}

const customOf = (fa: Fa): readonly Description[] =>
  descriptionsOf(fa)
    .filter(({ Klucz }) => Klucz !== REFERENCE_KEY)
    .slice(0, CUSTOM_MAX)
const CUSTOM_MAX = 10
const isShort = ({ Klucz = '', Wartosc = '' }: Description): boolean =>
  Klucz.length <= 40 && Wartosc.length <= 140

const LINE_NAMES = [
  'PKWiU',
  'PKOB',
  'P_12_Zal_15',
  'KwotaAkcyzy',
  'GTU',
  'Procedura',
  'KursWaluty',
] as const
const FA_NAMES = [
  'ZaliczkaCzesciowa',
  'FP',
  'TP',
  'ZwrotAkcyzy',
  'Rozliczenie',
  'Zamowienie',
] as const

function leftOf(faktura: Faktura): readonly NotTaken[] {
  const { Fa: fa = {}, Podmiot1: seller = {}, Podmiot2: buyer = {}, Stopka } = faktura
  const left = (path: string, value: unknown, reason = 'A draft cannot store this.') =>
    value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [{ path, reason }]
  const lines = fa.FaWiersz ?? []
  const hasNames = lines.some(({ P_11, P_11A }) => (P_11 ?? P_11A) === undefined)
  const { Transport, NrPartiiTowaru, WarunkiDostawy, KursUmowny } = fa.WarunkiTransakcji ?? {}
  return [
    ...left('/Podmiot1/AdresKoresp', seller.AdresKoresp),
    ...left('/Podmiot2/AdresKoresp', buyer.AdresKoresp),
    ...left('/Podmiot2/NrKlienta', buyer.NrKlienta),
    ...left('/Podmiot2/Adres/GLN', buyer.Adres?.GLN),
    ...left('/Podmiot2/JST', buyer.JST === YES ? YES : undefined),
    ...left('/Podmiot2/GV', buyer.GV === YES ? YES : undefined),
    ...left('/Podmiot3', faktura.Podmiot3),
    ...left('/PodmiotUpowazniony', faktura.PodmiotUpowazniony),
    ...FA_NAMES.flatMap((name) => left(`/Fa/${name}`, fa[name])),
    ...left('/Fa/WZ/1', fa.WZ?.slice(1)),
    ...left('/Fa/Adnotacje/PMarzy', fa.Adnotacje?.PMarzy?.P_PMarzy),
    ...left('/Fa/Adnotacje/P_23', fa.Adnotacje?.P_23 === YES ? YES : undefined),
    ...left('/Fa/Adnotacje/NoweSrodkiTransportu', fa.Adnotacje?.NoweSrodkiTransportu?.P_22),
    ...left(
      '/Fa/DodatkowyOpis',
      customOf(fa).filter((it) => !isShort(it)),
    ),
    ...(hasNames
      ? left(
          '/Fa/FaWiersz',
          lines,
          'The items have no prices. The draft has one for each tax rate.',
        )
      : []),
    ...lines.flatMap((line, index) =>
      LINE_NAMES.flatMap((name) => left(`/Fa/FaWiersz/${index}/${name}`, line[name])),
    ),
    ...left('/Fa/Platnosc/Zaplacono', fa.Platnosc?.Zaplacono, PAID),
    ...left('/Fa/Platnosc/ZaplataCzesciowa', fa.Platnosc?.ZaplataCzesciowa, PAID),
    ...left('/Fa/Platnosc/Skonto', fa.Platnosc?.Skonto),
    ...left('/Fa/Platnosc/TerminPlatnosci/1', fa.Platnosc?.TerminPlatnosci?.slice(1)),
    ...left('/Fa/WarunkiTransakcji/Transport', Transport),
    ...left('/Fa/WarunkiTransakcji/NrPartiiTowaru', NrPartiiTowaru),
    ...left('/Fa/WarunkiTransakcji/WarunkiDostawy', WarunkiDostawy),
    ...left('/Fa/WarunkiTransakcji/KursUmowny', KursUmowny),
    ...left('/Stopka/Rejestry', Stopka?.Rejestry, 'The seller comes from your settings.'),
  ]
}

const PAID = 'You can record payments only on issued invoices.'
