import type { ReadWork } from '../../core/record/work.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { type Discountable, type EarlyPayment, findEarlyPayment } from '../payments/early.ts'
import { allProviders } from '../providers/change.ts'
import { kindOf } from '../providers/kinds.ts'
import type { Asked } from '../providers/port.ts'
import type { Provider } from '../providers/provider.ts'
import type { NotPayable } from './checkout.ts'
import { notPayableOnline } from './inner/errors.ts'
import { isBeingCollected } from './inner/repository.ts'

/** A way to pay: a provider, and one of its methods. */
export interface Offer {
  readonly provider: Provider
  /** Null: the customer chooses on the provider's page. */
  readonly method: string | null
  readonly asked: string
}

/** What of an invoice decides whether and how it can be paid online. */
export type Payable = Pick<
  StoredInvoice,
  'id' | 'type' | 'status' | 'totals' | 'paidMinor' | 'creditedMinor' | 'currency' | 'dueDate'
> &
  Discountable

/** Why nobody can pay the invoice online; null: its state allows it. */
export function reasonNotPayable(invoice: Payable): NotPayable | null {
  if (invoice.type === 'credit_note') return 'credit_note'
  if (invoice.status === 'draft') return 'not_issued'
  if (invoice.status === 'void') return 'void'
  if (invoice.status === 'uncollectible') return 'written_off'
  return dueMinor(invoice) > 0n ? null : 'nothing_due'
}

interface Offers {
  readonly offers: readonly Offer[]
  /** Why there is none. */
  readonly reason: NotPayable | null
  /** With the discount for early payment; null: none is allowed today. */
  readonly early: EarlyPayment | null
}

/** The amount and the method that a customer wants; by default what is due now. */
interface Wanted {
  readonly amountMinor?: bigint | undefined
  readonly providerId?: string | undefined
}

/** The ways to pay it, each method by the enabled provider with the lowest priority. */
export async function offersFor(
  work: ReadWork,
  invoice: Payable,
  { providerId, amountMinor = dueMinor(invoice) }: Wanted = {},
): Promise<Offers> {
  const none = (reason: NotPayable) => ({ offers: [], reason, early: null })
  const reason = reasonNotPayable(invoice)
  if (reason !== null) return none(reason)
  if (await isBeingCollected(work, invoice.id)) return none('being_collected')
  const offers: Offer[] = []
  let left: NotPayable = 'no_provider'
  const providers = (await allProviders(work)).filter(
    ({ id, enabled }) => enabled && (providerId === undefined || id === providerId),
  )
  for (const provider of providers) {
    const asked = askedAt(provider, amountMinor, invoice.currency)
    if ('reason' in asked) left = asked.reason
    else
      for (const method of provider.methods.length === 0 ? [null] : provider.methods)
        if (!offers.some((it) => it.method === method)) offers.push({ provider, method, ...asked })
  }
  if (offers.length === 0) return none(left)
  return { offers, reason: null, early: await earlyFor(work, invoice, offers) }
}

/** The lower amount until its day, if each offer can ask for it. */
async function earlyFor(
  work: ReadWork,
  invoice: Payable,
  offers: readonly Offer[],
): Promise<EarlyPayment | null> {
  const early = await findEarlyPayment(work, invoice)
  if (!early) return null
  const { amountMinor } = early
  const isAskable = ({ provider }: Offer) =>
    'asked' in askedAt(provider, amountMinor, invoice.currency)
  return offers.every(isAskable) ? early : null
}

/** Whether the provider can keep the method for later charges. */
export function canSave({ provider, method }: Offer): boolean {
  const { saving } = kindOf(provider).traits
  return saving !== undefined && (method === null || saving.methods.has(method))
}

/** The amount as the provider takes it, or why it does not. */
export function askedAt(provider: Provider, amountMinor: bigint, currency: string): Asked {
  const { currencies } = provider
  return currencies.length === 0 || currencies.includes(currency)
    ? kindOf(provider).askedOf(amountMinor, currency)
    : { reason: 'currency_not_offered' }
}

/** The offer that a customer or a program chose; without a choice the first. */
export async function requireOffer(
  work: ReadWork,
  invoice: Payable,
  chosen: Wanted & {
    readonly method?: string | null | undefined
    readonly consent?: object | undefined
  },
): Promise<Offer> {
  const found = await offersFor(work, invoice, chosen)
  const { reason } = found
  const offers = found.offers.filter((it) => chosen.consent === undefined || canSave(it))
  const offer = offers.find(
    ({ method }) => chosen.method === undefined || method === null || method === chosen.method,
  )
  if (!offer) throw notPayableOnline(reason ?? 'no_provider')
  // A provider whose page offers everything can begin with the chosen method, too.
  return { ...offer, method: offer.method ?? chosen.method ?? null }
}
