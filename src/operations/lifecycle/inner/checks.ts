import type { TSchema } from 'typebox'
import { Value as Schemas } from 'typebox/value'
import { FIELDS, type Path } from '../../../company/settings/fields.ts'
import { isDrawing } from '../../../company/settings/logo.ts'
import { isSafePath } from '../../../company/templates/install/manifest-names.ts'
import { sanitize } from '../../../company/templates/sanitize.ts'
import { checkTemplateName } from '../../../company/templates/template.ts'
import { COMPANY_SECRETS } from '../../../core/companies/secrets.ts'
import { DangerousFile } from '../../../core/files/dangerous.ts'
import { FILE_HOLDERS } from '../../../core/files/file.ts'
import { kindOfBytes } from '../../../core/files/kind.ts'
import { isStorable } from '../../../core/http/text.ts'
import { PERIODIC } from '../../../core/jobs/job.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Field } from '../../../kernel/fields/field.ts'
import { table } from '../../../kernel/table.ts'
import { CUSTOMER_KINDS, MESSAGE_KINDS } from '../../../messages/mail/message.ts'
import { assetType } from '../../../platform/asset-bytes.ts'
import type { ColumnKind, Row, TableShape, Value } from '../../../platform/database/company-rows.ts'
import type { CompanyTable } from '../../../platform/database/tables.ts'
import { sha256 } from '../../../platform/ids.ts'
import { areStoredAttempts, isStoredNotice } from '../../../receivables/collections/stored.ts'
import { isStoredConsent, isStoredMandate } from '../../../receivables/methods/stored.ts'
import { archiveUnreadable } from './errors.ts'

/* An archive is a stranger's file: whatever a row may not have refuses the archive. */

const TEXT_MAX = 16 * 1024 * 1024
const INTEGER_MAX = BigInt(Number.MAX_SAFE_INTEGER)
const DEPTH_MAX = 40

/** No path, markup or blank is part of an id. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,119}$/
const HASH = /^([0-9a-f]{64}|[0-9a-f]{66})?$/
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,3})?Z)?$/
const WORD = /^[A-Za-z0-9_.+-]{0,60}$/
const CURRENCY = /^[A-Z]{3}$/
const SECRET = /^[A-Za-z0-9_-]{16,200}$/
const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/
const EVENT_TYPE = /^(\*|[a-z_]+(\.[a-z_*]+)*)$/
const MESSAGE_ID = /^<[^<>\s]{1,300}>$/

/** Forms of texts, by the names of their columns. The first that fits applies. */
const FORMS: readonly (readonly [names: RegExp, form: RegExp])[] = [
  [/^(tax|registration|endpoint|identifier|external)_id$/, /^[^\p{Cc}]*$/u],
  [/(^|_)id$|^(settled_by|product|reminder_plan)$/, ID],
  [/(sha256|_hash|digest)$|^hash$/, HASH],
  [/_(at|since|date|on|day)$|^(at|day|date|valid_(from|until))$/, TIME],
  [/^(asked|notified|paused|waits)_until$|^send_after$/, TIME],
  [/(^|_)currency$/, CURRENCY],
  [/^(share|secret)_nonce$/, SECRET],
  [/^language$/, LANGUAGE],
  [/^(kind|status|role|state|outcome|visible|rounding|sort|reset|action|type)$/, WORD],
  [/_(kind|type|status|preset|scheme)$/, /^[A-Za-z0-9_./+ :;=-]{0,100}$/],
]

/** Headers that look like another column. */
const EXCEPT = table<RegExp | null>({
  'messages.message_id': MESSAGE_ID,
  'template_assets.media_type': null,
  'customers.e_invoice_profile': WORD,
})

