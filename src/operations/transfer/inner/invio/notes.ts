import type { ImportNote } from '../../report.ts'

/**
 * The messages of the report by code. Codes are public: programs and translations depend on them.
 */
export const NOTES = {
  settings_taken: 'Taken over: {names}.',
  settings_kept: 'Set here already, so kept: {names}.',
  link_left: 'The public link of {number} in Invio stops working. To share it, publish it again.',
  setting_unknown: 'Billwright has no setting `{setting}`.',
  setting_skipped: '`{setting}` was skipped.',
  numbering_unsupported: 'The numbering pattern {pattern} is not supported.',
  template_missing: 'The template is not installed in Billwright. Install it to use it.',
  seller_name_missing:
    'Invio has no company name. Issued invoices imported without a seller name: {count}.',
  email_moved: 'E-mail {value} was moved to the notes.',
  country_moved: 'Country {value} was moved to the notes.',
  status_unknown: 'Its status {status} is unknown. It was imported as a draft.',
  unit_unknown: 'The unit {unit} has no code (UNECE Rec 20). It was moved to the details.',
  amount_rounded: 'A quantity or price had more than 6 decimals and was rounded.',
  negative_price: 'A negative price became a negative quantity (EN 16931 BR-27).',
  taxes_added: 'Taxes of {rates} % on one item were added up to one rate.',
  draft_number_dropped:
    'It is a draft, so its number {number} was not imported. Issuing assigns the next number.',
  draft_number_kept: 'It was sent with a draft number and keeps it.',
  overdue_without_due_date:
    'It was overdue without a due date. Billwright shows it as overdue once it has a due date.',
  no_items: 'It has no items.',
  due_before_issue: 'Its due date is before its issue date.',
  attachments_left: '{count}: attachments stay in the folder of Invio.',
  products_left: '{count}: products are not imported. Import them from CSV.',
  users_left: '{count}: users are not imported. Add them again.',
} as const

export type NoteCode = keyof typeof NOTES
type Params = Readonly<Record<string, string>>
/** A note whose position only its reader knows. */
export type PlacelessNote = Omit<ImportNote, 'where'>

export function noteOf(code: NoteCode, params: Params = {}): PlacelessNote {
  const message = NOTES[code].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  return { code, params, message }
}

/** A note of a value that breaks a rule; `reason` is the code of the fault. */
export function refusedNoteOf(
  code: NoteCode,
  params: Params,
  fault: { readonly code: string; readonly message: string },
): PlacelessNote {
  const { message } = noteOf(code, params)
  return { code, params: { ...params, reason: fault.code }, message: `${message} ${fault.message}` }
}
