import { parseMicro } from '../money/decimal.ts'
import { compiledOnce } from '../platform/database/compiled.ts'
import { type Db, forUpdate, type Trx } from '../platform/database/db.ts'
import type { Leaves } from './defaults.ts'
import type { Picture } from './logo.ts'
import type { Settings, TaxRepresentative } from './settings.ts'

const ROW_ID = 'settings'
const NEVER = '1970-01-01T00:00:00.000Z'

/** The settings document as stored: only what somebody set. */
export interface StoredSettings {
  readonly version: number
  readonly updatedAt: string
  readonly document: string
}

const NOTHING_STORED: StoredSettings = { version: 0, updatedAt: NEVER, document: '{}' }

/** Read in every request. */
const findRow = compiledOnce((db, id: string) =>
  db.selectFrom('settings').select(['version', 'document', 'updated_at']).where('id', '=', id),
)

export async function readStored(db: Db): Promise<StoredSettings> {
  const [row] = await findRow(db, ROW_ID)
  if (!row) return NOTHING_STORED
  return { version: Number(row.version), updatedAt: row.updated_at, document: row.document }
}

/** Reads what is stored and lets nobody else change it until the transaction ends. */
export async function lockStored(trx: Trx): Promise<StoredSettings> {
  // A row that is not there cannot be locked: two first changes would both begin from nothing.
  await trx
    .insertInto('settings')
    .values({ id: ROW_ID, version: 0n, document: NOTHING_STORED.document, updated_at: NEVER })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await trx
    .selectFrom('settings')
    .select('id')
    .where('id', '=', ROW_ID)
    .modifyEnd(forUpdate(trx))
    .execute()
  return readStored(trx)
}

/** Only after `lockStored`. */
export async function saveStored(trx: Trx, { version, document, updatedAt }: StoredSettings) {
  await trx
    .updateTable('settings')
    .set({ version: BigInt(version), document, updated_at: updatedAt })
    .where('id', '=', ROW_ID)
    .execute()
}

/** Kept for good: issued invoices go on showing the logo they were issued with. */
export async function keepPicture(trx: Trx, { id, mediaType, bytes }: Picture): Promise<void> {
  await trx
    .insertInto('logos')
    .values({ id, media_type: mediaType, bytes })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function findPicture(db: Db, id: string): Promise<Picture | undefined> {
  const row = await db
    .selectFrom('logos')
    .select(['media_type', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { id, mediaType: row.media_type, bytes: row.bytes }
}

/** Always in the same order, so that equal settings are equal texts. */
export const toDocument = (leaves: Partial<Leaves>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(leaves).sort(([a], [b]) => (a < b ? -1 : 1))))

export const toStoredLeaves = (document: string): Partial<Leaves> => JSON.parse(document)

export const toSettings = (
  leaves: Leaves,
  { version, updatedAt }: Omit<StoredSettings, 'document'>,
): Settings => ({
  version,
  updatedAt,
  templateId: leaves.templateId,
  logoId: leaves.logo,
  accentColor: leaves.accentColor,
  companyName: leaves.companyName,
  companyContact: leaves.companyContact,
  companyEmail: leaves.companyEmail,
  companyPhone: leaves.companyPhone,
  companyWebsite: leaves.companyWebsite,
  companyAddress: {
    line1: leaves['companyAddress/line1'],
    line2: leaves['companyAddress/line2'],
    city: leaves['companyAddress/city'],
    postalCode: leaves['companyAddress/postalCode'],
    region: leaves['companyAddress/region'],
    countryCode: leaves['companyAddress/countryCode'],
  },
  companyTradingName: leaves.companyTradingName,
  companyLegalForm: leaves.companyLegalForm,
  companyTaxId: leaves.companyTaxId,
  companyTaxNumber: leaves.companyTaxNumber,
  companyRegistrationId: leaves.companyRegistrationId,
  companyRegistrationScheme: leaves.companyRegistrationScheme,
  taxRepresentative: toRepresentative(leaves),
  companyEndpoint: toEndpoint(leaves['companyEndpoint/scheme'], leaves['companyEndpoint/id']),
  bankAccount: {
    holder: leaves['bankAccount/holder'],
    iban: leaves['bankAccount/iban'],
    bic: leaves['bankAccount/bic'],
    bankName: leaves['bankAccount/bankName'],
    creditorId: leaves['bankAccount/creditorId'],
    qrIban: leaves['bankAccount/qrIban'],
  },
  paymentInstructions: leaves.paymentInstructions,
  paymentMeans: leaves.paymentMeans,
  eInvoiceProfile: leaves.eInvoiceProfile,
  currency: leaves.currency,
  locale: leaves.locale,
  timeZone: leaves.timeZone,
  dateFormat: leaves.dateFormat,
  taxLabel: leaves.taxLabel,
  defaultTax: {
    category: leaves['defaultTax/category'],
    rateMicro: parseMicro(leaves['defaultTax/rate']),
  },
  pricesIncludeTax: leaves.pricesIncludeTax,
  rounding: leaves.rounding,
  paymentTermsDays: leaves.paymentTermsDays,
  defaultTerms: leaves.defaultTerms,
  defaultNotes: leaves.defaultNotes,
  invoiceNumbering: {
    pattern: leaves['invoiceNumbering/pattern'],
    reset: leaves['invoiceNumbering/reset'],
  },
  creditNoteNumbering: {
    pattern: leaves['creditNoteNumbering/pattern'],
    reset: leaves['creditNoteNumbering/reset'],
  },
  lockIssuedInvoices: leaves.lockIssuedInvoices,
})

function toRepresentative(leaves: Leaves): TaxRepresentative | null {
  const name = leaves['taxRepresentative/name']
  const taxId = leaves['taxRepresentative/taxId']
  if (name === null || taxId === null) return null
  const address = {
    line1: leaves['taxRepresentative/line1'],
    line2: leaves['taxRepresentative/line2'],
    city: leaves['taxRepresentative/city'],
    postalCode: leaves['taxRepresentative/postalCode'],
    region: leaves['taxRepresentative/region'],
    countryCode: leaves['taxRepresentative/countryCode'],
  }
  return { name, taxId, address }
}

const toEndpoint = (scheme: string | null, id: string | null) =>
  scheme !== null && id !== null ? { scheme, id } : null