/** Columns with JSON, and whether it is a list, an object, either or null. */
export const JSON_COLUMNS = table<'list' | 'object' | 'any'>({
  'bank_declined.documents': 'list',
  'bank_declined.evidence': 'list',
  'bank_entries.booked_by': 'any',
  'bank_entries.content': 'object',
  'bank_entries.flags': 'list',
  'bank_entries.marks': 'list',
  'bank_entries.proposals': 'list',
  'bank_files.problems': 'list',
  'bank_files.profile': 'any',
  'bank_profiles.mapping': 'object',
  'bank_rules.action': 'object',
  'bank_rules.conditions': 'object',
  'bank_statements.problems': 'list',
  'checkouts.charged': 'object',
  'checkouts.consent': 'object',
  'closings.sums': 'any',
  'collections.attempts': 'list',
  'collections.notice': 'object',
  'collections.problems': 'list',
  'customers.addresses': 'list',
  'customers.billing_emails': 'list',
  'customers.cc': 'list',
  'customers.contacts': 'list',
  'customers.custom_fields': 'list',
  'customers.early_payment': 'list',
  'customers.email_problem': 'object',
  'customers.external_ids': 'list',
  'customers.mail_stop': 'object',
  'customers.metadata': 'object',
  'customers.tax_id_check': 'object',
  'customers.withholdings': 'list',
  'delivery_notes.content': 'object',
  'direct_debit_runs.approved_by': 'object',
  'direct_debit_runs.created_by': 'object',
  'direct_debit_runs.excluded': 'list',
  'direct_debit_runs.first_approval': 'object',
  'entries.external_ids': 'list',
  'entries.metadata': 'object',
  'entries.tax': 'object',
  'events.data': 'object',
  'figures_at.limits_near': 'any',
  'import_records.faults': 'list',
  'import_records.notes': 'list',
  'import_records.source': 'object',
  'imports.options': 'object',
  'invoice_items.optional_fields': 'object',
  'invoice_views.filters': 'object',
  'invoices.buyer': 'object',
  'invoices.metadata': 'object',
  'invoices.optional_fields': 'object',
  'invoices.seller': 'object',
  'jobs.payload': 'object',
  'late_charges.spans': 'list',
  'mail_transports.document': 'any',
  'message_attempts.steps': 'list',
  'messages.attachments': 'list',
  'messages.content': 'object',
  'notices.told': 'any',
  'payment_methods.consent': 'object',
  'payment_methods.mandate': 'object',
  'payment_providers.differing': 'list',
  'products.external_ids': 'list',
  'products.metadata': 'object',
  'provider_payments.acknowledged': 'list',
  'provider_payments.problems': 'list',
  'quotes.answers': 'list',
  'quotes.content': 'object',
  'quotes.optional_items': 'object',
  'recurring_invoices.attention': 'object',
  'recurring_invoices.changes': 'list',
  'recurring_invoices.extras': 'list',
  'recurring_invoices.invoice': 'object',
  'recurring_invoices.mail': 'object',
  'recurring_invoices.period': 'object',
  'recurring_invoices.planned_for': 'object',
  'recurring_invoices.schedule': 'object',
  'recurring_invoices.skips': 'list',
  'recurring_runs.problem': 'object',
  'reminder_plans.rules': 'object',
  'reminders.content': 'object',
  'reminders.problem': 'object',
  'revisions.changes': 'object',
  'settings.document': 'object',
  'supplier_invoices.content': 'object',
  'supplier_invoices.findings': 'list',
  'supplier_invoices.seller': 'object',
  'template_versions.removed': 'list',
  'webhook_deliveries.body': 'object',
  'webhooks.event_types': 'list',
  'webhooks.previous_secrets': 'list',
})

/** Columns with JSON whose rooms know its form. */
const STORED_FORMS = table<(value: unknown) => boolean>({
  'checkouts.consent': isStoredConsent,
  'collections.attempts': areStoredAttempts,
  'collections.notice': isStoredNotice,
  'payment_methods.consent': isStoredConsent,
  'payment_methods.mandate': isStoredMandate,
})

/** The files of a supplier invoice, and its place in the file of several. */
const ORIGINAL_TYPES = table<string>({
  'original.xml': 'application/xml',
  'original.pdf': 'application/pdf',
  'original.p7m': 'application/pkcs7-mime',
  'place.txt': 'text/plain',
})

/** Some rows are compared with earlier ones of the same import. */
interface Context {
  /** The kinds of jobs that a company has for itself. */
  readonly jobKinds: () => readonly string[]
  readonly assets: ReadonlyMap<string, readonly string[]>
  /** Media types of files, by their hash. */
  readonly kinds: Map<string, string | null>
}

const SPECIAL: Readonly<
  Partial<Record<CompanyTable, (row: Row, context: Context) => Promise<Row | null>>>
