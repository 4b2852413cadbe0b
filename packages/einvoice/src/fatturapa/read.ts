import { isDeepStrictEqual } from 'node:util'
import { divideRounded } from '@billwright/money'
import { EMAIL_SCHEME, ONE_UNIT } from '../model/codes.ts'
import { type Day, lastOf, laterDay, parseDay } from '../model/day.ts'
import { type Decimal, decimal, isEqual, parseCents, parseDecimal } from '../model/decimal.ts'
import type {
  DocumentAllowance,
  EInvoice,
  ScheduledPayment,
  SettlementPart,
} from '../model/document.ts'
import type { Allowance, LineTax } from '../model/line.ts'
import type { Buyer } from '../model/party.ts'
import { type National, type NationalTerms, type NotTaken, some } from '../national.ts'
import { table } from '../table.ts'
import type { Draft } from '../xml/part.ts'
import { readContent } from '../xml/shape.ts'
import type { XmlElement } from '../xml/tree.ts'
import { listOthers } from '../xml/unread.ts'
import {
  ABROAD,
  categoryOf,
  meansOf,
  NO_EU_ID,
  NO_FOREIGN_ID,
  NO_RECIPIENT,
  OFFICE_SCHEME,
  POSTAL_CODE_ABROAD,
  RECIPIENT_SCHEME,
  TAX_CODE_SCHEME,
  unitOfWord,
} from './codes.ts'
import { FATTURA, type FatturaBody, type FatturaHeader, type FatturaLine } from './shape.ts'
import { SHOWN } from './shown.ts'

const BODY = 'FatturaElettronicaBody'

/** The invoices of a lot, each with the header that they share. */
export function invoicesInLot(root: XmlElement): readonly XmlElement[] {
  const bodies = root.children.filter(({ name }) => name === BODY)
  if (bodies.length < 2) return [root]
  const shared = root.children.filter(({ name }) => name !== BODY)
  return bodies.map((body) => ({
    ...root,
    attributes: new Map(root.attributes),
    children: [...shared, body],
  }))
}

/** Reads a FatturaPA invoice into the semantic model, with the other contents beside it. */
export function readFattura(root: XmlElement): {
  readonly draft: Draft
  readonly national: National
} {
  const content = readContent(root, FATTURA)
  root.attributes.delete('versione')
  root.attributes.delete('SistemaEmittente')
  const notTaken = dropSignature(root)
  const [body = {}] = content.FatturaElettronicaBody ?? []
  const header = content.FatturaElettronicaHeader ?? {}
  return {
    draft: draftOf(header, body),
    national: {
      body: italyOf(header, body),
      notTaken: [...notTaken, ...leftOf(header, body)],
      unread: listOthers(root, SHOWN),
    },
  }
}

const SIGNATURE = '{http://www.w3.org/2000/09/xmldsig#}Signature'

function dropSignature({ children }: XmlElement): readonly NotTaken[] {
  const at = children.findIndex(({ name }) => name === SIGNATURE)
  if (at === -1) return []
  children.splice(at, 1)
  return [{ path: '/signature', reason: 'The signature was not verified.' }]
}

const numberOf = (text: string | undefined): Decimal | undefined =>
  text === undefined ? undefined : parseDecimal(text)

/** Totals of lines may have more than two decimals. */
const centsOf = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : parseCents(text)

const TYPES = table<string>({
  TD02: '386',
  TD03: '386',
  TD04: '381',
  TD08: '381',
})
const INVOICE = '380'
const SELF_BILLED = '389'

