import * as rules from '../../../../kernel/fields/rules.ts'
import { FieldError, type Rule } from '../../../../kernel/fields/rules.ts'
import type { ForeignRow } from '../../../../platform/database/sqlite/foreign.ts'
import type { CustomerInput } from '../../../../sales/customers/input.ts'
import type { ImportNote } from '../../report.ts'
import { textOf } from '../source-values.ts'
import { type NoteCode, refusedNoteOf } from './notes.ts'

interface BroughtCustomer {
  readonly sourceId: string
  readonly input: CustomerInput
  readonly notes: readonly ImportNote[]
}

interface Checked {
  readonly column: string
  /** The name of the value in the notes of the customer. */
  readonly label: string
  readonly note: NoteCode
  readonly rule: Rule
}

const EMAIL: Checked = {
  column: 'email',
  label: 'E-mail',
  note: 'email_moved',
  rule: rules.email,
}
const COUNTRY: Checked = {
  column: 'country_code',
  label: 'Country',
  note: 'country_moved',
  rule: rules.country,
}

/** The address from Invio's single text: the first line stays, the other lines become one. */
function addressLines(text: string | null): {
  readonly line1: string | null
  readonly line2: string | null
} {
  const lines = (text ?? '').split(/\r?\n/).map((line) => line.trim())
  const [line1, ...rest] = lines.filter((line) => line !== '')
  return { line1: line1 ?? null, line2: rest.join(', ') || null }
}

/** A customer of Invio. Values that break a rule here go to the internal notes, with a note in the report. */
export function toCustomerInput(row: ForeignRow): BroughtCustomer {
  const name = textOf(row, 'name') ?? ''
  const where = `customer ${name}`
  const notes: ImportNote[] = []
  const kept: string[] = []
  const checked = ({ column, label, note, rule }: Checked): string | null => {
    const text = textOf(row, column)
    if (text === null) return null
    try {
      return rule(text)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      kept.push(`${label}: ${text}`)
      notes.push({ where, ...refusedNoteOf(note, { value: text }, error) })
      return null
    }
  }
  const number = textOf(row, 'customer_number')
  const input = {
    name,
    contact_name: textOf(row, 'contact_name'),
    email: checked(EMAIL),
    phone: textOf(row, 'phone'),
    address: {
      ...addressLines(textOf(row, 'address')),
      city: textOf(row, 'city'),
      postal_code: textOf(row, 'postal_code'),
      country_code: checked(COUNTRY),
    },
    tax_id: textOf(row, 'tax_id'),
    metadata: {
      invio_id: textOf(row, 'id') ?? '',
      ...(number === null ? {} : { invio_customer_number: number }),
    },
  }
  const own = textOf(row, 'notes')
  const text = [...(own === null ? [] : [own]), ...kept].join('\n')
  return {
    sourceId: textOf(row, 'id') ?? '',
    input: { ...input, ...(text === '' ? {} : { notes: text }) },
    notes,
  }
}