> = {
  company_secrets: async (row) => {
    allow(COMPANY_SECRETS, row, 'name')
    if (!SECRET.test(textOf(row, 'value'))) throw refused('company_secrets', 'value')
    return row
  },
  // Answers of another installation, which this one must not give.
  idempotency_keys: async () => null,
  settings: async (row) => {
    checkSettings(textOf(row, 'document'))
    return row
  },
  logos: async (row) => {
    const bytes = bytesOf(row, 'bytes')
    if (sha256(bytes) !== row.id) throw refused('logos', 'id')
    const type = assetType(bytes)
    const isPicture = type === row.media_type && String(type).startsWith('image/')
    const isSvg = row.media_type === 'image/svg+xml' && (await isDrawing(bytes))
    if (!isPicture && !isSvg) throw refused('logos', 'bytes')
    return row
  },
  file_contents: async (row, { kinds }) => {
    const bytes = bytesOf(row, 'bytes')
    const hash = textOf(row, 'sha256')
    if (sha256(bytes) !== hash) throw refused('file_contents', 'sha256')
    kinds.set(hash, await mediaTypeOf(bytes))
    return row
  },
  files: async (row, { kinds }) => {
    if (row.owner_kind === 'supplier_invoice') return checkOriginal(row)
    if (kinds.get(textOf(row, 'sha256')) !== row.media_type) throw refused('files', 'media_type')
    if (/[\\/:*?"<>|\p{Cc}]|^\./u.test(textOf(row, 'name'))) throw refused('files', 'name')
    allow(['customer', 'internal'], row, 'visible')
    allow(FILE_HOLDERS, row, 'owner_kind')
    return row
  },
  templates: async (row) => {
    checkTemplateName(textOf(row, 'id'), textOf(row, 'current_version') || '1')
    for (const name of ['homepage', 'manifest_url']) checkLink('templates', name, row[name])
    return row
  },
  template_versions: async (row, { assets }) => {
    const [id, version] = [textOf(row, 'template_id'), textOf(row, 'version')]
    checkTemplateName(id, version)
    const paths = assets.get(`${id} ${version}`)
    // What was sanitized does not change, unless this release removes more.
    return { ...row, html: sanitize(textOf(row, 'html'), paths).html }
  },
  template_assets: async (row) => {
    const bytes = bytesOf(row, 'bytes')
    if (!isSafePath(textOf(row, 'path'))) throw refused('template_assets', 'path')
    if (sha256(bytes) !== row.sha256) throw refused('template_assets', 'sha256')
    const isSource = row.media_type === 'text/plain; charset=utf-8'
    if (!isSource && assetType(bytes) !== row.media_type)
      throw refused('template_assets', 'media_type')
    return row
  },
  webhooks: async (row) => {
    checkLink('webhooks', 'url', row.url)
    allow(['enabled', 'paused', 'disabled'], row, 'status')
    const types = parsed(textOf(row, 'event_types')) as readonly unknown[]
    if (!types.every((it) => EVENT_TYPE.test(String(it)))) throw refused('webhooks', 'event_types')
    return row
  },
  access_points: async (row) => {
    if (row.url !== '') checkLink('access_points', 'url', row.url)
    return row
  },
  checkouts: async (row) => {
    if (row.url !== '') checkLink('checkouts', 'url', row.url)
    return row
  },
  // An owner of another installation decided there.
  mail_transports: async (row) => ({ ...row, set_by_owner: 0n }),
  message_templates: async (row) => {
    allow(CUSTOMER_KINDS, row, 'kind')
    return row
  },
  messages: async (row) => {
    allow(MESSAGE_KINDS, row, 'kind')
    allow(['queued', 'sending', 'sent', 'failed', 'canceled'], row, 'status')
    return row
  },
  jobs: async (row, { jobKinds }) => {
    // This installation has its own periodic jobs.
    if (row.key === PERIODIC) return null
    allow(jobKinds(), row, 'kind')
    return row
  },
}

/** The checks of one import. */
export function createRowChecks(
  jobKinds: Context['jobKinds'],
  assets: ReadonlyMap<string, readonly string[]>,
): (shape: TableShape, row: Row) => Promise<Row | null> {
  const context: Context = { jobKinds, assets, kinds: new Map() }
  return async (shape, row) => {
    for (const [column, value] of Object.entries(row))
      checkValue(shape.name, column, shape.columns.get(column), value)
    const special = SPECIAL[shape.name]
    if (!special) return row
    try {
      return await special(row, context)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'company_archive_unreadable') throw error
      throw archiveUnreadable(`A row of ${shape.name} is refused: ${error.message}`)
    }
  }
}

const refused = (table: string, column: string): AppError =>
  archiveUnreadable(`A row of ${table} has a value in ${column} that cannot be imported.`)

const textOf = (row: Row, column: string): string => {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}

const bytesOf = (row: Row, column: string): Uint8Array => {
  const value = row[column]
  return value instanceof Uint8Array ? value : new Uint8Array()
}

function allow(allowed: readonly string[], row: Row, column: string): void {
  if (!allowed.includes(textOf(row, column)))
    throw archiveUnreadable(`A row has an unknown value in ${column}.`)
}

function checkValue(
  table: string,
  column: string,
  kind: ColumnKind | undefined,
  value: Value,
): void {
  if (value === null || kind === 'bytes') return
  const name = `${table}.${column}`
  if (typeof value === 'bigint') {
    if (value > INTEGER_MAX || value < -INTEGER_MAX) throw refused(table, column)
    return
  }
  const text = value as string
  if (text.length > TEXT_MAX || !isStorable(text)) throw refused(table, column)
  if (Object.hasOwn(JSON_COLUMNS, name)) {
    checkJson(table, column, text)
    return
  }
  const form = Object.hasOwn(EXCEPT, name)
    ? EXCEPT[name]
    : FORMS.find(([names]) => names.test(column))?.[1]
  if (form && text !== '' && !form.test(text)) throw refused(table, column)
}

/** An empty text is none: the data of some rows are packed. */
function checkJson(table: string, column: string, text: string): void {
  if (text === '') return
  const form = JSON_COLUMNS[`${table}.${column}`]
  const value = parsed(text)
  const isRight =
    value === null ||
    form === 'any' ||
    (typeof value === 'object' && Array.isArray(value) === (form === 'list'))
  if (value === undefined || !isRight || !isPlain(value, 0)) throw refused(table, column)
  const isStored = STORED_FORMS[`${table}.${column}`]
  if (value !== null && isStored?.(value) === false) throw refused(table, column)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** No name that every object has, no text that no request may have, and not too deep. */
function isPlain(value: unknown, depth: number): boolean {
  if (depth > DEPTH_MAX) return false
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([name, it]) => name !== '__proto__' && isStorable(name) && isPlain(it, depth + 1),
  )
}

function checkSettings(document: string): void {
  for (const [name, value] of Object.entries(parsed(document) as object)) {
    const isKnown = Object.hasOwn(FIELDS, name)
    const isLogo = name === 'logo' && (value === null || HASH.test(String(value)))
    if (!isKnown || !(isLogo || isSetting(name as Path, value)))
      throw archiveUnreadable(`The settings have a value of ${name} that cannot be imported.`)
  }
}

function isSetting(path: Path, value: unknown): boolean {
  const field: Field<string, unknown, TSchema> = FIELDS[path]
  if (field.parts) return Array.isArray(value)
  if (value === null || !Schemas.Check(field.input, value)) return false
  let isValid = true
  field.change(null, value, '', () => {
    isValid = false
  })
  return isValid
}

/** The original of a supplier invoice. It is only downloaded, under the type that its name says. */
function checkOriginal(row: Row): Row {
  const name = textOf(row, 'name')
  const type = Object.hasOwn(ORIGINAL_TYPES, name) ? ORIGINAL_TYPES[name] : undefined
  if (type === undefined) throw refused('files', 'name')
  if (row.media_type !== type) throw refused('files', 'media_type')
  allow(['internal'], row, 'visible')
  return row
}

async function mediaTypeOf(bytes: Uint8Array): Promise<string | null> {
  try {
    return (await kindOfBytes(bytes))?.mediaType ?? null
  } catch (error) {
    // An invoice of a supplier may have one, and is never shown; a file of the company may not.
    if (error instanceof DangerousFile || error instanceof AppError) return null
    throw error
  }
}

function checkLink(table: string, column: string, value: Value | undefined): void {
  if (value === null || value === undefined) return
  const url = URL.canParse(String(value)) ? new URL(String(value)) : null
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
  if (!isWeb || String(value).length > 2_000) throw refused(table, column)
}
