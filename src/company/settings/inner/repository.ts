import { formatMicro } from '@billwright/money'
import { daysOfTerms, termsOfDays } from '@billwright/rules/payment-terms'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import type { Work } from '../../../core/record/work.ts'
import type { Field } from '../../../kernel/fields/field.ts'
import { type Db, forUpdate } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  compiledForCompany,
  tablesOf,
} from '../../../platform/database/scope.ts'
import { FIELDS, type Leaves, type Path, partsOf, singleOf } from '../fields.ts'
import type { Picture } from '../logo.ts'
import type { Settings, TaxRepresentative } from '../settings.ts'

const NEVER = '1970-01-01T00:00:00.000Z'

/** The stored settings document: only the keys that were set. */
export interface StoredSettings {
  readonly version: number
  readonly updatedAt: string
  readonly document: string
}

const NOTHING_STORED: StoredSettings = { version: 0, updatedAt: NEVER, document: '{}' }

const COLUMNS = ['version', 'document', 'updated_at'] as const

/** Read in every request. */
const select = compiledForCompany((scope) => tablesOf(scope).selectFrom('settings').select(COLUMNS))

const selectToChange = compiledForCompany((scope) =>
  tablesOf(scope).selectFrom('settings').select(COLUMNS).modifyEnd(forUpdate(scope.db)),
)

export async function readStored(scope: CompanyDb): Promise<StoredSettings> {
  const [row] = await select(scope)
  return row ? toStored(row) : NOTHING_STORED
}

/** Reads the stored document and locks it until the transaction ends. */
export async function lockStored(work: Work): Promise<StoredSettings> {
  // A missing row cannot be locked, so two first changes would both begin from nothing.
  await tablesOf(work)
    .insertInto('settings', toRow(NOTHING_STORED))
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
  const [row] = await selectToChange(work)
  return row ? toStored(row) : NOTHING_STORED
}

/** Only after `lockStored`. */
export async function saveStored(work: Work, stored: StoredSettings): Promise<void> {
  await tablesOf(work).updateTable('settings').set(toRow(stored)).execute()
}

const toStored = (row: ReturnType<typeof toRow>): StoredSettings => ({
  version: Number(row.version),
  updatedAt: row.updated_at,
  document: row.document,
})

const toRow = ({ version, updatedAt, document }: StoredSettings) => ({
  version: BigInt(version),
  document,
  updated_at: updatedAt,
})

export const companiesWithBankFolder = (db: Db, among: Among) =>
  companiesWith(db, 'settings', { among, where: sql`document like '%"bankFolder":"%'` })

/** The companies with an address for notices. Literal values, so that the partial index applies. */
export const listNotified = (db: Db, among: Among) =>
  companiesWith(db, 'settings', { among, where: sql`document like '%"notify/email":"%'` })

/** Never deleted, because issued invoices keep their logo. */
export async function keepPicture(work: Work, { id, mediaType, bytes }: Picture): Promise<void> {
  await tablesOf(work)
    .insertInto('logos', { id, media_type: mediaType, bytes })
    .onConflict((conflict) => conflict.columns(['company_id', 'id']).doNothing())
    .execute()
}

export async function findPicture(scope: CompanyDb, id: string): Promise<Picture | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('logos')
    .select(['media_type', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { id, mediaType: row.media_type, bytes: row.bytes }
}

/** Always in the same order, so that equal settings are equal texts. */
export const toDocument = (leaves: Partial<Leaves>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(leaves)
        .map(([path, value]) => [path, fieldAt(path).store(value)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

export const toStoredLeaves = (document: string): Partial<Leaves> =>
  Object.fromEntries(
    Object.entries(JSON.parse(document)).map(([path, stored]) => [
      path,
      fieldAt(path).load(stored),
    ]),
  )

const fieldAt = (path: string): Field<string, unknown, TSchema> => FIELDS[path as Path]

export function toSettings(
  leaves: Leaves,
  { version, updatedAt }: Omit<StoredSettings, 'document'>,
): Settings {
  const { logo, ...single } = singleOf(leaves)
  const { category, rate } = partsOf(leaves, 'defaultTax')
  const chargeTax = partsOf(leaves, 'chargeTax')
  const paymentTerms = single.paymentTerms ?? termsOfDays(single.paymentTermsDays)
  const { scheme, id } = partsOf(leaves, 'companyEndpoint')
  return {
    version,
    updatedAt,
    ...single,
    paymentTerms,
    paymentTermsDays: daysOfTerms(paymentTerms),
    logoId: logo,
    companyAddress: partsOf(leaves, 'companyAddress'),
    taxRepresentative: toRepresentative(leaves),
    companyEndpoint: scheme !== null && id !== null ? { scheme, id } : null,
    bankAccount: partsOf(leaves, 'bankAccount'),
    defaultTax: { category, rateMicro: rate },
    chargeTax: { ...chargeTax, rate: formatMicro(chargeTax.rate) },
    invoiceNumbering: partsOf(leaves, 'invoiceNumbering'),
    creditNoteNumbering: partsOf(leaves, 'creditNoteNumbering'),
    quoteNumbering: partsOf(leaves, 'quoteNumbering'),
    deliveryNoteNumbering: partsOf(leaves, 'deliveryNoteNumbering'),
    nonWorkingDays: partsOf(leaves, 'nonWorkingDays'),
    notify: partsOf(leaves, 'notify'),
    mailFrom: partsOf(leaves, 'mailFrom'),
    mailAttach: partsOf(leaves, 'mailAttach'),
    directDebit: partsOf(leaves, 'directDebit'),
    letterhead: partsOf(leaves, 'letterhead'),
  }
}

function toRepresentative(leaves: Leaves): TaxRepresentative | null {
  const { name, taxId, ...address } = partsOf(leaves, 'taxRepresentative')
  return name === null || taxId === null ? null : { name, taxId, address }
}
