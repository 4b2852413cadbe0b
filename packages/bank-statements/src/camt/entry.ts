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
  const head = headOf(entry, context)
  const [only, second] = details
  if (second === undefined) {
    const batch = only === undefined && first(entry, 'NtryDtls', 'Btch') ? 'whole' : null
    return { entries: [oneOf(head, { detail: only, batch, amount: head.amount })], isUneven: false }
  }
  const amounts = detailAmounts(details, head)
  // An amount that is nowhere cannot be guessed, so such details are one payment.
  const whole = { detail: undefined, batch: 'whole', amount: head.amount } as const
  if (amounts === undefined) return { entries: [oneOf(head, whole)], isUneven: false }
  const entries = details.map((detail, index) =>
    oneOf(head, { detail, batch: 'detail', amount: amounts[index] ?? head.amount }),
  )
  const sum = entries.reduce((total, it) => total + it.amountMinor, 0n)
  return { entries, isUneven: sum !== head.amount.amountMinor }
}

/** What an entry says about all its details. It is read once, since both may be long. */
interface Head {
  readonly line: number
  readonly context: EntryContext
  readonly amount: MoneyAmount
  readonly mark: string
  readonly bookingDate: string
  readonly valueDate: string
  readonly entryReference: string | null
  readonly customerReference: string
  readonly words: readonly string[]
  readonly instructed: Element | undefined
  readonly charges: MoneyAmount | null
  readonly isReversal: boolean
  readonly code: BankEntry['code']
}

function headOf(entry: Element, context: EntryContext): Head {
  const amount = first(entry, 'Amt')
  const { currency = '', line = entry.line } = amount ?? {}
  const minor = plainAmount(amount?.text ?? '', currency, line)
  const mark = textAt(entry, 'CdtDbtInd')
  const valueDay = isoDayAt(entry, 'ValDt')
  const bookingDate = required(isoDayAt(entry, 'BookgDt') ?? valueDay ?? context.day, entry.line)
  return {
    line: entry.line,
    context,
    amount: { amountMinor: signed(minor, mark), currency },
    mark,
    bookingDate,
    valueDate: valueDay ?? bookingDate,
    entryReference: referenceText(textAt(entry, 'AcctSvcrRef')),
    customerReference: textAt(entry, 'NtryRef'),
    words: textsAt(entry, 'AddtlNtryInf'),
    instructed: first(entry, 'AmtDtls', 'InstdAmt', 'Amt'),
    charges: chargesOf(entry, currency),
    isReversal: /^(?:true|1)$/.test(textAt(entry, 'RvslInd')),
    code: codeOf(first(entry, 'BkTxCd')),
  }
}

const signed = (minor: bigint, mark: string): bigint => (mark === 'DBIT' ? -minor : minor)

/** Undefined if one is nowhere. What was instructed counts only if it adds up to the entry. */
function detailAmounts(details: readonly Element[], head: Head) {
  const booked = details.map((it) => detailAmount(it, head, BOOKED))
  if (booked.every((it) => it !== undefined)) return booked
  const stated = details.map((it) => detailAmount(it, head, [...BOOKED, INSTRUCTED]))
  const sum = stated.reduce((total, it) => total + (it?.amountMinor ?? 0n), 0n)
  const isWhole = stated.every((it) => it !== undefined) && sum === head.amount.amountMinor
  return isWhole ? stated : undefined
}

const INSTRUCTED = ['AmtDtls', 'InstdAmt', 'Amt']
const BOOKED = [['Amt'], ['AmtDtls', 'TxAmt', 'Amt'], ['AmtDtls', 'CntrValAmt', 'Amt']]

/** In the currency of the entry, of which the balances are. */
function detailAmount(
  detail: Element,
  { amount, mark }: Head,
  paths: readonly (readonly string[])[],
): MoneyAmount | undefined {
  const { currency } = amount
  const found = paths.map((path) => first(detail, ...path)).find((it) => it?.currency === currency)
  if (found === undefined) return undefined
  const minor = plainAmount(found.text, currency, found.line)
  return { amountMinor: signed(minor, firstText(textAt(detail, 'CdtDbtInd'), mark)), currency }
}