function draftOf(header: FatturaHeader, body: FatturaBody): Draft {
  const { DatiGeneraliDocumento: document = {}, ...references } = body.DatiGenerali ?? {}
  const lines = body.DatiBeniServizi?.DettaglioLinee ?? []
  const summaries = body.DatiBeniServizi?.DatiRiepilogo ?? []
  const context = { summaries }
  const [order] = references.DatiOrdineAcquisto ?? []
  const [contract] = references.DatiContratto ?? []
  const [receipt] = references.DatiRicezione ?? []
  const [despatch] = references.DatiDDT ?? []
  const payments = body.DatiPagamento?.flatMap((it) => it.DettaglioPagamento ?? []) ?? []
  const isSelfBilled =
    header.SoggettoEmittente === 'CC' || /^TD(1[6-9]|2[0-3789])$/.test(document.TipoDocumento ?? '')
  const number = document.Numero
  const orderId = order?.IdDocumento === 'ND' ? undefined : order?.IdDocumento
  return {
    ...some({
      number,
      issueDate: document.Data,
      typeCode: isSelfBilled ? SELF_BILLED : (TYPES[document.TipoDocumento ?? ''] ?? INVOICE),
      currency: document.Divisa,
      dueDate: lastOf(payments.map((it) => dueDateOf(it, document.Data))),
      purchaseOrderReference: orderId,
      contractReference: contract?.IdDocumento,
      receivingAdviceReference: receipt?.IdDocumento,
      despatchAdviceReference: despatch?.NumeroDDT,
      tenderReference: order?.CodiceCIG ?? contract?.CodiceCIG,
      projectReference: order?.CodiceCUP ?? contract?.CodiceCUP,
      buyerAccountingReference: header.CedentePrestatore?.RiferimentoAmministrazione,
    }),
    notes: document.Causale === undefined ? [] : [{ text: document.Causale.join('\n') }],
    precedingInvoices: (references.DatiFattureCollegate ?? []).map(({ IdDocumento, Data }) => ({
      number: IdDocumento,
      issueDate: Data,
    })),
    seller: sellerOf(header),
    buyer: buyerOf(header),
    delivery: despatch?.DataDDT === undefined ? undefined : { date: despatch.DataDDT },
    payment: payments.length === 0 ? undefined : paymentOf(payments),
    schedule: scheduleOf(payments, document.Data),
    settlement: settlementOf(body),
    ...adjustmentsOf(lines, document.DatiCassaPrevidenziale ?? [], context),
    totals: totalsOf(body, { lines, payments }),
    taxBreakdown: summaries.map((it) => ({
      ...taxOf(it, context),
      taxableCents: centsOf(it.ImponibileImporto),
      taxCents: centsOf(it.Imposta),
      exemptionReason: it.RiferimentoNormativo,
      exemptionCode: it.Natura,
    })),
    attachments: (body.Allegati ?? []).map((it) => ({
      id: it.NomeAttachment,
      description: it.DescrizioneAttachment,
      file: fileOf(it),
    })),
    lines: lines.filter((it) => !isExtra(it)).map((it) => lineOf(it, context)),
  }
}

interface Context {
  readonly summaries: NonNullable<NonNullable<FatturaBody['DatiBeniServizi']>['DatiRiepilogo']>
}

function taxOf(
  {
    AliquotaIVA,
    Natura,
  }: { readonly AliquotaIVA?: string | undefined; readonly Natura?: string | undefined },
  { summaries }: Context,
): LineTax {
  const rate = numberOf(AliquotaIVA)
  if (Natura === undefined) return { category: isSplit(rate, summaries) ? 'B' : 'S', rate }
  const own = summaries.find((it) => it.Natura === Natura)
  return {
    category: categoryOf(Natura),
    rate: decimal(0n, 0),
    reason: own?.RiferimentoNormativo,
    reasonCode: Natura,
  }
}

/** The summary of a rate says who pays its tax. */
function isSplit(rate: Decimal | undefined, summaries: Context['summaries']): boolean {
  const own = summaries.filter(({ AliquotaIVA }) => isEqual(numberOf(AliquotaIVA), rate))
  return (own.length === 0 ? summaries : own).some(({ EsigibilitaIVA }) => EsigibilitaIVA === 'S')
}

/** Discounts and charges on the document are among the lines. */
const isExtra = ({ TipoCessionePrestazione: kind }: FatturaLine): boolean =>
  kind !== undefined && ['SC', 'PR', 'AB', 'AC'].includes(kind)

type Fund = NonNullable<
  NonNullable<
    NonNullable<FatturaBody['DatiGenerali']>['DatiGeneraliDocumento']
  >['DatiCassaPrevidenziale']
>[number]

function adjustmentsOf(
  lines: readonly FatturaLine[],
  funds: readonly Fund[],
  context: Context,
): Pick<EInvoice, 'allowances' | 'charges'> {
  const extras = lines.filter(isExtra).map((line) => ({
    amountCents: centsOf(line.PrezzoTotale) ?? 0n,
    reason: line.Descrizione,
    tax: taxOf(line, context),
  }))
  const contributions = funds.map((fund) => ({
    amountCents: centsOf(fund.ImportoContributoCassa) ?? 0n,
    reason: `${fund.TipoCassa ?? ''} Contributo cassa previdenziale ${fund.AlCassa ?? ''} %`,
    tax: taxOf(fund, context),
  }))
  const isCharge = ({ amountCents }: DocumentAllowance) => amountCents >= 0n
  return {
    allowances: extras
      .filter((it) => !isCharge(it))
      .map((it) => ({ ...it, amountCents: -it.amountCents })),
    charges: [...extras.filter(isCharge), ...contributions],
  }
}

