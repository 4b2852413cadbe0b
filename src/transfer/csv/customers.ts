import { customerInUse } from '../../customers/errors.ts'
import { CSV_LEAVES } from '../../customers/fields.ts'
import { CustomerInput } from '../../customers/input.ts'
import { findCustomerVersions } from '../../customers/lookups.ts'
import { type CustomerService, customerEtag } from '../../customers/service.ts'
import { findByAnyExternalId } from '../../external-ids/external-ids.ts'
import { findInvoicedCustomers } from '../../invoices/lookups.ts'
import { schemaCheck } from '../checks.ts'
import { changedSince } from '../errors.ts'
import { oneEach, type TableKind, usedOf } from '../kind.ts'
import { EXTERNAL_ID, isColumnOf } from './body.ts'

const COLUMNS = { ...CSV_LEAVES, [EXTERNAL_ID]: 'text' } as const

/** Converts each row to a customer. */
export const customerKind = ({
  customers,
}: {
  readonly customers: Pick<CustomerService, 'create' | 'require' | 'delete'>
}): TableKind => ({
  isColumn: (name) => isColumnOf(COLUMNS, name),
  read: oneEach(COLUMNS),
  check: schemaCheck(CustomerInput),
  find: (work, body) => findByAnyExternalId(work, 'customer', body as CustomerInput),
  create: async (work, body) => {
    const { id, version } = await customers.create(work, body as CustomerInput)
    return { id, version }
  },
  used: async (work, made) => {
    const ids = made.map(({ id }) => id)
    const invoiced = await findInvoicedCustomers(work, ids)
    const present = await findCustomerVersions(work, ids)
    const refusalOf = (id: string) => (invoiced.has(id) ? customerInUse() : undefined)
    return usedOf(
      made,
      present.map((it) => ({ ...it, refusal: refusalOf(it.id) })),
    )
  },
  delete: async (work, { id, version }) => {
    const now = await customers.require(work, id)
    if (now.version !== version) throw changedSince()
    await customers.delete(work, { id, ifMatch: customerEtag(now) })
  },
})