interface Part {
  readonly detail: Element | undefined
  readonly batch: BankEntry['batch']
  readonly amount: MoneyAmount
}

function oneOf(head: Head, { detail, batch, amount }: Part): BankEntry {
  const { context, entryReference } = head
  const own = referenceText(textAt(detail, 'Refs', 'AcctSvcrRef'))
  const references = structuredReferences(detail, context)
  const endToEnd = referenceText(textAt(detail, 'Refs', 'EndToEndId'))
  const isDetail = batch === 'detail'
  const { text, lines } = textOf(wordsOf(detail, isDetail ? [] : head.words), head.line)
  const symbol = variableSymbolIn(endToEnd ?? '') ?? variableSymbolIn(text ?? '')
  const code = first(detail, 'BkTxCd')
  return {
    ...EMPTY_ENTRY,
    bookingDate: head.bookingDate,
    valueDate: head.valueDate,
    ...amount,
    ...otherParty(detail, context, amount.amountMinor),
    text,
    lines,
    endToEnd,
    references: distinct(symbol && references.length === 0 ? [symbol] : references),
    documents: textsAt(detail, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb').map((it) => it.trim()),
    bankReference: own ?? (isDetail ? null : entryReference),
    entryReference,
    batch,
    customerReference: referenceText(
      firstText(textAt(detail, 'Refs', 'PmtInfId'), head.customerReference),
    ),
    mandate: referenceText(textAt(detail, 'Refs', 'MndtId')),
    creditorId: filled(textAt(detail, 'RltdPties', 'Cdtr', 'Id', 'PrvtId', 'Othr', 'Id')),
    instructed: instructedAmount(detail, isDetail ? undefined : head.instructed, amount),
    charges: chargesOf(detail, amount.currency) ?? (isDetail ? null : head.charges),
    returnReason: returnReason(detail),
    isReversal: head.isReversal,
    code: code === undefined ? head.code : codeOf(code),
  }
}

/** What was instructed, else the amount of the detail in another currency. */
function instructedAmount(
  detail: Element | undefined,
  atEntry: Element | undefined,
  amount: MoneyAmount,
): MoneyAmount | null {
  const stated = amountOf(first(detail, 'AmtDtls', 'InstdAmt', 'Amt') ?? atEntry)
  const instructed = otherAmount(stated, amount)
  if (instructed !== null) return instructed
  const own = [first(detail, 'Amt'), first(detail, 'AmtDtls', 'TxAmt', 'Amt')]
  return amountOf(own.find((it) => it !== undefined && it.currency !== amount.currency))
}

const amountOf = (amount: Element | undefined): MoneyAmount | null =>
  amount === undefined ? null : plainAmountOr(amount.text, amount.currency)

const isoDayAt = (entry: Element, name: string): string | undefined => {
  const found = first(entry, name, 'Dt') ?? first(entry, name, 'DtTm')
  return found && required(isoDay(found.text), found.line)
}

const textsAt = (element: Element | undefined, ...path: readonly string[]): readonly string[] =>
  all(element, ...path)
    .map((it) => it.text)
    .filter((it) => it.trim() !== '')

/** Words of the payer, else of the bank about the entry, else of the bank about the detail. */
function wordsOf(detail: Element | undefined, atEntry: readonly string[]): readonly string[] {
  const payer = textsAt(detail, 'RmtInf', 'Ustrd')
  if (payer.length > 0) return payer
  const additional = textsAt(detail, 'RmtInf', 'Strd', 'AddtlRmtInf').filter(
    (it) => !/^\?(?:REJECT|ERROR)\?/.test(it),
  )
  if (additional.length > 0) return additional
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
  if ((isMissing || isOwn) && hasOpposite && !isOppositeOwn) return opposite
  return isOwn && expected.iban !== null ? NOBODY : expected
}

const NOBODY: Party = { name: null, ultimateName: null, iban: null }

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
