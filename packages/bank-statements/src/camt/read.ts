import { ibanOf } from '../account.ts'
import { plainAmount } from '../amounts.ts'
import { isBalanced } from '../balance.ts'
import { BankFileError, notSupported, unreadable } from '../bank-file-error.ts'
import { isoDay, required } from '../dates.ts'
import { ENTRIES_MAX } from '../limits.ts'
import type { Account, Balance, BankEntry, BankFile, Statement } from '../statement.ts'
import { filled } from '../text.ts'
import { all, type Element, first, firstText, readElements, textAt } from './elements.ts'
import { type EntryContext, entriesOf } from './entry.ts'

/** Some countries add words of their own, such as `ISO:camt.053.001.02:APC:STUZZA:payments:003`. */
const SUPPORTED = /(?:^|:)(camt\.05[34]\.001\.\d{2})(?=$|:)/
/** Any message except the header and the envelope of one. */
const ISO_MESSAGE = /(?:^|:)((?!head|nvlp)[a-z]{4}\.\d{3}\.\d{3}\.\d{2})(?=$|:)/

/**
 * camt.053 and camt.054 of any version, with any prefix, also in an envelope with a header (head.001).
 *
 * @throws BankFileError
 */
export function readCamt(text: string): BankFile {
  let format = ''
  let other = 'XML of another kind'
  const statements: Statement[] = []
  const collected = collectStatements(statements)
  const root = (namespace: string): boolean => {
    const found = SUPPORTED.exec(namespace)?.[1]
    format ||= found ?? ''
    other = ISO_MESSAGE.exec(namespace)?.[1] ?? other
    return found !== undefined
  }
  try {
    readElements(text, { root, end: collected })
  } catch (error) {
    const isForbidden = error instanceof BankFileError && error.code === 'xml_forbidden'
    if (format !== '' || isForbidden) throw error
  }
  if (format === '') throw notSupported(other)
  return { format, statements }
}

/** Turns entries and statements into ours when they end, so that none of their elements is kept. */
function collectStatements(statements: Statement[]) {
  let details: Element[] = []
  let entries: BankEntry[] = []
  let pending = 0
  let isUneven = false
  let detailCount = 0
  let entryCount = 0
  /** Read once a statement, since a broken one may have any number of elements before its entries. */
  let context: EntryContext | undefined
  const add = (entry: Element, context: EntryContext): void => {
    const status = firstText(
      textAt(entry, 'Sts', 'Cd'),
      textAt(entry, 'Sts', 'Prtry'),
      textAt(entry, 'Sts'),
      'BOOK',
    )
    if (status !== 'BOOK') {
      pending += 1
      entryCount += 1
    } else {
      const parts = entriesOf(entry, details, context)
      for (const part of parts.entries) entries.push(part)
      isUneven ||= parts.isUneven
      entryCount += parts.entries.length
    }
    details = []
    if (entryCount > ENTRIES_MAX) throw tooMany(entry)
  }
  return (element: Element, parents: readonly Element[]): boolean => {
    const parent = parents.at(-1)?.name
    if (element.name === 'TxDtls' && parents.length === 5 && parent === 'NtryDtls') {
      detailCount += 1
      details.push(element)
      if (detailCount > ENTRIES_MAX) throw tooMany(element)
      return false
    }
    if (element.name === 'Ntry' && parents.length === 3 && isStatement(parent)) {
      context ??= contextOf(parents.at(-1))
      add(element, context)
      return false
    }
    if (!isStatement(element.name) || parents.length !== 2) return true
    const statement = statementOf(element, { entries, pending, isUneven })
    statements.push(statement)
    entries = []
    pending = 0
    isUneven = false
    context = undefined
    return false
  }
}

const tooMany = ({ line }: Element) => unreadable('entries', { line, max: ENTRIES_MAX })

const isStatement = (name: string | undefined): boolean => name === 'Stmt' || name === 'Ntfctn'

/** All that lies before the entries in a statement. */
const contextOf = (statement: Element | undefined): EntryContext => ({
  account: accountAt(statement),
  owner: firstText(
    textAt(statement, 'Acct', 'Ownr', 'Nm'),
    textAt(statement, 'Acct', 'Ownr', 'Pty', 'Nm'),
  ),
  day: isoDay(textAt(statement, 'CreDtTm')),
})

function accountAt(statement: Element | undefined): Account {
  const id = first(statement, 'Acct', 'Id')
  const iban = ibanOf(textAt(id, 'IBAN'))
  const otherId = filled(firstText(textAt(id, 'Othr', 'Id'), textAt(id, 'IBAN')))
  return { iban, otherId: iban === null ? otherId : null }
}

function statementOf(
  statement: Element,
  {
    entries,
    pending,
    isUneven,
  }: {
    readonly entries: readonly BankEntry[]
    readonly pending: number
    readonly isUneven: boolean
  },
): Statement {
  const opening = balanceOf(statement, 'OPBD') ?? balanceOf(statement, 'PRCD')
  const closing = balanceOf(statement, 'CLBD')
  const currencies = [
    textAt(statement, 'Acct', 'Ccy'),
    opening?.currency ?? '',
    entries[0]?.currency ?? '',
  ]
  const isRight = isBalanced(opening, closing, entries) && !isUneven
  return {
    id: filled(textAt(statement, 'Id')),
    number: filled(firstText(textAt(statement, 'ElctrncSeqNb'), textAt(statement, 'LglSeqNb'))),
    account: accountAt(statement),
    currency: filled(firstText(...currencies)),
    opening,
    closing,
    entries,
    pending,
    problems: isRight ? [] : ['unbalanced'],
  }
}

function balanceOf(statement: Element, type: string): Balance | null {
  const found = all(statement, 'Bal').find((it) => textAt(it, 'Tp', 'CdOrPrtry', 'Cd') === type)
  const amount = first(found, 'Amt')
  if (found === undefined || amount === undefined) return null
  const minor = plainAmount(amount.text, amount.currency, amount.line)
  const day = firstText(textAt(found, 'Dt', 'Dt'), textAt(found, 'Dt', 'DtTm'))
  return {
    amountMinor: textAt(found, 'CdtDbtInd') === 'DBIT' ? -minor : minor,
    currency: amount.currency,
    date: required(isoDay(day), found.line),
  }
}
