import { findByAnyExternalId } from '../../../../core/external-ids/external-ids.ts'
import {
  createCustomer,
  deleteCustomer,
  updateCustomer,
} from '../../../../sales/customers/change.ts'
import { likenessOf } from '../../../../sales/customers/duplicates.ts'
import { customerInUse } from '../../../../sales/customers/errors.ts'
import { CSV_LEAVES, FIELDS } from '../../../../sales/customers/fields.ts'
import { CustomerInput } from '../../../../sales/customers/input.ts'
import { findCustomerVersions, findLookalikes } from '../../../../sales/customers/lookups.ts'
import { customerEtag, requireCustomer } from '../../../../sales/customers/read.ts'
import { customerView } from '../../../../sales/customers/view.ts'
import { findInvoicedCustomers } from '../../../../sales/invoices/lookups.ts'
import { schemaCheck } from '../../inner/checks.ts'
import { changedSince } from '../../inner/errors.ts'
import { type Body, oneEach, type TableKind, usedOf } from '../../inner/kind.ts'
import { EXTERNAL_ID, isColumnOf, namedExternalId } from './body.ts'

const COLUMNS = { ...CSV_LEAVES, [EXTERNAL_ID]: 'text' } as const

/** Converts each row to a customer. */
export const customerKind = (): TableKind => ({
  isColumn: (name) => isColumnOf(COLUMNS, name),
  read: oneEach(COLUMNS),
  pointer: namedExternalId,
  check: schemaCheck(CustomerInput),
  twins: async (work, bodies) => {
    const found = await findLookalikes(work, bodies.map(toPerson))
    return found.map(
      (it) => it && { id: it.id, line: null, name: it.name, reason: reasonOf(it.shared) },
    )
  },
  likeness: (body) =>
    Object.entries(likenessOf(toPerson(body))).flatMap(([name, text]) =>
      text === '' ? [] : [[reasonOf(name), text] as const],
    ),
  fill: async (work, id, body) => {
    const now = await requireCustomer(work, id)
    const input = lackingIn(customerView(now), body)
    if (Object.keys(input).length === 0) return
    await updateCustomer(work, { id, ifMatch: customerEtag(now), input, mode: 'patch' })
  },
  find: (work, body) => findByAnyExternalId(work, 'customer', body as CustomerInput),
  create: async (work, body) => {
    const { id, version } = await createCustomer(work, body as CustomerInput)
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
    const now = await requireCustomer(work, id)
    if (now.version !== version) throw changedSince()
    await deleteCustomer(work, { id, ifMatch: customerEtag(now) })
  },
})

/** The name of the field that two customers share. */
const reasonOf = (name: string): string => (name === 'taxId' ? FIELDS.taxId.wire : name)

const textIn = (body: Body, key: string): string =>
  typeof body[key] === 'string' ? String(body[key]) : ''

const toPerson = (body: Body) => ({
  name: textIn(body, 'name'),
  email: textIn(body, 'email'),
  taxId: textIn(body, FIELDS.taxId.wire),
})

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isEmpty))

/** What the file says where the customer has nothing; its external ids are added. */
function lackingIn(view: Readonly<Record<string, unknown>>, body: Body): CustomerInput {
  const { external_ids: added = [], archived: _, ...fields } = body
  const lacking = Object.entries(fields).filter(([name]) => isEmpty(view[name] ?? null))
  const ids = [...(view.external_ids as object[]), ...(added as object[])]
  return {
    ...Object.fromEntries(lacking),
    ...((added as object[]).length > 0 ? { external_ids: ids } : {}),
  } as CustomerInput
}