const noteIn = ({ AltriDatiGestionali: others = [] }: FatturaLine): string | undefined =>
  others
    .filter(({ TipoDato }) => TipoDato === 'NOTA')
    .flatMap(({ RiferimentoTesto }) => RiferimentoTesto ?? [])
    .join('\n') || undefined

/** The net of a line is its price without discounts times the quantity, less the discounts. */
function lineOf(line: FatturaLine, context: Context): Draft {
  const quantity = numberOf(line.Quantita) ?? decimal(1n, 0)
  const net = numberOf(line.PrezzoUnitario)
  const netCents = centsOf(line.PrezzoTotale)
  const codes = line.CodiceArticolo ?? []
  const codeOf = (kind: string) => codes.find((it) => it.CodiceTipo === kind)?.CodiceValore
  const gtin = codeOf('GTIN') ?? codeOf('EAN')
  const period = some({ start: line.DataInizioPeriodo, end: line.DataFinePeriodo })
  return {
    id: line.NumeroLinea,
    note: noteIn(line),
    quantity,
    unit: unitOfWord(line.UnitaMisura ?? ONE_UNIT),
    netCents,
    buyerAccountingReference: line.RiferimentoAmministrazione,
    period,
    ...allowancesOf(line, { quantity, net, netCents }),
    price: { net },
    tax: taxOf(line, context),
    item: {
      ...nameOf(line.Descrizione),
      sellerId: codeOf('INTERNO'),
      buyerId: codeOf('CLIENTE'),
      standardId: gtin === undefined ? undefined : { value: gtin, scheme: '0160' },
      classifications: codes
        .filter(({ CodiceTipo = '' }) => !OWN_CODES.has(CodiceTipo))
        .map(({ CodiceTipo, CodiceValore }) => ({ scheme: CodiceTipo, value: CodiceValore })),
      attributes: [],
    },
  }
}

const OWN_CODES: ReadonlySet<string> = new Set(['INTERNO', 'CLIENTE', 'GTIN', 'EAN'])
const NAME_MAX = 1000

const nameOf = (text: string | undefined) => ({ name: text?.slice(0, NAME_MAX) })

function allowancesOf(
  line: FatturaLine,
  amounts: {
    readonly quantity: Decimal
    readonly net: Decimal | undefined
    readonly netCents: bigint | undefined
  },
): { readonly allowances: readonly Allowance[]; readonly charges: readonly Allowance[] } {
  const { quantity, net, netCents } = amounts
  const given = line.ScontoMaggiorazione ?? []
  if (given.length === 0 || net === undefined || netCents === undefined)
    return { allowances: [], charges: [] }
  const scale = quantity.scale + net.scale
  const before = divideRounded(quantity.digits * net.digits * 100n, 10n ** BigInt(scale))
  const [only] = given.length === 1 ? given : []
  const percent = numberOf(only?.Percentuale)
  const entry = (amountCents: bigint) => [
    { amountCents, ...(percent && { percent, baseCents: before }) },
  ]
  return before >= netCents
    ? { allowances: entry(before - netCents), charges: [] }
    : { allowances: [], charges: entry(netCents - before) }
}

type Detail = NonNullable<
  NonNullable<FatturaBody['DatiPagamento']>[number]['DettaglioPagamento']
>[number]

function paymentOf(details: readonly Detail[]): Draft {
  const means = details.map(({ ModalitaPagamento, IBAN, BIC }) => ({
    code: meansOf(ModalitaPagamento ?? ''),
    account: IBAN === undefined ? undefined : { id: IBAN, bic: BIC },
  }))
  return {
    reference: details.find(({ CodicePagamento }) => CodicePagamento)?.CodicePagamento,
    means: means.filter(
      (it, at) => means.findIndex((other) => isDeepStrictEqual(other, it)) === at,
    ),
  }
}

/** Stated, or so many days after a stated day, else after the date of the document. */
function dueDateOf(detail: Detail, issueDate: string | undefined): Day | undefined {
  const { DataScadenzaPagamento: due, DataRiferimentoTerminiPagamento: from } = detail
  if (due !== undefined) return parseDay(due)
  const start = parseDay(from ?? issueDate ?? '')
  const days = Number(detail.GiorniTerminiPagamento ?? Number.NaN)
  return start && Number.isInteger(days) ? laterDay(start, days) : undefined
}

