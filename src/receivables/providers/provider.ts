import { Type } from 'typebox'
import {
  choiceOr,
  code,
  type Fields,
  flag,
  integer,
  required,
  text,
  texts,
  type Values,
} from '../../kernel/fields/field.ts'
import { country, currency, FieldError } from '../../kernel/fields/rules.ts'
import { nullable } from '../../kernel/fields/shapes.ts'
import { secondsAfter } from '../../platform/clock.ts'

export const PROVIDER_KINDS = ['stripe', 'mollie', 'gocardless', 'paypal'] as const
export type ProviderKindName = (typeof PROVIDER_KINDS)[number]

/** What a provider is used for: payments by customers, keeping methods, charging kept methods. */
export const USES = ['pay', 'save', 'collect'] as const
export type Use = (typeof USES)[number]

export const MODES = ['live', 'test'] as const
export type Mode = (typeof MODES)[number]

/** What card networks print. */
function statementText(given: string): string {
  if (/^[A-Za-z0-9 .,&+/-]{2,}$/.test(given) && /[A-Za-z]/.test(given)) return given
  throw new FieldError(
    'wrong_format',
    'Wrong format: use letters without accents, digits and .,&+/-, and at least one letter.',
  )
}

const ITEMS = { maxItems: 50, maxLength: 60 } as const

const AMOUNT = '^[0-9]{1,11}(\\.[0-9]{1,3})?$'

/** Each field of a provider that people set, declared once. */
export const FIELDS = {
  kind: choiceOr('kind', PROVIDER_KINDS, 'stripe', 'Cannot be changed.'),
  label: required(text('label', 200, 'Your name for it.')),
  enabled: flag('enabled', 'False: no new checkouts. Payments and refunds are still followed.'),
  priority: integer('priority', {
    minimum: 0,
    maximum: 1000,
    description: 'Each method is offered by the enabled provider with the lowest number.',
  }),
  methods: texts('methods', {
    ...ITEMS,
    description: "The provider's own names, such as `card`. Empty: the provider's page offers all.",
    rule: (value) => value,
  }),
  currencies: texts('currencies', { ...ITEMS, description: 'Empty: all.', rule: currency }),
  countries: texts('countries', {
    ...ITEMS,
    description: 'Of customers, ISO 3166-1. Empty: all, also customers without a country.',
    rule: country,
  }),
  uses: {
    ...texts('uses', { maxItems: USES.length, maxLength: 60, rule: (value) => value }),
    input: nullable(
      Type.Array(Type.String({ enum: [...USES] }), {
        maxItems: USES.length,
        description:
          '`pay`: customers pay. `save`: it keeps their payment methods. `collect`: it charges kept methods. Empty: all.',
      }),
    ),
  },
  statementText: text(
    'statement_text',
    22,
    'Shown on card statements of customers, after your name at Stripe, else in its place. Stripe and PayPal only. Letters without accents, digits and `.,&+/-`; at least two characters, one of them a letter.',
    statementText,
  ),
  minimum: code(
    'minimum',
    AMOUNT,
    'The lowest amount that it is offered for, in the currency of the invoice.',
  ),
  maximum: code(
    'maximum',
    AMOUNT,
    'The highest amount that it is offered for, in the currency of the invoice.',
  ),
} as const satisfies Fields

/** A provider without stated uses has all of them. */
export const isUsedTo = (use: Use, { uses }: Pick<Provider, 'uses'>): boolean =>
  uses.length === 0 || uses.includes(use)

/** After this time without an answer, Attention says so. */
const UNREACHABLE_SECONDS = 3600

/** Why no call to it succeeds. */
export function problemOf(
  { refusedUntil, unreachableSince }: Pick<Provider, 'refusedUntil' | 'unreachableSince'>,
  at: string,
): 'provider_refused' | 'provider_unreachable' | null {
  if (refusedUntil !== null && refusedUntil > at) return 'provider_refused'
  const isLong =
    unreachableSince !== null && secondsAfter(unreachableSince, UNREACHABLE_SECONDS) <= at
  return isLong ? 'provider_unreachable' : null
}

/** A contract with a provider of payments. */
export interface Provider extends Values<typeof FIELDS> {
  readonly id: string
  readonly version: number
  /** Follows from the key. */
  readonly mode: Mode
  /** The account that the key belongs to, once a test has read it. */
  readonly account: string | null
  readonly apiKey: string
  /** The newest first; two while the secret is changed. */
  readonly hookSecrets: readonly string[]
  readonly hookLastAt: string | null
  readonly reconciledUntil: string | null
  /** Until then nothing is asked, because the provider refused the key. */
  readonly refusedUntil: string | null
  /** The time since which it has answered no call. */
  readonly unreachableSince: string | null
  /** Ids of payments whose bookings differed from the provider at the last reconciliation. */
  readonly differing: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
}
