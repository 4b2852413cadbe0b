import { isDeepStrictEqual } from 'node:util'
import { checkIfMatch } from '../../../core/http/etag.ts'
import { recordEvent } from '../../../core/record/journal.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { emptyOf } from '../../../kernel/fields/field.ts'
import { laterOf } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { lockCustomer } from '../../customers/change.ts'
import { CUSTOMER_PRICE_FIELDS } from '../fields.ts'
import { customerPriceContent } from '../inner/content.ts'
import { tooManyCustomerPrices } from '../inner/errors.ts'
import type { CustomerPriceInput } from '../input.ts'
import type { CustomerPrice } from '../product.ts'
import * as repository from './inner/repository.ts'
import { customerPriceEtag } from './read.ts'

/** For one customer. */
const PRICES_MAX = 1000

/** A price of a customer, and the version on which a change was decided. */
interface Change {
  readonly customerId: string
  readonly id: string
  readonly ifMatch: string | undefined
}

export function createCustomerPrice(
  work: ReadWork,
  customerId: string,
  input: CustomerPriceInput,
): Promise<CustomerPrice> {
  return change(work, customerId, async (work) => {
    if ((await repository.countCustomerPrices(work, customerId)) >= PRICES_MAX)
      throw tooManyCustomerPrices(PRICES_MAX)
    const content = customerPriceContent(emptyOf(CUSTOMER_PRICE_FIELDS), input)
    const own = { id: newId('prc'), version: 1, createdAt: work.at, updatedAt: work.at }
    const price = { ...content, ...own, customerId }
    await repository.insertCustomerPrice(work, price)
    return price
  })
}

export function updateCustomerPrice(
  work: ReadWork,
  { customerId, id, ifMatch }: Change,
  input: CustomerPriceInput,
): Promise<CustomerPrice> {
  return change(work, customerId, async (work) => {
    const before = await repository.requireCustomerPrice(work, customerId, id)
    checkIfMatch(ifMatch, customerPriceEtag(before))
    const content = customerPriceContent(before, input)
    if (isDeepStrictEqual({ ...before, ...content }, before)) return before
    const version = before.version + 1
    const updatedAt = laterOf(work.at, before.updatedAt)
    const after = { ...before, ...content, version, updatedAt }
    await repository.saveCustomerPrice(work, after)
    return after
  })
}

export function deleteCustomerPrice(
  work: ReadWork,
  { customerId, id, ifMatch }: Change,
): Promise<void> {
  return change(work, customerId, async (work) => {
    const price = await repository.requireCustomerPrice(work, customerId, id)
    checkIfMatch(ifMatch, customerPriceEtag(price))
    await repository.deleteCustomerPrice(work, id)
  })
}

function change<T>(
  work: ReadWork,
  customerId: string,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  return transaction(work, async (work) => {
    const { id, name, archived, version } = await lockCustomer(work, customerId)
    const result = await run(work)
    const data = { id, name, archived, version }
    recordEvent(work, { type: 'customer.updated', resourceId: id, data })
    return result
  })
}
