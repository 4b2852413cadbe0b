import type { RawBuilder } from 'kysely'
import type { Metadata } from '../../core/external-ids/metadata.ts'
import { etagOf } from '../../core/http/etag.ts'
import { storedInstant } from '../../core/http/filters.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { inTurn } from '../../platform/database/db.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { hasMoneyOnAccount } from '../ledger/lookups.ts'
import type { Customer } from './customer.ts'
import { FIELDS } from './fields.ts'
import * as repository from './inner/repository.ts'

export {
  findCustomers,
  findCustomersToName,
  hasReminderPlan,
  listEmailProblems,
  requireCustomer,
  requireCustomerToName,
} from './inner/repository.ts'

type TaxIdQuery = { readonly [Name in typeof FIELDS.taxId.wire]?: string }

export interface CustomerQuery extends PageQueryInput, TaxIdQuery {
  readonly q?: string
  readonly country?: string
  readonly archived?: boolean
  readonly on_account?: string
  readonly email?: string
  readonly external_id?: string
  readonly metadata?: Metadata
  readonly created_from?: string
  readonly created_to?: string
  readonly updated_since?: string
}

export const customerEtag = ({ id, version }: Customer): string => etagOf(id, version)

export async function listCustomers(
  scope: CompanyDb,
  query: CustomerQuery,
): Promise<Page<Customer>> {
  const request = toPageRequest(query, query.updated_since ? 'updated_at' : 'name')
  const { on_account: currency } = query
  const filter = {
    ...toFilter(query),
    ...(currency && {
      onAccount: (id: RawBuilder<unknown>) => hasMoneyOnAccount(scope, id, currency),
    }),
  }
  const sorted = SORTED[request.sort as keyof typeof SORTED] ?? 'name'
  return inTurn(scope, async () => {
    const rows = await repository.listCustomers(scope, filter, request)
    const total = query.include ? await repository.countCustomers(scope, filter) : null
    return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
  })
}

/** Archived ones, too. */
export const countAllCustomers = (scope: CompanyDb): Promise<number> =>
  repository.countCustomers(scope, toFilter({}))

const SORTED = { name: 'name', created_at: 'createdAt', updated_at: 'updatedAt' } as const

const toFilter = ({
  q,
  country,
  archived,
  ...query
}: CustomerQuery): repository.CustomerFilter => ({
  q,
  country: country?.toUpperCase() ?? null,
  archived: archived ?? null,
  onAccount: null,
  email: query.email ?? null,
  taxId: query[FIELDS.taxId.wire] ?? null,
  externalId: query.external_id ?? null,
  metadata: query.metadata ?? {},
  createdFrom: storedInstant(query.created_from) ?? null,
  createdTo: storedInstant(query.created_to) ?? null,
  updatedSince: storedInstant(query.updated_since) ?? null,
})
