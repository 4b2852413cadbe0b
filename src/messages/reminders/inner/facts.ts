import type { SettingsService } from '../../../company/settings/service.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { isId } from '../../../platform/ids.ts'
import type { CustomerService } from '../../../sales/customers/service.ts'
import type { Claim } from '../../../sales/invoices/claims.ts'
import { invoiceNotFound } from '../../../sales/invoices/errors.ts'
import type { InvoiceService } from '../../../sales/invoices/service.ts'
import type { HeldDeps } from './held.ts'
import { noState } from './reminder.ts'
import * as repository from './repository.ts'
import { type Situation, situationOf } from './situation.ts'

export interface FactsDeps {
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly invoices: InvoiceService
  readonly accounts: HeldDeps['accounts']
}

export type Situations = ReturnType<typeof createSituations>

/** Reads the data for deciding about reminders, for a page of invoices at once. */
export function createSituations({ settings, customers, invoices, accounts }: FactsDeps) {
  /** On account and refunds due, by customer and currency. */
  const heldOf = async (work: ReadWork, ids: readonly string[]) => {
    const sums = new Map<string, bigint>()
    if (ids.length === 0) return sums
    const parts = [
      ...(await accounts.heldForCustomers(work, ids)),
      ...(await invoices.claims.refundsOfCustomers(work, ids)),
    ]
    for (const { customerId, currency, minor } of parts) {
      const key = `${customerId} ${currency}`
      sums.set(key, (sums.get(key) ?? 0n) + minor)
    }
    return sums
  }

  const ofClaims = async (
    work: ReadWork,
    claims: readonly Claim[],
  ): Promise<readonly Situation[]> => {
    const ids = claims.map(({ id }) => id)
    const current = await settings.current(work)
    const plans = await repository.listPlans(work)
    const states = await repository.findStates(work, ids)
    const reminders = Map.groupBy(
      await repository.listOfInvoices(work, ids),
      ({ invoiceId }) => invoiceId,
    )
    const customerIds = [...new Set(claims.map(({ customerId }) => customerId))]
    const found = await customers.find(work, customerIds)
    const byId = new Map(found.map((customer) => [customer.id, customer]))
    const held = await heldOf(work, customerIds)
    return claims.map((claim) =>
      situationOf({
        claim,
        plans,
        settings: current,
        at: work.at,
        customer: byId.get(claim.customerId) ?? null,
        state: states.get(claim.id) ?? noState(claim.id),
        reminders: reminders.get(claim.id) ?? [],
        heldMinor: held.get(`${claim.customerId} ${claim.currency}`) ?? 0n,
      }),
    )
  }

  const find = async (work: ReadWork, ids: readonly string[]): Promise<readonly Situation[]> =>
    ofClaims(work, await invoices.claims.find(work, ids))

  return {
    ofClaims,
    find,

    /** Throws 404 if there is no such invoice. */
    async require(work: ReadWork, id: string): Promise<Situation> {
      const [situation] = isId('inv', id) ? await find(work, [id]) : []
      if (!situation) throw invoiceNotFound()
      return situation
    },
  }
}
