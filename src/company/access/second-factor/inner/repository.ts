import { countRows } from '../../../../core/lists/sorted-page.ts'
import type { Db, Trx } from '../../../../platform/database/db.ts'

export interface SecondFactor {
  readonly userId: string
  /** The shared secret, encrypted. */
  readonly secretSealed: string
  readonly confirmedAt: string | null
}

/** Whether it was stored. An active second factor is never replaced, only deleted. */
export async function savePending(
  db: Db,
  { userId, secretSealed }: SecondFactor,
  createdAt: string,
): Promise<boolean> {
  const fresh = { secret_sealed: secretSealed, last_step: 0n, created_at: createdAt }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ user_id: userId, ...fresh, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(fresh)
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { userId, secretSealed: row.secret_sealed, confirmedAt: row.confirmed_at }
}

/** Whether it was confirmed: it must still be the one that was read. */
export async function confirmPending(
  db: Db,
  { userId, secretSealed }: SecondFactor,
  { step, confirmedAt }: { readonly step: number; readonly confirmedAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: BigInt(step), confirmed_at: confirmedAt })
    .where('user_id', '=', userId)
    .where('secret_sealed', '=', secretSealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Marks a time step and all earlier ones as used. False: this or another process used it before. Of
 * two requests with the same code, one gets false.
 */
export async function useStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: BigInt(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function replaceRecoveryCodes(
  trx: Trx,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

/** False: the code does not exist or was used. */
export async function useRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))

/** Whether there was one, active or not. */
export async function deleteSecondFactor(trx: Trx, userId: string): Promise<boolean> {
  await replaceRecoveryCodes(trx, userId, [])
  const { numDeletedRows } = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
