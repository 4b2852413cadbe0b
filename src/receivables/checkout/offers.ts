import { formatMinor, parseMicro } from '@billwright/money'
import type { PaymentRoute } from '../../company/settings/payment-routing.ts'
import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { type Discountable, type EarlyPayment, findEarlyPayment } from '../payments/early.ts'
import { allProviders } from '../providers/change.ts'
import { kindOf } from '../providers/kinds.ts'
import type { Asked } from '../providers/port.ts'
import { isUsedTo, type Provider } from '../providers/provider.ts'
import type { NotPayable } from './checkout.ts'
import { isBeingCollected } from './inner/claim-repository.ts'
import { notPayableOnline } from './inner/errors.ts'

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
  | 'id'
  | 'type'
  | 'status'
  | 'totals'
  | 'paidMinor'
  | 'creditedMinor'
  | 'currency'
  | 'dueDate'
  | 'customerId'
  | 'buyer'
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

/** A way to pay that cannot be offered. */
type LeftOut = Pick<Offer, 'provider' | 'method'> & { readonly reason: NotPayable }

interface Offers {
  readonly offers: readonly Offer[]
  readonly leftOut: readonly LeftOut[]
  /** Why there is none. */
  readonly reason: NotPayable | null
  /** With the discount for early payment; null: none is allowed today. */
  readonly early: EarlyPayment | null
}

/** The amount and the method that a customer wants; by default what is due now. */
interface Wanted {
  readonly amountMinor?: bigint | undefined
  readonly providerId?: string | undefined
  readonly method?: string | null | undefined
}

/**
 * The ways to pay it, each method by the provider that the setting `paymentRouting` names, else by the
 * enabled one with the lowest priority.
 */
export async function offersFor(
  work: ReadWork,
  invoice: Payable,
  { providerId, method: chosen, amountMinor = dueMinor(invoice) }: Wanted = {},
): Promise<Offers> {
  const none = (reason: NotPayable) => ({ offers: [], leftOut: [], reason, early: null })
  const reason = reasonNotPayable(invoice)
  if (reason !== null) return none(reason)
  if (await isBeingCollected(work, invoice.id)) return none('being_collected')
  const providers = (await allProviders(work)).filter(
    (it) => it.enabled && isUsedTo('pay', it) && (providerId === undefined || it.id === providerId),
  )
  const { paymentRouting } = await currentSettings(work)
  const offers: Offer[] = []
  const leftOut: LeftOut[] = []
  for (const method of typeof chosen === 'string' ? [chosen] : methodsOf(providers)) {
    const able = providers.filter((it) => hasMethod(it, method))
    const routed = routeOf(paymentRouting, able, { invoice, amountMinor, method })
    for (const provider of routed ? [routed] : able) {
      const asked = takesCountryOf(provider, invoice)
        ? askedAt(provider, amountMinor, invoice.currency)
        : ({ reason: 'country_not_offered' } as const)
      if ('asked' in asked) {
        offers.push({ provider, method, ...asked })
        break
      }
      leftOut.push({ provider, method, ...asked })
    }
  }
  if (offers.length === 0) return { ...none(leftOut.at(-1)?.reason ?? 'no_provider'), leftOut }
  return { offers, leftOut, reason: null, early: await earlyFor(work, invoice, offers) }
}

/** The ways to give a method for later charges, without paying. */
export async function savingOffers(
  work: ReadWork,
  invoice: Payable,
): Promise<readonly Pick<Offer, 'provider' | 'method'>[]> {
  const reason = reasonNotPayable(invoice)
  if (reason !== null && reason !== 'nothing_due') return []
  const providers = (await allProviders(work)).filter((it) => it.enabled && isUsedTo('save', it))
  const { paymentRouting } = await currentSettings(work)
  return methodsOf(providers).flatMap((method) => {
    const able = providers.filter(
      (it) => hasMethod(it, method) && canSaveAlone(it, method) && takesCountryOf(it, invoice),
    )
    const wanted = { invoice, amountMinor: dueMinor(invoice), method }
    const provider = routeOf(paymentRouting, able, wanted) ?? able[0]
    return provider ? [{ provider, method }] : []
  })
}

function canSaveAlone(provider: Provider, method: string | null): boolean {
  const { saving } = kindOf(provider).traits
  return saving !== undefined && (method === null || saving.alone.has(method))
}

/** In the order of the providers' priority. */
const methodsOf = (providers: readonly Provider[]): readonly (string | null)[] => [
  ...new Set(
    providers.flatMap(({ methods: of }): (string | null)[] => (of.length === 0 ? [null] : [...of])),
  ),
]

/** A provider without stated methods has all of them. */
const hasMethod = ({ methods }: Provider, method: string | null): boolean =>
  methods.length === 0 || (method !== null && methods.includes(method))

/** The provider of the first rule that fits. */
function routeOf(
  routes: readonly PaymentRoute[],
  able: readonly Provider[],
  {
    invoice,
    amountMinor,
    method,
  }: { invoice: Payable; amountMinor: bigint; method: string | null },
): Provider | undefined {
  const { currency, customerId, buyer } = invoice
  const amountMicro = parseMicro(formatMinor(amountMinor, currency))
  const isOr = (asked: string | null, known: string | null) => asked === null || asked === known
  for (const { when, providerId } of routes) {
    const fits =
      isOr(when.method, method) &&
      isOr(when.currency, currency) &&
      isOr(when.country, buyer?.address.countryCode ?? null) &&
      isOr(when.customerId, customerId) &&
      (when.from === null || amountMicro >= parseMicro(when.from)) &&
      (when.to === null || amountMicro <= parseMicro(when.to))
    const provider = able.find(({ id }) => id === providerId)
    if (fits && provider) return provider
  }
  return undefined
}

/** The amount less the discount for early payment, if each offer can ask for it. */
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
  const isAble = saving !== undefined && (method === null || saving.methods.has(method))
  return isAble && isUsedTo('save', provider)
}

/** The amount as the provider takes it, or why it does not. */
export function askedAt(
  provider: Provider,
  amountMinor: bigint,
  currency: string,
): Asked | { readonly reason: 'above_maximum' } {
  const { currencies, minimum, maximum } = provider
  if (currencies.length > 0 && !currencies.includes(currency))
    return { reason: 'currency_not_offered' }
  const amountMicro = parseMicro(formatMinor(amountMinor, currency))
  if (minimum !== null && amountMicro < parseMicro(minimum)) return { reason: 'below_minimum' }
  if (maximum !== null && amountMicro > parseMicro(maximum)) return { reason: 'above_maximum' }
  return kindOf(provider).askedOf(amountMinor, currency)
}

/** A provider without stated countries takes customers of all, and those whose country is unknown. */
const takesCountryOf = ({ countries }: Provider, { buyer }: Pick<Payable, 'buyer'>): boolean =>
  countries.length === 0 || countries.includes(buyer?.address.countryCode ?? '')

/** The offer that a customer or a program chose; without a choice the first. */
export async function requireOffer(
  work: ReadWork,
  invoice: Payable,
  chosen: Wanted & { readonly consent?: object | undefined },
): Promise<Offer> {
  const { offers, reason } = await offersFor(work, invoice, chosen)
  const offer = offers.find((it) => chosen.consent === undefined || canSave(it))
  if (!offer) throw notPayableOnline(reason ?? 'no_provider')
  return offer
}
