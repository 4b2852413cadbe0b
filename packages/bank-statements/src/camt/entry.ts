import { ibanOf } from '../account.ts'
import { otherAmount, plainAmount, plainAmountOr } from '../amounts.ts'
import { isoDay, required } from '../dates.ts'
import { distinct, referenceOf, variableSymbolIn } from '../references.ts'
import {
  type Account,
  type BankEntry,
  EMPTY_ENTRY,
  type MoneyAmount,
  type Reference,
} from '../statement.ts'
import { filled, referenceText, textOf } from '../text.ts'
import { all, type Element, first, firstText, textAt } from './elements.ts'

export interface EntryContext {
  readonly account: Account
  readonly owner: string
  /** Where an entry has no day at all. */
  readonly day: string | undefined
}

export interface EntryParts {
  readonly entries: readonly BankEntry[]
  /** Whether details have another sum than their entry. */
  readonly isUneven: boolean
}

/** `Ntry`, with its `TxDtls`: one entry, or one for each detail if they are several. */
export function entriesOf(
  entry: Element,
  details: readonly Element[],
  context: EntryContext,
): EntryParts {
  const currency = first(entry, 'Amt')?.currency ?? ''
  const amountMinor = sign(entry, undefined) * amountAt(entry)
  const single: Shared = { entry, context, amountMinor, currency }
  const amounts = details.map((detail) => detailAmount(detail, entry, currency))
  const [only, second] = details
  if (second === undefined) {
    const batch = only === undefined && first(entry, 'NtryDtls', 'Btch') ? 'whole' : null
    return { entries: [oneOf(single, only, batch)], isUneven: false }
  }
  // An amount that is nowhere cannot be guessed, so such details are one payment.
  if (amounts.some((it) => it === undefined))
    return { entries: [oneOf(single, undefined, 'whole')], isUneven: false }
  const entries = details.map((detail, index) =>
    oneOf({ ...single, amountMinor: amounts[index] ?? 0n }, detail, 'detail'),
  )
  const sum = entries.reduce((total, it) => total + it.amountMinor, 0n)
  return { entries, isUneven: sum !== amountMinor }
}

interface Shared extends MoneyAmount {
  readonly entry: Element
  readonly context: EntryContext
}

function amountAt(entry: Element): bigint {
  const amount = first(entry, 'Amt')
  return plainAmount(amount?.text ?? '', amount?.currency ?? '', amount?.line ?? entry.line)
}

/** Of a detail, else of its entry. */
function sign(entry: Element, detail: Element | undefined): bigint {
  const indicator = firstText(textAt(detail, 'CdtDbtInd'), textAt(entry, 'CdtDbtInd'))
  return indicator === 'DBIT' ? -1n : 1n
}

/** In the currency of the entry, of which the balances are. */
function detailAmount(detail: Element, entry: Element, currency: string): bigint | undefined {
  const candidates = [
    first(detail, 'Amt'),
    first(detail, 'AmtDtls', 'TxAmt', 'Amt'),
    first(detail, 'AmtDtls', 'CntrValAmt', 'Amt'),
  ]
  const amount = candidates.find((it) => it !== undefined && it.currency === currency)
  return amount && sign(entry, detail) * plainAmount(amount.text, amount.currency, amount.line)
}

