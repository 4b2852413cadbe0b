import type { ProviderKindName } from './provider.ts'

/* What every provider of payments can do. It knows nothing of invoices. */

/** An amount that a provider takes, in the very text that it is sent; or why it takes none. */
export type Asked =
  | { readonly asked: string }
  | { readonly reason: 'amount_not_expressible' | 'below_minimum' | 'currency_not_offered' }

export interface Order {
  /** The id of the checkout: the key with which a repeated call gives the same object. */
  readonly checkoutId: string
  /** ISO 4217. */
  readonly currency: string
  readonly asked: string
  /** Null: the customer chooses on the provider's page. */
  readonly method: string | null
  readonly description: string
  /** For the card statement of the customer; null: the provider's usual text. */
  readonly statementText: string | null
  readonly language: string
  readonly returnUrl: string
  readonly hookUrl: string
  /** RFC 3339, the same in each call. */
  readonly createdAt: string
  readonly expiresAt: string
  readonly purpose: Purpose
}

/** Whether the provider keeps the method for later charges, as the customer agreed. `save` takes no money. */
export type Purpose = 'pay' | 'pay_and_save' | 'save'

/** A charge without the customer, of a method that the provider keeps. */
export type ChargeOrder = Omit<
  Order,
  'method' | 'purpose' | 'returnUrl' | 'expiresAt' | 'language'
> &
  Pick<SavedMethod, 'ref' | 'kind'>

/** A method that the provider keeps. */
export interface SavedMethod {
  /** Its id at the provider. */
  readonly ref: string
  /** The provider's own name: `card`. */
  readonly kind: string
  /** The name that people see: `Visa •••• 4242`. */
  readonly label: string
  /** The first day on which it cannot be used anymore; null: unknown. */
  readonly expiresOn: string | null
}

export interface Opened {
  readonly ref: string
  /** The provider's page, on one of its own hosts. */
  readonly url: string
  readonly expiresAt: string | null
}

export interface Amount {
  readonly minor: bigint
  readonly currency: string
}

const FACT_STATUSES = ['open', 'pending', 'paid', 'failed', 'expired', 'canceled'] as const
export type FactStatus = (typeof FACT_STATUSES)[number]

/** What a provider says about a checkout now. */
export interface Facts {
  readonly ref: string
  readonly status: FactStatus
  readonly failure: { readonly code: string | null } | null
  readonly payments: readonly PaymentFacts[]
  /** The method that it keeps, once the customer has paid with it, or has given it. */
  readonly saved?: SavedMethod | null
  /** The checkout that the object's metadata names; null: it is not ours. */
  readonly checkoutId: string | null
}

export interface PaymentFacts extends Amount {
  readonly ref: string
  readonly status: 'pending' | 'paid' | 'failed'
  /** The amount as the provider wrote it. */
  readonly asked: string
  /** RFC 3339; null: not paid. */
  readonly paidAt: string | null
  readonly method: string | null
  readonly fee: Amount | null
  readonly refunds: readonly RefundFacts[]
  readonly disputes: readonly DisputeFacts[]
}

export interface RefundFacts {
  readonly ref: string
  /** The id of our refund; null: made at the provider. */
  readonly key: string | null
  readonly status: 'pending' | 'done' | 'failed' | 'canceled'
  readonly minor: bigint
  /** What the provider charges for it; negative: what it gives back. Null or absent: unknown. */
  readonly fee?: Amount | null
}

export interface DisputeFacts {
  readonly ref: string
  /** `warning`: an inquiry, which moves no money. */
  readonly status: 'warning' | 'open' | 'review' | 'won' | 'lost'
  readonly minor: bigint
  /** Whether the provider took the money. */
  readonly withdrawn: boolean
  readonly reason: string | null
  /** RFC 3339. */
  readonly answerBy: string | null
  /** As of a refund. */
  readonly fee?: Amount | null
}

export interface RefundOrder extends Amount {
  /** The id of our refund: the key with which a repeated call gives the same one. */
  readonly refundId: string
  /** The payment there. */
  readonly payment: string
}

export interface Changes {
  readonly refs: readonly string[]
  /** Cursor of the next page; null: this is the last one. */
  readonly next: string | null
}

export interface AccountFacts {
  readonly account: string
  readonly name: string | null
  readonly methods: readonly string[]
  readonly currencies: readonly string[]
}

