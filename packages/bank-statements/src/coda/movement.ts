import { ibanOf } from '../account.ts'
import { fixedAmount } from '../amounts.ts'
import { unreadable } from '../bank-file-error.ts'
import { required, shortDay } from '../dates.ts'
import { referenceOf } from '../references.ts'
import { type BankEntry, EMPTY_ENTRY } from '../statement.ts'
import { filled, referenceText, textOf } from '../text.ts'
import type { CodaRecord } from './records.ts'

/** Record 2.1 and those that belong to it. */
export interface Movement {
  readonly head: CodaRecord
  readonly parts: CodaRecord[]
}

/** Movement and detail have one number; the detail number of the movement itself is zero. */
export const sequenceOf = ({ head }: Movement): string => head.at(3, 6)
export const isDetail = ({ head }: Movement): boolean => head.at(7, 10) !== '0000'
/** 0 to 3 for movements, 5 to 9 for details of them. */
export const levelOf = ({ head }: Movement): string => head.at(54, 54)

/** How many decimals CODA writes, whatever the currency. */
export const CODA_DECIMALS = 3

export function movementAmount({ head }: Movement, currency: string): bigint {
  const amount = fixedAmount(head.at(33, 47), {
    decimals: CODA_DECIMALS,
    currency,
    line: head.line,
  })
  return signed(amount, head.at(32, 32), head.line)
}

export function signed(amount: bigint, sign: string, line: number): bigint {
  if (sign !== '0' && sign !== '1') throw unreadable('record', { line })
  return sign === '1' ? -amount : amount
}

/** What a movement and its details share. */
export interface MovementPlace {
  readonly currency: string
  readonly batch: BankEntry['batch']
  /** Of the movement, for a detail that does not say it. */
  readonly whole: Movement
}

export function movementEntry(movement: Movement, place: MovementPlace): BankEntry {
  const { head, parts } = movement
  const { currency, batch, whole } = place
  const second = parts.find(({ type }) => type === '2.2')
  const third = parts.find(({ type }) => type === '2.3')
  const valueDay = shortDay(head.at(48, 53), head.line)
  const bookedDay =
    shortDay(head.at(116, 121), head.line) ?? shortDay(whole.head.at(116, 121), whole.head.line)
  const bookingDate = required(bookedDay ?? valueDay, head.line)
  const { references, mandate, creditorId, texts } = communicationOf(movement)
  const { text, lines } = textOf(texts, head.line)
  const own = referenceText(head.at(11, 31))
  const shared = referenceText(whole.head.at(11, 31))
  return {
    ...EMPTY_ENTRY,
    bookingDate,
    valueDate: valueDay ?? bookingDate,
    amountMinor: movementAmount(movement, currency),
    currency,
    name: filled(third?.at(48, 82)),
    iban: ibanOf(third?.at(11, 44)),
    text,
    lines,
    endToEnd: referenceText(second?.at(64, 98)),
    references,
    // Details may repeat the reference of their movement.
    bankReference: batch === 'detail' && own === shared ? null : own,
    entryReference: shared,
    batch,
    mandate,
    creditorId,
    returnReason: filled(second?.at(114, 117)),
    isReversal: (second?.at(113, 113) ?? ' ').trim() !== '' && second?.at(113, 113) !== '0',
    code: { iso: null, proprietary: filled(head.at(54, 61)) },
  }
}

/** Free or structured, over up to three records; information records have more of it. */
function communicationOf({ head, parts }: Movement) {
  const isStructured = head.at(62, 62) === '1'
  const kind = head.at(63, 65)
  const content = [
    isStructured ? head.at(66, 115) : head.at(63, 115),
    ...parts.flatMap((part) =>
      part.type === '2.2' ? [part.at(11, 63)] : part.type === '2.3' ? [part.at(83, 125)] : [],
    ),
  ].join('')
  const information = informationLines(parts)
  if (!isStructured) return { ...NO_STRUCTURE, texts: [content, ...information] }
  if (kind === '100' || kind === '101' || kind === '102') {
    // ISO 11649, or twelve digits.
    const value = referenceText(kind === '100' ? content : content.slice(0, 12))
    const references = value === null ? [] : [referenceOf(value, { issuer: 'BBA' })]
    return { ...NO_STRUCTURE, references, texts: information }
  }
  // SEPA direct debit: day, three types, creditor, mandate, words.
  if (kind === '127')
    return {
      ...NO_STRUCTURE,
      creditorId: filled(content.slice(9, 44)),
      mandate: referenceText(content.slice(44, 79)),
      texts: [content.slice(79, 141), ...information],
    }
  return { ...NO_STRUCTURE, texts: [content, ...information] }
}

const NO_STRUCTURE = { references: [], mandate: null, creditorId: null } as const

/** Free information; structured one is about the party, which record 2.3 has. */
function informationLines(parts: readonly CodaRecord[]): readonly string[] {
  const lines: string[] = []
  let isFree = false
  for (const { type, at } of parts) {
    if (type === '3.1') isFree = at(40, 40) === '0'
    if (!isFree) continue
    if (type === '3.1') lines.push(at(41, 113))
    if (type === '3.2') lines.push(at(11, 115))
    if (type === '3.3') lines.push(at(11, 100))
  }
  return lines
}