/** The instalments, and the discounts for early payment. */
function scheduleOf(
  details: readonly Detail[],
  issueDate: string | undefined,
): readonly ScheduledPayment[] {
  const parts = details.map((detail) => ({
    dueDate: dueDateOf(detail, issueDate),
    cents: centsOf(detail.ImportoPagamento),
  }))
  const discounts = details.flatMap((detail) => {
    const discountCents = centsOf(detail.ScontoPagamentoAnticipato)
    const until = detail.DataLimitePagamentoAnticipato
    if (discountCents === undefined && until === undefined) return []
    return [{ dueDate: until === undefined ? undefined : parseDay(until), discountCents }]
  })
  return parts.length < 2 && discounts.length === 0 ? [] : [...discounts, ...parts]
}

/** Withheld by the customer, paid by a public customer to the tax office, and what is in the total. */
function settlementOf(body: FatturaBody): readonly SettlementPart[] {
  const document = body.DatiGenerali?.DatiGeneraliDocumento ?? {}
  const splitCents = splitTaxOf(body)
  const stamp = document.DatiBollo
  return [
    ...(document.DatiCassaPrevidenziale ?? []).map(
      ({ TipoCassa, AlCassa, ImportoContributoCassa }) => ({
        kind: 'fund' as const,
        text: TipoCassa,
        percent: numberOf(AlCassa),
        cents: centsOf(ImportoContributoCassa) ?? 0n,
        isInTotal: true,
      }),
    ),
    ...(stamp?.ImportoBollo === undefined
      ? []
      : [
          {
            kind: 'stamp_duty' as const,
            cents: centsOf(stamp.ImportoBollo) ?? 0n,
            isInTotal: true,
          },
        ]),
    ...(document.DatiRitenuta ?? []).map(
      ({ TipoRitenuta, AliquotaRitenuta, ImportoRitenuta, CausalePagamento }) => ({
        kind: 'withholding' as const,
        text: [TipoRitenuta, CausalePagamento].filter(Boolean).join(' '),
        percent: numberOf(AliquotaRitenuta),
        cents: -(centsOf(ImportoRitenuta) ?? 0n),
        isInTotal: false,
      }),
    ),
    ...(splitCents === 0n
      ? []
      : [{ kind: 'split_payment' as const, cents: -splitCents, isInTotal: false }]),
  ]
}

const splitTaxOf = ({ DatiBeniServizi }: FatturaBody): bigint =>
  (DatiBeniServizi?.DatiRiepilogo ?? [])
    .filter(({ EsigibilitaIVA }) => EsigibilitaIVA === 'S')
    .reduce((sum, { Imposta }) => sum + (centsOf(Imposta) ?? 0n), 0n)

/**
 * ImportoPagamento of all instalments. Payments of the whole amount are alternatives, to each other
 * and to instalments that make the whole. Undefined: not stated.
 */
function askedFor(details: readonly Detail[], whole: readonly bigint[]): bigint | undefined {
  const amounts = details.flatMap(({ ImportoPagamento }) => centsOf(ImportoPagamento) ?? [])
  if (amounts.length === 0) return undefined
  const sumOf = (cents: readonly bigint[]) => cents.reduce((sum, it) => sum + it, 0n)
  const full = whole.find((it) => amounts.includes(it))
  const instalments = amounts.filter((it) => it !== full)
  const areAlternatives = instalments.length === 0 || sumOf(instalments) === full
  return full !== undefined && areAlternatives ? full : sumOf(amounts)
}

