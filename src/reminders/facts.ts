import type { CustomerService } from '../customers/service.ts'
import type { Claim } from '../invoices/claims.ts'
import { invoiceNotFound } from '../invoices/errors.ts'
import type { InvoiceService } from '../invoices/service.ts'
import { isId } from '../platform/ids.ts'
import type { ReadWork } from '../record/work.ts'
import type { SettingsService } from '../settings/service.ts'
import { noState } from './reminder.ts'
import * as repository from './repository.ts'
import { type Situation, situationOf } from './situation.ts'

export interface FactsDeps {
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly invoices: InvoiceService
}

export type Situations = ReturnType<typeof createSituations>

/** Reads the data for deciding about reminders, for a page of invoices at once. */
export function createSituations({ settings, customers, invoices }: FactsDeps) {
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
    return claims.map((claim) =>
      situationOf({
        claim,
        plans,
        settings: current,
        at: work.at,
        customer: byId.get(claim.customerId) ?? null,
        state: states.get(claim.id) ?? noState(claim.id),
        reminders: reminders.get(claim.id) ?? [],
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
