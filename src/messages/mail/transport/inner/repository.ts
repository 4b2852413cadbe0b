import type { CompanySecrets } from '../../../../core/companies/secrets.ts'
import type { Work } from '../../../../core/record/work.ts'
import { forUpdate } from '../../../../platform/database/db.ts'
import { type CompanyDb, tablesOf } from '../../../../platform/database/scope.ts'
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

/** Encrypted with a secret of the company, which moves with it to another installation. */
export function createTransportRepository(secrets: Pick<CompanySecrets, 'require'>) {
  const secretOf = (scope: CompanyDb) => secrets.require(scope, 'mail')

  const toStored = async (scope: CompanyDb, row: Row): Promise<StoredTransport> => {
    const sealed = row.secrets_sealed
    const opened = sealed && unseal(await secretOf(scope), PLACE, sealed)
    return {
      version: Number(row.version),
      transport: JSON.parse(row.document),
      secrets: opened ? JSON.parse(opened) : {},
      isOwners: row.set_by_owner === 1n,
      updatedAt: row.updated_at,
    }
  }

  return {
    async find(scope: CompanyDb): Promise<StoredTransport> {
      const row = await tablesOf(scope).selectFrom('mail_transports').selectAll().executeTakeFirst()
      return row ? await toStored(scope, row) : NONE
    },

    /** The stored mail server, locked until the transaction ends. */
    async lock(work: Work): Promise<StoredTransport> {
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
    },

    async save(work: Work, stored: StoredTransport) {
      const { version, transport, secrets: given, isOwners, updatedAt } = stored
      const hasSecrets = Object.keys(given).length > 0
      await tablesOf(work)
        .updateTable('mail_transports')
        .set({
          version: BigInt(version),
          document: JSON.stringify(transport),
          secrets_sealed: hasSecrets
            ? seal(await secretOf(work), PLACE, JSON.stringify(given))
            : null,
          set_by_owner: isOwners ? 1n : 0n,
          updated_at: updatedAt,
        })
        .execute()
    },

    async saveDkimKey(work: Work, privateKey: string | null): Promise<void> {
      const sealed = privateKey && seal(await secretOf(work), DKIM_PLACE, privateKey)
      await tablesOf(work).updateTable('mail_transports').set({ dkim_sealed: sealed }).execute()
    },

    async findDkimKey(scope: CompanyDb): Promise<string | null> {
      const row = await tablesOf(scope)
        .selectFrom('mail_transports')
        .select('dkim_sealed')
        .executeTakeFirst()
      return row?.dkim_sealed ? unseal(await secretOf(scope), DKIM_PLACE, row.dkim_sealed) : null
    },
  }
}

export type TransportRepository = ReturnType<typeof createTransportRepository>

const FRESH: Pace = {
  nextAt: NEVER,
  day: '1970-01-01',
  dayCount: 0,
  failures: 0,
  failingSince: null,
  waitsUntil: null,
  lastError: null,
}

export async function findPace(scope: CompanyDb): Promise<Pace> {
  const row = await tablesOf(scope).selectFrom('mail_pace').selectAll().executeTakeFirst()
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
