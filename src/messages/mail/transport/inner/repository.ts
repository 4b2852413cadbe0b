import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { forUpdate } from '../../../../platform/database/db.ts'
import { tablesOf } from '../../../../platform/database/scope.ts'
import { seal, unseal } from '../../../../platform/seal.ts'
import type { Pace, StoredTransport } from './transport.ts'

const PLACE = 'mail_transport'
const DKIM_PLACE = 'mail_dkim'
const NEVER = '1970-01-01T00:00:00.000Z'

const NONE: StoredTransport = {
  version: 0,
  transport: null,
  secrets: {},
  isOwners: false,
  updatedAt: NEVER,
}

interface Row {
  readonly version: bigint
  readonly document: string
  readonly secrets_sealed: string | null
  readonly set_by_owner: bigint
  readonly updated_at: string
}

export async function findTransport(work: ReadWork): Promise<StoredTransport> {
  const row = await tablesOf(work).selectFrom('mail_transports').selectAll().executeTakeFirst()
  return row ? await toStored(work, row) : NONE
}

/** The stored mail server, locked until the transaction ends. */
export async function lockTransport(work: Work): Promise<StoredTransport> {
  await tablesOf(work)
    .insertInto('mail_transports', {
      version: 0n,
      document: 'null',
      secrets_sealed: null,
      dkim_sealed: null,
      set_by_owner: 0n,
      updated_at: NEVER,
    })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
  const row = await tablesOf(work)
    .selectFrom('mail_transports')
    .selectAll()
    .modifyEnd(forUpdate(work.db))
    .executeTakeFirstOrThrow()
  return await toStored(work, row)
}

export async function saveTransport(work: Work, stored: StoredTransport) {
  const { version, transport, secrets: given, isOwners, updatedAt } = stored
  const hasSecrets = Object.keys(given).length > 0
  await tablesOf(work)
    .updateTable('mail_transports')
    .set({
      version: BigInt(version),
      document: JSON.stringify(transport),
      secrets_sealed: hasSecrets ? seal(await secretOf(work), PLACE, JSON.stringify(given)) : null,
      set_by_owner: isOwners ? 1n : 0n,
      updated_at: updatedAt,
    })
    .execute()
}

export async function saveDkimKey(work: Work, privateKey: string | null): Promise<void> {
  const sealed = privateKey && seal(await secretOf(work), DKIM_PLACE, privateKey)
  await tablesOf(work).updateTable('mail_transports').set({ dkim_sealed: sealed }).execute()
}

export async function findDkimKey(work: ReadWork): Promise<string | null> {
  const row = await tablesOf(work)
    .selectFrom('mail_transports')
    .select('dkim_sealed')
    .executeTakeFirst()
  return row?.dkim_sealed ? unseal(await secretOf(work), DKIM_PLACE, row.dkim_sealed) : null
}

function secretOf(work: ReadWork) {
  return work.app.secrets.require(work, 'mail')
}

async function toStored(work: ReadWork, row: Row): Promise<StoredTransport> {
  const sealed = row.secrets_sealed
  const opened = sealed && unseal(await secretOf(work), PLACE, sealed)
  return {
    version: Number(row.version),
    transport: JSON.parse(row.document),
    secrets: opened ? JSON.parse(opened) : {},
    isOwners: row.set_by_owner === 1n,
    updatedAt: row.updated_at,
  }
}

const FRESH: Pace = {
  nextAt: NEVER,
  day: '1970-01-01',
  dayCount: 0,
  failures: 0,
  failingSince: null,
  waitsUntil: null,
  lastError: null,
}

export async function findPace(work: ReadWork): Promise<Pace> {
  const row = await tablesOf(work).selectFrom('mail_pace').selectAll().executeTakeFirst()
  return row ? toPace(row) : FRESH
}

export async function lockPace(work: Work): Promise<Pace> {
  await tablesOf(work)
    .insertInto('mail_pace', toRow(FRESH))
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
  const row = await tablesOf(work)
    .selectFrom('mail_pace')
    .selectAll()
    .modifyEnd(forUpdate(work.db))
    .executeTakeFirstOrThrow()
  return toPace(row)
}

export async function savePace(work: Work, pace: Pace): Promise<void> {
  await tablesOf(work).updateTable('mail_pace').set(toRow(pace)).execute()
}

const toRow = (pace: Pace) => ({
  next_at: pace.nextAt,
  day: pace.day,
  day_count: BigInt(pace.dayCount),
  failures: BigInt(pace.failures),
  failing_since: pace.failingSince,
  waits_until: pace.waitsUntil,
  last_error: pace.lastError,
})

const toPace = (row: ReturnType<typeof toRow>): Pace => ({
  nextAt: row.next_at,
  day: row.day,
  dayCount: Number(row.day_count),
  failures: Number(row.failures),
  failingSince: row.failing_since,
  waitsUntil: row.waits_until,
  lastError: row.last_error,
})