function totalsOf(
  body: FatturaBody,
  {
    lines,
    payments,
  }: { readonly lines: readonly FatturaLine[]; readonly payments: readonly Detail[] },
): Draft {
  const summaries = body.DatiBeniServizi?.DatiRiepilogo ?? []
  const { ImportoTotaleDocumento, Arrotondamento } = body.DatiGenerali?.DatiGeneraliDocumento ?? {}
  const sum = (texts: readonly (string | undefined)[]) =>
    texts.reduce((total, text) => total + (centsOf(text) ?? 0n), 0n)
  const withoutTaxCents = sum(summaries.map((it) => it.ImponibileImporto))
  const taxCents = sum(summaries.map((it) => it.Imposta))
  const roundingCents = centsOf(Arrotondamento)
  const isSummed =
    summaries.length > 0 && summaries.every((it) => it.ImponibileImporto && it.Imposta)
  const withTaxCents =
    centsOf(ImportoTotaleDocumento) ?? (isSummed ? withoutTaxCents + taxCents : undefined)
  if (withTaxCents === undefined) return {}
  const payableCents = settlementOf(body)
    .filter(({ isInTotal }) => !isInTotal)
    .reduce((left, { cents }) => left + cents, withTaxCents)
  return {
    linesCents: sum(lines.filter((it) => !isExtra(it)).map((it) => it.PrezzoTotale)),
    ...(summaries.length > 0 && { withoutTaxCents, taxCents }),
    withTaxCents: withTaxCents - (roundingCents ?? 0n),
    roundingCents,
    dueCents: askedFor(payments, [payableCents, withTaxCents]) ?? payableCents,
  }
}

function sellerOf({ CedentePrestatore: seller = {} }: FatturaHeader): Draft {
  const { DatiAnagrafici: person = {}, Sede, IscrizioneREA: rea, Contatti: contacts } = seller
  return {
    ...partyOf(person, Sede),
    registration: rea && { value: `${rea.Ufficio ?? ''}-${rea.NumeroREA ?? ''}` },
    taxNumber: person.CodiceFiscale,
    contact: contacts && some({ phone: contacts.Telefono, email: contacts.Email }),
  }
}

function buyerOf({
  CessionarioCommittente: buyer = {},
  DatiTrasmissione: sent = {},
}: FatturaHeader): Draft {
  const { DatiAnagrafici: person = {}, Sede } = buyer
  return {
    ...partyOf(person, Sede),
    identifiers:
      person.CodiceFiscale === undefined
        ? []
        : [{ value: person.CodiceFiscale, scheme: TAX_CODE_SCHEME }],
    electronicAddress: recipientOf(sent.CodiceDestinatario, sent.PECDestinatario),
  }
}

type Person = NonNullable<NonNullable<FatturaHeader['CessionarioCommittente']>['DatiAnagrafici']>
type Sede = NonNullable<FatturaHeader['CessionarioCommittente']>['Sede']

function partyOf({ IdFiscaleIVA: id, Anagrafica: name = {} }: Person, sede: Sede): Draft {
  const { Denominazione, Titolo, Nome, Cognome } = name
  const isMissing = id?.IdCodice === NO_EU_ID || id?.IdCodice === NO_FOREIGN_ID
  return {
    name: Denominazione ?? ([Titolo, Nome, Cognome].filter(Boolean).join(' ') || undefined),
    identifiers: [],
    vatId: id === undefined || isMissing ? undefined : `${id.IdPaese ?? ''}${id.IdCodice ?? ''}`,
    address: {
      line1: [sede?.Indirizzo, sede?.NumeroCivico].filter(Boolean).join(' ') || undefined,
      city: sede?.Comune,
      postalCode: sede?.CAP === POSTAL_CODE_ABROAD ? undefined : sede?.CAP,
      region: sede?.Provincia,
      country: sede?.Nazione,
    },
  }
}

function recipientOf(
  code: string | undefined,
  mailbox: string | undefined,
): Buyer['electronicAddress'] {
  if (code !== undefined && ![ABROAD, NO_RECIPIENT, '999999'].includes(code))
    return { value: code, scheme: code.length === 6 ? OFFICE_SCHEME : RECIPIENT_SCHEME }
  return mailbox === undefined ? undefined : { value: mailbox, scheme: EMAIL_SCHEME }
}

const MEDIA_TYPES = table<string>({
  PDF: 'application/pdf',
  XML: 'application/xml',
  PNG: 'image/png',
  JPG: 'image/jpeg',
  JPEG: 'image/jpeg',
  CSV: 'text/csv',
  TXT: 'text/plain',
})

/** Compressed files are not read. */
function fileOf(given: NonNullable<FatturaBody['Allegati']>[number]) {
  const { NomeAttachment: name = '', FormatoAttachment, Attachment } = given
  const ending = (FormatoAttachment ?? name.split('.').at(-1) ?? '').toUpperCase()
  const mediaType = given.AlgoritmoCompressione === undefined ? MEDIA_TYPES[ending] : undefined
  const base64 = Attachment?.replace(/\s+/g, '')
  const fileName = name.includes('.') ? name : `${name}.${ending.toLowerCase()}`
  return mediaType && base64 ? { name: fileName, mediaType, base64 } : undefined
}

