import type { ReadWork, Work } from '../../../../core/record/work.ts'
import type { Fault } from '../../../../kernel/errors.ts'
import type { ForeignRow } from '../../../../platform/database/sqlite/foreign.ts'
import { createCustomer } from '../../../../sales/customers/change.ts'
import type { Customer } from '../../../../sales/customers/customer.ts'
import { CustomerInput } from '../../../../sales/customers/input.ts'
import { findCustomerIds } from '../../../../sales/customers/lookups.ts'
import { schemaCheck } from '../checks.ts'
import type { Made } from '../kind.ts'
import { sourceId } from '../source-id.ts'
import { instantOf, textOf } from '../source-values.ts'
import { toCustomerInput } from './customer.ts'

const check = schemaCheck(CustomerInput)

/** Our id for a customer of Invio. */
const customerIdOf = (id: string): string => sourceId('cus', `invio:customer:${id}`)

export const checkCustomer = (row: ForeignRow): readonly Fault[] =>
  check(toCustomerInput(row).input)

export async function findCustomer(work: ReadWork, row: ForeignRow): Promise<string | undefined> {
  const id = customerIdOf(textOf(row, 'id') ?? '')
  return (await findCustomerIds(work, [id])).has(id) ? id : undefined
}

export async function addCustomer(
  work: Work,
  row: ForeignRow,
): Promise<Made & { readonly customer: Customer }> {
  const { sourceId: id, input, notes } = toCustomerInput(row)
  const createdAt = instantOf(row, 'created_at') ?? work.at
  const origin = { id: customerIdOf(id), createdAt, updatedAt: createdAt }
  const customer = await createCustomer(work, input, { origin })
  return { id: customer.id, version: customer.version, report: notes, customer }
}
