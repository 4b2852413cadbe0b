import type { JobKind } from '../../core/jobs/job.ts'

/** Looks at one checkout until it ends; the group is its provider. */
export const FOLLOW_CHECKOUT: JobKind<{ readonly checkoutId: string }> = {
  name: 'checkout.follow',
  parallel: 8,
  parallelPerGroup: 4,
}

/** A charge of a kept method was paid or refused, or its money was taken back. */
export const FOLLOW_CHARGE: JobKind<{ readonly checkoutId: string }> = {
  name: 'collection.follow',
  parallel: 4,
}

/** A hook named an object of a provider. */
export const TAKE_HINT: JobKind<{ readonly providerId: string; readonly ref: string }> = {
  name: 'checkout.hint',
  parallel: 8,
  parallelPerGroup: 2,
}

/** Asks a provider for the refunds of one payment; the group is the provider. */
export const SEND_REFUNDS: JobKind<{ readonly paymentId: string }> = {
  name: 'refund.send',
  parallel: 4,
  parallelPerGroup: 2,
}

/** The customer gets a receipt for a payment at a provider. */
export const SEND_RECEIPT: JobKind<{ readonly paymentId: string }> = {
  name: 'payment.receipt',
  parallel: 2,
}

/** Asks a provider for everything that changed; the key is the provider. */
export const RECONCILE: JobKind<{ readonly providerId: string; readonly since: string | null }> = {
  name: 'provider.reconcile',
  parallel: 2,
  timeoutSeconds: 2 * 60 * 60,
}
