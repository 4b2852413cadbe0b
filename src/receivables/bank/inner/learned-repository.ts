import { sql } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'

export interface DeclinedPair {
  readonly entryId: string
  readonly proposal: string
  readonly payer: string | null
  readonly documents: readonly string[]
  readonly evidence: readonly string[]
}

export async function listDeclined(scope: CompanyDb): Promise<readonly DeclinedPair[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_declined')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(DECLINED_MAX)
    .execute()
  return rows.map((row) => ({
    entryId: row.entry_id,
    proposal: row.proposal,
    payer: row.payer,
    documents: JSON.parse(row.documents) as readonly string[],
    evidence: JSON.parse(row.evidence) as readonly string[],
  }))
}

const DECLINED_MAX = 20_000

export async function insertDeclined(work: Work, pair: DeclinedPair): Promise<void> {
  await tablesOf(work)
    .insertInto('bank_declined', {
      entry_id: pair.entryId,
      proposal: pair.proposal,
      payer: pair.payer,
      documents: JSON.stringify(pair.documents),
      evidence: JSON.stringify(pair.evidence),
      created_at: work.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface LearnedAccount {
  readonly iban: string
  readonly customerId: string
  readonly name: string | null
  readonly firstAt: string
  readonly lastAt: string
  readonly count: number
}

export async function listLearned(
  scope: CompanyDb,
  customerId: string | null,
): Promise<readonly LearnedAccount[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_payers')
    .selectAll()
    .$if(customerId !== null, (it) => it.where('customer_id', '=', customerId ?? ''))
    .orderBy('iban')
    .orderBy('customer_id')
    .execute()
  return rows.map((row) => ({
    iban: row.iban,
    customerId: row.customer_id,
    name: row.name,
    firstAt: row.first_at,
    lastAt: row.last_at,
    count: Number(row.count),
  }))
}

export async function learn(
  work: Work,
  { iban, customerId, name }: Pick<LearnedAccount, 'iban' | 'customerId' | 'name'>,
): Promise<void> {
  const at = work.at
  await tablesOf(work)
    .insertInto('bank_payers', {
      ...{ iban, customer_id: customerId, name, first_at: at, last_at: at, count: 1n },
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'iban', 'customer_id']).doUpdateSet({
        name,
        last_at: at,
        count: sql`bank_payers.count + 1`,
      }),
    )
    .execute()
}

/** Whether there was such an account. */
export async function forget(work: Work, customerId: string, iban: string): Promise<boolean> {
  const { numDeletedRows } = await tablesOf(work)
    .deleteFrom('bank_payers')
    .where('customer_id', '=', customerId)
    .where('iban', '=', iban)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The customers that have paid from an account. */
export async function findLearned(
  scope: CompanyDb,
  iban: string,
): Promise<readonly { readonly customerId: string }[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_payers')
    .select('customer_id')
    .where('iban', '=', iban)
    .execute()
  return rows.map((row) => ({ customerId: row.customer_id }))
}