/**
 * An account at a provider. Each call throws `provider_failed` if the provider refused it, and
 * `provider_unreachable` if its outcome is unknown.
 */
export interface PaymentPort {
  account(): Promise<AccountFacts>
  create(order: Order): Promise<Opened>
  /**
   * The facts of a checkout or payment; null: there is no such object. `completes`: takes the money
   * that the customer has approved, where the provider leaves that to us.
   */
  read(ref: string, asks?: { readonly completes: boolean }): Promise<Facts | null>
  /** The ref of the checkout with that id, made since an instant; null: none was made. */
  find(checkoutId: string, since: string): Promise<string | null>
  /** What changed between two instants, in pages. `refs` are those that `read` takes. */
  changes(since: string, until: string, cursor: string | null): Promise<Changes>
  /** Ends a checkout, so that nobody can pay it anymore. */
  expire(ref: string): Promise<'expired' | 'not_possible' | 'pending' | 'paid'>
  /** Pays back, and returns the ref of the refund. What became of it is among the facts of the payment. */
  refund(order: RefundOrder): Promise<string>
  /**
   * Charges a kept method, and resolves to the ref of the charge, also if it was refused. The facts say
   * what became of it. A repeated call with the same checkout gives the same charge.
   */
  charge?(order: ChargeOrder): Promise<string>
  /** Forgets a kept method. */
  revoke?(ref: string): Promise<void>
  /**
   * Registers a webhook at an address, with a new secret. `keep` stores the secret; then earlier webhooks
   * of this address are deleted.
   */
  registerHook?(url: string, keep: (secret: string) => Promise<void>): Promise<void>
  /** Whether the provider sent a hook, where only it can verify its signature. */
  verifyHook?(request: HookRequest): Promise<boolean>
}

export interface Traits {
  /** Whether a page that nobody uses ends by itself. */
  readonly endsPages: boolean
  /** For how many minutes a repeated call gives the same object. */
  readonly keyMinutes: number
  /** `checkout.stripe.com`: where its answers may send customers. */
  readonly pageHosts: readonly string[]
  /** Whether `changes` tells everything that happens to a paid payment. */
  readonly listsChanges: boolean
  /** Whether it reports a dispute only once it is decided, so that nobody could answer. */
  readonly tellsOnlyDecided?: boolean
  /** Methods whose paid payments can come back. */
  readonly returnable: ReadonlySet<string>
  /** Absent: it keeps no methods. */
  readonly saving?: {
    /** The methods that it can charge without the customer. */
    readonly methods: ReadonlySet<string>
    /** Those of them that it keeps without a payment. */
    readonly alone: ReadonlySet<string>
    /** Of refused charges: trying again is useless or forbidden. */
    readonly hardCodes: ReadonlySet<string>
    /** Of refused charges: the customer must take part. */
    readonly customerCodes: ReadonlySet<string>
  }
  /** Whether the provider must be asked to verify a hook. */
  readonly verifiesHooks?: boolean
  /** What it wants as answer to a hook with a wrong signature; else a problem document with 400. */
  readonly refusedHookStatus?: number
}

/** What a hook told: a hint to fetch. */
export interface Hint {
  readonly ref: string
}

export interface HookRequest {
  readonly body: Uint8Array
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly secrets: readonly string[]
  readonly nowSeconds: number
}

/** Everything of one kind of provider: one file. */
export interface ProviderKind {
  readonly kind: ProviderKindName
  readonly traits: Traits
  /** `live` or `test`, as the key says; null: it is no key. */
  modeOf(apiKey: string): 'live' | 'test' | null
  /** The amount in minor units of ISO 4217 as the provider writes it. */
  askedOf(minor: bigint, currency: string): Asked
  /** The hints of a hook; null: its signature is wrong. */
  readHook(request: HookRequest): readonly Hint[] | null
  open(connection: Connection): Promise<PaymentPort>
  /** The provider's own page about a dispute. Absent: it has none. */
  disputePage?(of: {
    readonly dispute: string
    readonly payment: string
    readonly mode: 'live' | 'test'
  }): string
}

export interface Connection {
  readonly apiKey: string
  /** The address of its interface without a path; null: that of the provider. */
  readonly origin: string | null
  /** A guarded fetch: public addresses only, no redirects, 1 MB, 10 s. */
  readonly fetch: typeof fetch
}
