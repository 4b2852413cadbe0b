import { LRUCache } from 'lru-cache'
import { type CompanyDb, tablesOf } from '../../platform/database/scope.ts'
import { newSecret } from '../../platform/ids.ts'

export const COMPANY_SECRETS = [
  'share_tokens',
  'webhooks',
  'idempotency',
  'mail',
  'access_point',
  'payment_providers',
] as const
type CompanySecretName = (typeof COMPANY_SECRETS)[number]

const KEPT_MAX = 10_000

export type CompanySecrets = ReturnType<typeof createCompanySecrets>

/** Secrets of companies. Each is created when it is first needed, and moves with its company. */
export function createCompanySecrets() {
  const kept = new LRUCache<string, string>({ max: KEPT_MAX })

  return {
    async require(scope: CompanyDb, name: CompanySecretName): Promise<string> {
      const key = `${scope.companyId} ${name}`
      const known = kept.get(key) ?? (await findCompanySecret(scope, name))
      const value = known ?? (await makeSecret(scope, name))
      // The transaction that reads it may be rolled back.
      if (!scope.db.isTransaction) kept.set(key, value)
      return value
    },
  }
}

export async function findCompanySecret(
  scope: CompanyDb,
  name: CompanySecretName,
): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('company_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** Two concurrent callers get the same secret. */
async function makeSecret(scope: CompanyDb, name: CompanySecretName): Promise<string> {
  await tablesOf(scope)
    .insertInto('company_secrets', { name, value: newSecret() })
    .onConflict((conflict) => conflict.columns(['company_id', 'name']).doNothing())
    .execute()
  const value = await findCompanySecret(scope, name)
  if (value === undefined) throw new Error(`The secret ${name} was not stored.`)
  return value
}