/** The fields of a draft that only Italian invoices have. */
function italyOf(header: FatturaHeader, body: FatturaBody): NationalTerms {
  const document = body.DatiGenerali?.DatiGeneraliDocumento ?? {}
  const type = document.TipoDocumento
  const isUsual = type === 'TD01' || type === 'TD02' || type === 'TD04'
  const stamp = document.DatiBollo
  const withheld = withheldIn(body)
  const [only] = withheld.length === 1 ? withheld : []
  const italy = some({
    document_type: isUsual || !/^TD(0[356]|2[0-9])$/.test(type ?? '') ? undefined : type,
    stamp_duty: stamp && (stamp.ImportoBollo ?? DUTY),
    withholding: only,
  })
  if (header.SoggettoEmittente === 'CC') return {}
  const withholdings = withheld.map(({ type, ...entry }) => ({
    kind: INCOME_TAX.has(type) ? ('income_tax' as const) : ('social' as const),
    code: type,
    ...entry,
  }))
  return { ...(italy && { italy }), ...(withholdings.length > 1 && { withholdings }) }
}

/** RT01 and RT02 are income tax, the others contributions. */
const INCOME_TAX: ReadonlySet<string> = new Set(['RT01', 'RT02'])
const WITHHOLDINGS_MAX = 3

const withheldIn = ({ DatiGenerali }: FatturaBody) =>
  (DatiGenerali?.DatiGeneraliDocumento?.DatiRitenuta ?? [])
    .slice(0, WITHHOLDINGS_MAX)
    .flatMap(
      ({
        TipoRitenuta: type,
        AliquotaRitenuta: rate,
        ImportoRitenuta,
        CausalePagamento: reason,
      }) => {
        if (type === undefined || rate === undefined || reason === undefined) return []
        return [{ type, rate, ...some({ amount: ImportoRitenuta }), reason }]
      },
    )

/** The default stamp duty, if the file has no amount. */
const DUTY = '2.00'

function leftOf(header: FatturaHeader, body: FatturaBody): readonly NotTaken[] {
  const { DatiGeneraliDocumento: document = {}, ...references } = body.DatiGenerali ?? {}
  const left = (path: string, value: unknown, reason = 'A draft cannot store this.') =>
    value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [{ path, reason }]
  const details = body.DatiPagamento?.flatMap((it) => it.DettaglioPagamento ?? []) ?? []
  const lines = body.DatiBeniServizi?.DettaglioLinee ?? []
  return [
    ...left(
      '/DatiGeneraliDocumento/ScontoMaggiorazione',
      document.ScontoMaggiorazione,
      'This discount on the whole document changes no tax in the file. Enter it as a discount if it should.',
    ),
    ...left(
      `/DatiGeneraliDocumento/DatiRitenuta/${WITHHOLDINGS_MAX}`,
      document.DatiRitenuta?.slice(WITHHOLDINGS_MAX),
    ),
    ...left('/DatiGeneraliDocumento/Art73', document.Art73),
    ...left('/DatiGenerali/DatiConvenzione', references.DatiConvenzione),
    ...left('/DatiGenerali/DatiSAL', references.DatiSAL),
    ...left('/DatiGenerali/DatiTrasporto', references.DatiTrasporto),
    ...left('/DatiGenerali/FatturaPrincipale', references.FatturaPrincipale),
    ...(['DatiOrdineAcquisto', 'DatiContratto', 'DatiRicezione', 'DatiDDT'] as const).flatMap(
      (name) => left(`/DatiGenerali/${name}/1`, references[name]?.slice(1)),
    ),
    ...left('/DatiVeicoli', body.DatiVeicoli),
    ...left('/DatiPagamento/1', details.slice(1), 'A draft has one due date and means of payment.'),
    ...left(
      '/RappresentanteFiscale',
      header.RappresentanteFiscale,
      'The draft uses your settings.',
    ),
    ...left('/TerzoIntermediario', header.TerzoIntermediarioOSoggettoEmittente),
    ...lines.flatMap((line, index) => [
      ...left(
        `/DettaglioLinee/${index}/ScontoMaggiorazione/1`,
        line.ScontoMaggiorazione?.slice(1),
        'Several discounts on the item became one.',
      ),
      ...left(
        `/DettaglioLinee/${index}/AltriDatiGestionali`,
        line.AltriDatiGestionali?.filter(({ TipoDato }) => TipoDato !== 'NOTA'),
      ),
    ]),
  ]
}
