import { validIban } from '../account.ts'
import { fixedAmount } from '../amounts.ts'
import { isBalanced } from '../balance.ts'
import { unreadable } from '../bank-file-error.ts'
import { required, shortDay } from '../dates.ts'
import { ENTRIES_MAX } from '../limits.ts'
import type { Account, Balance, BankEntry, BankFile, Statement } from '../statement.ts'
import { filled } from '../text.ts'
import {
  CODA_DECIMALS,
  isDetail,
  levelOf,
  type Movement,
  movementAmount,
  movementEntry,
  sequenceOf,
  signed,
} from './movement.ts'
import { type CodaRecord, codaRecords } from './records.ts'

interface Open {
  readonly header: CodaRecord
  old: CodaRecord | undefined
  readonly movements: Movement[]
  closing: CodaRecord | undefined
}

/**
 * CODA 2 of Belgian banks; a file may have several statements.
 *
 * @throws BankFileError `file_unreadable`
 */
export function readCoda(text: string): BankFile {
  const statements: Statement[] = []
  let open: Open | undefined
  let last = 1
  for (const record of codaRecords(text)) {
    last = record.line
    if (record.type === '0') {
      if (open) throw unreadable('cut', { line: last })
      open = { header: record, old: undefined, movements: [], closing: undefined }
      continue
    }
    if (!open) throw unreadable('record', { line: last })
    if (record.type !== '9') {
      addRecord(open, record)
      continue
    }
    statements.push(statementOf(open, record))
    open = undefined
  }
  if (open) throw unreadable('cut', { line: last })
  return { format: 'coda', statements }
}

function addRecord(open: Open, record: CodaRecord): void {
  const movement = open.movements.at(-1)
  switch (record.type) {
    case '1':
      open.old = record
      break
    case '2.1':
      if (open.movements.length >= ENTRIES_MAX)
        throw unreadable('entries', { line: record.line, max: ENTRIES_MAX })
      open.movements.push({ head: record, parts: [] })
      break
    case '2.2':
    case '2.3':
    case '3.1':
    case '3.2':
    case '3.3':
      if (!movement) throw unreadable('record', { line: record.line })
      movement.parts.push(record)
      break
    case '8':
      open.closing = record
      break
    case '4':
      break
    default:
      throw unreadable('record', { line: record.line })
  }
}

function statementOf({ header, old, movements, closing }: Open, end: CodaRecord): Statement {
  // A movement without balances would have no currency.
  if (!old || !closing) throw unreadable('cut', { line: end.line })
  const { account, currency } = accountOf(old)
  const opening = balanceOf(old, { sign: 43, currency })
  const last = balanceOf(closing, { sign: 42, currency })
  const entries = entriesOf(movements, currency)
  const isRight = isBalanced(opening, last, entries)
  return {
    id: filled(header.at(25, 34)),
    number: filled(closing.at(2, 4)),
    account,
    currency,
    opening,
    closing: last,
    entries,
    pending: 0,
    problems: isRight ? [] : ['unbalanced'],
  }
}

/** The structure says where number and currency are: Belgian or foreign, IBAN or not. */
function accountOf(old: CodaRecord): { readonly account: Account; readonly currency: string } {
  const structure = old.at(2, 2)
  const isBelgianNumber = structure === '0'
  const number = (isBelgianNumber ? old.at(6, 17) : old.at(6, 39)).trim()
  const currency = isBelgianNumber ? old.at(19, 21) : old.at(40, 42)
  const iban = validIban(number)
  return { account: { iban, otherId: iban === null ? filled(number) : null }, currency }
}

/** Sign, amount and day lie side by side in both records. */
function balanceOf(
  record: CodaRecord,
  { sign, currency }: { readonly sign: number; readonly currency: string },
): Balance {
  const { at, line } = record
  const digits = at(sign + 1, sign + 15)
  const amount = fixedAmount(digits, { decimals: CODA_DECIMALS, currency, line })
  return {
    amountMinor: signed(amount, at(sign, sign), line),
    currency,
    date: required(shortDay(at(sign + 16, sign + 21), line), line),
  }
}

/** Details take the place of their movement if they add up to it; level 8 only splits one payment. */
function entriesOf(movements: readonly Movement[], currency: string): readonly BankEntry[] {
  const details = new Map<string, Movement[]>()
  for (const movement of movements.filter(isDetail)) {
    const parts = details.get(sequenceOf(movement)) ?? []
    parts.push(movement)
    details.set(sequenceOf(movement), parts)
  }
  const wholes = movements.filter((it) => !isDetail(it))
  const known = new Set(wholes.map(sequenceOf))
  const orphan = movements.find((it) => isDetail(it) && !known.has(sequenceOf(it)))
  if (orphan) throw unreadable('record', { line: orphan.head.line })
  return wholes.flatMap((whole) => {
    const parts = smallestParts(details.get(sequenceOf(whole)) ?? [])
    const sum = parts.reduce((total, it) => total + movementAmount(it, currency), 0n)
    const isWhole = parts.length > 0 && sum === movementAmount(whole, currency)
    if (isWhole)
      return parts.map((part) => movementEntry(part, { currency, batch: 'detail', whole }))
    const isTotal = levelOf(whole) === '1' || levelOf(whole) === '2'
    return [movementEntry(whole, { currency, batch: isTotal ? 'whole' : null, whole })]
  })
}

/** Level 9 are details of level 7. */
function smallestParts(details: readonly Movement[]): readonly Movement[] {
  const hasNinth = details.some((it) => levelOf(it) === '9')
  return details.filter((it) => levelOf(it) !== '8' && !(hasNinth && levelOf(it) === '7'))
}
