import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../http/actor.ts'
import { checkIfMatch, etagOf } from '../http/etag.ts'
import { type Page, type PageQueryInput, toPage, toPageRequest } from '../http/pagination.ts'
import { searchForm } from '../http/text.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { type Db, inTransaction, type Trx } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import type { EventType, NewEvent } from '../record/event.ts'
import { recordEvent } from '../record/log.ts'
import { changeContent, EMPTY_CUSTOMER, type Mode } from './content.ts'
import type { Customer, CustomerContent } from './customer.ts'
import { customerInUse } from './errors.ts'
import type { CustomerChange, CustomerInput } from './input.ts'
import * as repository from './repository.ts'

const WORDS_MAX = 10

export interface CustomerDeps {
  readonly db: Db
  readonly clock: Clock
}

export interface CustomerQuery extends PageQueryInput {
  readonly q?: string
  readonly country?: string
  readonly archived?: boolean
}

/** Who makes a customer, and where it stands in the request: '' or e.g. `/customer`. */
export interface CustomerCreation {
  readonly actor: Actor
  readonly pointer?: string
}

export interface CustomerUpdate {
  readonly actor: Actor
  readonly id: string
  readonly input: CustomerChange
  readonly mode: Mode
  readonly ifMatch: string | undefined
}

/** What a customer has from where it was made. */
export type CustomerOrigin = Pick<Customer, 'id' | 'createdAt' | 'updatedAt'>

export interface CustomerService {
  /** The customer, or 404 `customer_not_found`, also for what cannot be an id. */
  require(db: Db, id: string): Promise<Customer>
  /** Within a transaction of the caller's. */
  create(trx: Trx, input: CustomerInput, creation: CustomerCreation): Promise<Customer>
  /** Stores a customer brought over from another installation, with the id and the dates it has. */
  bring(
    trx: Trx,
    input: CustomerInput,
    origin: CustomerOrigin & Pick<CustomerCreation, 'actor'>,
  ): Promise<Customer>
  list(query: CustomerQuery): Promise<Page<Customer>>
  update(update: CustomerUpdate): Promise<Customer>
  /** 409 `customer_in_use` while any invoice, draft or not, names the customer. */
  remove(removal: Pick<CustomerUpdate, 'actor' | 'id' | 'ifMatch'>): Promise<void>
}

export const customerEtag = ({ id, version }: Customer): string => etagOf(id, version)

export function createCustomerService({ db, clock }: CustomerDeps): CustomerService {
  const announce = (trx: Trx, type: EventType, actor: NewEvent['actor'], customer: Customer) =>
    recordEvent(trx, {
      type,
      resourceId: customer.id,
      actor,
      at: instant(clock),
      data: customerEventData(customer),
    })

  return {
    require: repository.requireCustomer,

    async create(trx, input, { actor, pointer = '' }) {
      const content = changeContent({ before: EMPTY_CUSTOMER, input, mode: 'put', pointer })
      const now = instant(clock)
      const customer = { ...content, id: newId('cus'), version: 1, createdAt: now, updatedAt: now }
      await repository.insertCustomer(trx, customer)
      await announce(trx, 'customer.created', actor, customer)
      return customer
    },

    async bring(trx, input, { actor, ...origin }) {
      const content = changeContent({ before: EMPTY_CUSTOMER, input, mode: 'put', pointer: '' })
      const customer = { ...content, ...origin, version: 1 }
      await repository.insertCustomer(trx, customer)
      await announce(trx, 'customer.created', actor, customer)
      return customer
    },

    async list(query) {
      const request = toPageRequest(query, 'name')
      const filter = toFilter(query)
      const rows = await repository.listCustomers(db, filter, request)
      const total = query.include ? await repository.countCustomers(db, filter) : null
      const sorted = request.sort === 'created_at' ? 'createdAt' : 'name'
      return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
    },

    update: ({ actor, id, input, mode, ifMatch }) =>
      inTransaction(db, async (trx) => {
        const before = await repository.lockCustomer(trx, id)
        checkIfMatch(ifMatch, customerEtag(before))
        const content = changeContent({ before, input, mode, pointer: '' })
        if (isSame(before, content)) return before
        const version = before.version + 1
        const after = { ...before, ...content, version, updatedAt: instant(clock) }
        await repository.saveCustomer(trx, after)
        await announce(trx, 'customer.updated', actor, after)
        return after
      }),

    remove: ({ actor, id, ifMatch }) =>
      inTransaction(db, async (trx) => {
        const customer = await repository.lockCustomer(trx, id)
        checkIfMatch(ifMatch, customerEtag(customer))
        if (await repository.hasInvoices(trx, id)) throw customerInUse()
        await repository.deleteCustomer(trx, id)
        await announce(trx, 'customer.deleted', actor, customer)
      }),
  }
}

/** What an event carries of a customer: enough to know which, and nothing that has to be forgotten. */
const customerEventData = ({ id, name, archived, version }: Customer) => ({
  id,
  name,
  archived,
  version,
})

const toFilter = ({ q, country, archived }: CustomerQuery): repository.CustomerFilter => ({
  words: searchForm(q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX),
  country: country?.toUpperCase() ?? null,
  archived: archived ?? null,
})

/** What changes nothing makes no new version. */
const isSame = (before: Customer, content: CustomerContent): boolean =>
  isDeepStrictEqual({ ...before, ...content }, before)
