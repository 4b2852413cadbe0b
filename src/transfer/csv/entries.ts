import { findCustomersByName } from '../../customers/lookups.ts'
import { entryBilled } from '../../entries/errors.ts'
import { CSV_LEAVES } from '../../entries/fields.ts'
import { EntryInput } from '../../entries/input.ts'
import { type EntryService, entryEtag } from '../../entries/service.ts'
import type { ReadWork } from '../../record/work.ts'
import { faultOf, schemaCheck } from '../checks.ts'
import { changedSince } from '../errors.ts'
import { type Body, oneEach, type TableKind, usedOf } from '../kind.ts'
import { isColumnOf } from './body.ts'

/** The customer's name instead of `customer_id`. */
const CUSTOMER = 'customer'

const COLUMNS = { ...CSV_LEAVES, [CUSTOMER]: 'text' } as const

/** Satisfies the schema if the name is unknown, so that only that fault is reported. Not saved. */
const NOBODY = 'cus_00000000-0000-0000-0000-000000000000'

/** Converts each row to time or an expense. */
export const entryKind = ({ entries }: { readonly entries: EntryService }): TableKind => ({
  isColumn: (name) => isColumnOf(COLUMNS, name),
  read: oneEach(COLUMNS),
  check: schemaCheck(EntryInput),
  resolve: withCustomer,
  find: async () => undefined,
  create: (work, body) => entries.create(work, body as EntryInput),
  used: async (work, made) => {
    const present = await entries.find(
      work,
      made.map(({ id }) => id),
    )
    return usedOf(
      made,
      present.map((it) => ({
        ...it,
        refusal: it.invoiceId === null ? undefined : entryBilled(it.invoiceId),
      })),
    )
  },
  delete: async (work, { id, version }) => {
    const now = await entries.require(work, id)
    if (now.version !== version) throw changedSince()
    await entries.delete(work, { id, ifMatch: entryEtag(now) })
  },
})

async function withCustomer(work: ReadWork, { [CUSTOMER]: name, ...body }: Body) {
  if (typeof name !== 'string') return { body, faults: [] }
  const [id, other] = await findCustomersByName(work, name, 2)
  if (id !== undefined && other === undefined)
    return { body: { customer_id: id, ...body }, faults: [] }
  const message = `There is ${other ? 'more than one' : 'no'} customer ${name}. Use customer_id.`
  return {
    body: { customer_id: NOBODY, ...body },
    faults: [faultOf(`/${CUSTOMER}`, 'unknown_customer', message)],
  }
}
