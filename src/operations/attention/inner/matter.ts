/** The resource of a matter, where a person can settle it. */
export const RESOURCE_TYPES = [
  'message',
  'mail_transport',
  'customer',
  'recurring',
  'invoice',
  'quote',
  'webhook',
  'job',
  'access_point',
  'limit',
  'bank_file',
  'bank_entry',
  'provider_payment',
  'payment_provider',
  'direct_debit_run',
] as const

export const MATTER_KINDS = [
  'message',
  'recurring',
  'reminder',
  'quote',
  'webhook',
  'transmission',
  'job',
  'limit',
  'bank',
  'payment',
  'checkout',
  'provider',
  'collection',
  'mandate',
] as const
export type MatterKind = (typeof MATTER_KINDS)[number]

/** A matter that waits for a person. It is derived, and disappears with its cause. */
export interface Matter {
  readonly kind: MatterKind
  readonly resource: {
    readonly type: (typeof RESOURCE_TYPES)[number]
    readonly id: string
    /** Its name for people. */
    readonly name: string
  }
  readonly since: string
  readonly code: string
  readonly detail: string
}

export const matterOf = (code: string, matter: Omit<Matter, 'code'>): Matter => ({
  ...matter,
  code,
})

/** Unique among the matters of a company. */
export const keyOf = ({ resource, code }: Matter): string => `${resource.id}:${code}`

/** Newest first. */
export const inOrder = (matters: readonly Matter[]): readonly Matter[] =>
  matters.toSorted((one, other) =>
    one.since === other.since ? compare(keyOf(other), keyOf(one)) : compare(other.since, one.since),
  )

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