function oneOf(shared: Shared, detail: Element | undefined, batch: BankEntry['batch']): BankEntry {
  const { entry, context, amountMinor, currency } = shared
  const amount = { amountMinor, currency }
  const valueDay = isoDayAt(entry, 'ValDt')
  const bookingDate = required(isoDayAt(entry, 'BookgDt') ?? valueDay ?? context.day, entry.line)
  const entryReference = referenceText(textAt(entry, 'AcctSvcrRef'))
  const own = referenceText(textAt(detail, 'Refs', 'AcctSvcrRef'))
  const references = structuredReferences(detail, context)
  const endToEnd = referenceText(textAt(detail, 'Refs', 'EndToEndId'))
  const { text, lines } = textOf(words(entry, detail, batch), entry.line)
  const symbol = variableSymbolIn(endToEnd ?? '') ?? variableSymbolIn(lines.join(' '))
  return {
    ...EMPTY_ENTRY,
    bookingDate,
    valueDate: valueDay ?? bookingDate,
    ...amount,
    ...otherParty(detail, context, amountMinor),
    text,
    lines,
    endToEnd,
    references: distinct(symbol && references.length === 0 ? [symbol] : references),
    documents: all(detail, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb')
      .map((it) => it.text.trim())
      .filter((it) => it !== ''),
    bankReference: own ?? (batch === 'detail' ? null : entryReference),
    entryReference,
    batch,
    customerReference: referenceText(
      firstText(textAt(detail, 'Refs', 'PmtInfId'), textAt(entry, 'NtryRef')),
    ),
    mandate: referenceText(textAt(detail, 'Refs', 'MndtId')),
    creditorId: filled(textAt(detail, 'RltdPties', 'Cdtr', 'Id', 'PrvtId', 'Othr', 'Id')),
    instructed: otherAmount(instructedAmount(detail, entry), amount),
    charges:
      chargesOf(detail, currency) ?? (batch === 'detail' ? null : chargesOf(entry, currency)),
    returnReason: returnReason(detail),
    isReversal: /^(?:true|1)$/.test(textAt(entry, 'RvslInd')),
    code: codeOf(first(detail, 'BkTxCd') ?? first(entry, 'BkTxCd')),
  }
}

const isoDayAt = (entry: Element, name: string): string | undefined => {
  const found = first(entry, name, 'Dt') ?? first(entry, name, 'DtTm')
  return found && required(isoDay(found.text), found.line)
}

/** Words of the payer; else, of the bank: those at the entry only where they are about one payment. */
function words(
  entry: Element,
  detail: Element | undefined,
  batch: BankEntry['batch'],
): readonly string[] {
  const textsAt = (element: Element | undefined, ...path: readonly string[]) =>
    all(element, ...path)
      .map((it) => it.text)
      .filter((it) => it.trim() !== '')
  const payer = textsAt(detail, 'RmtInf', 'Ustrd')
  if (payer.length > 0) return payer
  const additional = textsAt(detail, 'RmtInf', 'Strd', 'AddtlRmtInf').filter(
    (it) => !/^\?(?:REJECT|ERROR)\?/.test(it),
  )
  if (additional.length > 0) return additional
  const atEntry = batch === 'detail' ? [] : textsAt(entry, 'AddtlNtryInf')
  return atEntry.length > 0 ? atEntry : textsAt(detail, 'AddtlTxInf')
}

interface Party {
  readonly name: string | null
  readonly ultimateName: string | null
  readonly iban: string | null
}

/** The payer of money in, the payee of money out; the other one if that one is missing or ourselves. */
function otherParty(
  detail: Element | undefined,
  { account, owner }: EntryContext,
  amountMinor: bigint,
): Party {
  const parties = first(detail, 'RltdPties')
  const order = amountMinor < 0n ? ['Cdtr', 'Dbtr'] : ['Dbtr', 'Cdtr']
  const [expected, opposite] = order.map((role) => partyAt(parties, role))
  if (expected === undefined || opposite === undefined) return partyAt(parties, 'Dbtr')
  const isOwn =
    expected.iban === null
      ? expected.name !== null && expected.name === filled(owner)
      : expected.iban === account.iban
  const isMissing = expected.name === null && expected.iban === null
  const hasOpposite = opposite.name !== null || opposite.iban !== null
  const isOppositeOwn = opposite.iban !== null && opposite.iban === account.iban
  return (isMissing || isOwn) && hasOpposite && !isOppositeOwn ? opposite : expected
}

/** Later versions have `Pty` between. */
function partyAt(parties: Element | undefined, role: string): Party {
  const nameOf = (element: string) =>
    filled(firstText(textAt(parties, element, 'Nm'), textAt(parties, element, 'Pty', 'Nm')))
  return {
    name: nameOf(role),
    ultimateName: nameOf(`Ultmt${role}`),
    iban: ibanOf(textAt(parties, `${role}Acct`, 'Id', 'IBAN')),
  }
}

function structuredReferences(
  detail: Element | undefined,
  { account }: EntryContext,
): readonly Reference[] {
  return all(detail, 'RmtInf', 'Strd', 'CdtrRefInf').flatMap((info) => {
    const value = referenceText(textAt(info, 'Ref'))
    const type = firstText(
      textAt(info, 'Tp', 'CdOrPrtry', 'Prtry'),
      textAt(info, 'Tp', 'CdOrPrtry', 'Cd'),
    )
    const hints = {
      type,
      issuer: textAt(info, 'Tp', 'Issr'),
      country: account.iban?.slice(0, 2) ?? '',
    }
    return value === null ? [] : [referenceOf(value, hints)]
  })
}

function instructedAmount(detail: Element | undefined, entry: Element): MoneyAmount | null {
  const amount =
    first(detail, 'AmtDtls', 'InstdAmt', 'Amt') ?? first(entry, 'AmtDtls', 'InstdAmt', 'Amt')
  return amount === undefined ? null : plainAmountOr(amount.text, amount.currency)
}

/** Charges that are already subtracted: older versions list `Chrgs`, later ones its `Rcrd`. */
function chargesOf(element: Element | undefined, currency: string): MoneyAmount | null {
  const records = [...all(element, 'Chrgs', 'Rcrd'), ...all(element, 'Chrgs')].filter(
    (it) => first(it, 'Amt') !== undefined && textAt(it, 'ChrgInclInd') !== 'false',
  )
  const amounts = records.flatMap((record) => {
    const amount = first(record, 'Amt')
    const read = amount && plainAmountOr(amount.text, amount.currency)
    if (!read || read.currency !== currency) return []
    return [textAt(record, 'CdtDbtInd') === 'CRDT' ? -read.amountMinor : read.amountMinor]
  })
  const total = first(element, 'Chrgs', 'TtlChrgsAndTaxAmt')
  if (amounts.length === 0 && total?.currency === currency)
    return positive(plainAmountOr(total.text, currency))
  return positive({ amountMinor: amounts.reduce((sum, it) => sum + it, 0n), currency })
}

const positive = (amount: MoneyAmount | null): MoneyAmount | null =>
  amount !== null && amount.amountMinor > 0n ? amount : null

/** A code of ISO, or a bank's own. */
const returnReason = (detail: Element | undefined): string | null =>
  filled(
    firstText(
      textAt(detail, 'RtrInf', 'Rsn', 'Cd'),
      textAt(detail, 'RtrInf', 'Rsn', 'Prtry'),
      textAt(detail, 'RtrInf', 'RsnCd'),
    ),
  )

function codeOf(code: Element | undefined): BankEntry['code'] {
  const domain = first(code, 'Domn')
  const iso = [
    textAt(domain, 'Cd'),
    textAt(domain, 'Fmly', 'Cd'),
    textAt(domain, 'Fmly', 'SubFmlyCd'),
  ]
  return {
    iso: iso.some((it) => it !== '') ? iso.join('/') : null,
    proprietary: filled(textAt(code, 'Prtry', 'Cd')),
  }
}
