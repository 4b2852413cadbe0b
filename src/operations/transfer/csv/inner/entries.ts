import { findByAnyExternalId } from '../../../../core/external-ids/external-ids.ts'
import type { ReadWork } from '../../../../core/record/work.ts'
import { createEntry, deleteEntry } from '../../../../sales/entries/change.ts'
import { entryBilled } from '../../../../sales/entries/errors.ts'
import { CSV_LEAVES } from '../../../../sales/entries/fields.ts'
import { EntryInput } from '../../../../sales/entries/input.ts'
import {
  entryEtag,
  findSameEntries,
  readEntries,
  requireEntry,
} from '../../../../sales/entries/read.ts'
import { faultOf, schemaCheck } from '../../inner/checks.ts'
import { changedSince } from '../../inner/errors.ts'
import { type Body, oneEach, type TableKind, usedOf } from '../../inner/kind.ts'
import { EXTERNAL_ID, isColumnOf, namedExternalId } from './body.ts'
import { customerNamed, NOBODY } from './items.ts'

/** The customer's name instead of `customer_id`. */
const CUSTOMER = 'customer'

const COLUMNS = { ...CSV_LEAVES, [CUSTOMER]: 'text', [EXTERNAL_ID]: 'text' } as const

/** Converts each row to time or an expense. */
export const entryKind = (): TableKind => ({
  isColumn: (name) => isColumnOf(COLUMNS, name),
  read: oneEach(COLUMNS),
  pointer: namedExternalId,
  check: schemaCheck(EntryInput),
  resolve: withCustomer,
  twins: async (work, bodies) => {
    const found = await findSameEntries(work, bodies as readonly EntryInput[])
    return found.map((it) => it && { id: it.id, line: null, name: it.description, reason: 'row' })
  },
  likeness: (body) => [['row', JSON.stringify(Object.entries(body).toSorted())]],
  find: (work, body) => findByAnyExternalId(work, 'entry', body as EntryInput),
  create: (work, body) => createEntry(work, body as EntryInput),
  used: async (work, made) => {
    const present = await readEntries(
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
    const now = await requireEntry(work, id)
    if (now.version !== version) throw changedSince()
    await deleteEntry(work, { id, ifMatch: entryEtag(now) })
  },
})

async function withCustomer(work: ReadWork, { [CUSTOMER]: name, ...body }: Body) {
  if (typeof name !== 'string' && body.customer_id !== undefined) return { body, faults: [] }
  if (typeof name !== 'string') {
    const message = 'The customer is missing. Enter `customer` or `customer_id`.'
    return {
      body: { customer_id: NOBODY, ...body },
      faults: [faultOf(`/${CUSTOMER}`, 'required', message)],
    }
  }
  const { id, fault } = await customerNamed(work, CUSTOMER, name)
  return fault
    ? { body: { customer_id: NOBODY, ...body }, faults: [fault] }
    : { body: { customer_id: id, ...body }, faults: [] }
}
