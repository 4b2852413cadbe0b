import { accountOf } from '../account.ts'
import { plainAmount } from '../amounts.ts'
import { balanced } from '../balance.ts'
import { unreadable } from '../bank-file-error.ts'
import { dayOf, required } from '../dates.ts'
import { ENTRIES_MAX, TEXT_LENGTH_MAX } from '../limits.ts'
import type { Account, Balance, BankFile, Statement } from '../statement.ts'
import { filled } from '../text.ts'
import { decimalText, type EntryField, entryOf } from './entry.ts'
import { type Field, fieldsOf, isClosing } from './fields.ts'

/** One message from `:20:` to `:62F:`. */
interface Message {
  readonly id: string | null
  account: Account
  number: string | null
  opening: Balance | null
  readonly entries: EntryField[]
}

/**
 * MT940 of SWIFT and its dialects.
 *
 * @throws BankFileError `file_unreadable`
 */
export function readMt940(text: string): BankFile {
  const statements: Statement[] = []
  let message: Message | undefined
  let count = 0
  for (const field of fieldsOf(text)) {
    const { tag, line, lines } = field
    const [value = ''] = lines
    if (tag === '20') message = newMessage(value)
    else if (message && isClosing(tag)) {
      statements.push(statementOf(message, balanceOf(field)))
      message = undefined
    } else if (message) {
      if (tag === '61') count += 1
      if (count > ENTRIES_MAX) throw unreadable('entries', { line, max: ENTRIES_MAX })
      addField(message, field)
    }
  }
  return { format: 'mt940', statements }
}

const newMessage = (id: string): Message => ({
  id: filled(id),
  account: { iban: null, otherId: null },
  number: null,
  opening: null,
  entries: [],
})

function addField(message: Message, field: Field): void {
  const [value = ''] = field.lines
  switch (field.tag) {
    case '25':
    case '25P':
      message.account = accountOf(value)
      break
    case '28':
    case '28C':
      message.number = filled(value)
      break
    case '60F':
    case '60M':
      message.opening = balanceOf(field)
      break
    case '61':
      message.entries.push({ field, information: [], length: 0 })
      break
    case '86':
      addInformation(message.entries.at(-1), field)
      break
  }
}

/** A long text goes on in further fields. */
function addInformation(entry: EntryField | undefined, { line, lines, length }: Field): void {
  if (!entry) return
  entry.information.push(...lines)
  entry.length += length
  if (entry.length > TEXT_LENGTH_MAX) throw unreadable('text', { line, max: TEXT_LENGTH_MAX })
}

function statementOf(message: Message, closing: Balance): Statement {
  const { id, account, number, opening } = message
  const read = message.entries.map((it) => entryOf(it, closing.currency))
  const entries = read.filter((it) => it !== null)
  const { currency } = closing
  const pending = read.length - entries.length
  return balanced({ id, number, account, currency, opening, closing, entries, pending })
}

/** `C260528EUR1000,00` */
function balanceOf({ lines: [value = ''], line }: Field): Balance {
  const parts = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})([\d.,]+)\s*$/.exec(value)
  if (!parts) throw unreadable('record', { line })
  const [, mark, year = '', month = '', day = '', currency = '', digits = ''] = parts
  const amount = plainAmount(decimalText(digits), currency, line)
  return {
    amountMinor: mark === 'D' ? -amount : amount,
    currency,
    date: required(dayOf(year, month, day), line),
  }
}
