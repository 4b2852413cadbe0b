/** What the console knows of a kind of provider. */
interface Kind {
  readonly name: string
  /** Secret keys, whole or not. */
  readonly key: RegExp
  readonly keyExample: string
  /** Where its keys are listed. */
  readonly keysUrl: string
  /** The form of what proves its notifications, which a person copies; null: there is none. */
  readonly secretExample: string | null
  /** Its usual methods, by its own names. */
  readonly methods: readonly string[]
}

/** The kinds that a person can add. */
export const KINDS = {
  stripe: {
    name: 'Stripe',
    key: /^[sr]k_(live|test)_\w{8,}$/,
    keyExample: 'sk_live_…',
    keysUrl: 'https://dashboard.stripe.com/apikeys',
    secretExample: 'whsec_…',
    methods: ['card', 'sepa_debit', 'ideal', 'bancontact', 'eps', 'p24', 'klarna', 'paypal'],
  },
  mollie: {
    name: 'Mollie',
    key: /^(live|test)_\w{20,}$/,
    keyExample: 'live_…',
    keysUrl: 'https://my.mollie.com/dashboard/developers/api-keys',
    secretExample: null,
    methods: ['creditcard', 'ideal', 'bancontact', 'banktransfer', 'eps', 'przelewy24', 'paypal'],
  },
  gocardless: {
    name: 'GoCardless',
    key: /^(live|sandbox)_[\w-]{20,}$/,
    keyExample: 'live_…',
    keysUrl: 'https://manage.gocardless.com/developers',
    secretExample: '',
    methods: ['sepa_core', 'bacs'],
  },
  paypal: {
    name: 'PayPal',
    key: /^(live|sandbox)_[\w-]{16,}:[\w-]{16,}$/,
    keyExample: '',
    keysUrl: 'https://developer.paypal.com/dashboard/applications',
    secretExample: '',
    methods: [],
  },
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof KINDS

const known: Readonly<Record<string, Kind | undefined>> = KINDS

export const nameOfKind = (kind: string): string => known[kind]?.name ?? kind

export const secretExampleOf = (kind: string): string | null => known[kind]?.secretExample ?? null

/** What is wrong with a key before it is sent; null: nothing that the console knows. */
export function faultOfKey(
  kind: string,
  key: string,
):
  | { readonly code: 'public' | 'wrong' }
  | { readonly code: 'other'; readonly name: string }
  | null {
  const form = known[kind]
  if (form === undefined || form.key.test(key)) return null
  if (/^pk_/.test(key)) return { code: 'public' }
  const other = Object.values(KINDS).find((it) => it.key.test(key))
  return other ? { code: 'other', name: other.name } : { code: 'wrong' }
}
