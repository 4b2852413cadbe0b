import { customFields } from '../../company/settings/custom-fields.ts'
import { earlyPayment } from '../../company/settings/early-payment.ts'
import { E_INVOICE_PROFILES } from '../../company/settings/settings.ts'
import { withholdings } from '../../company/settings/withholdings.ts'
import { externalIds } from '../../core/external-ids/field.ts'
import type { OnFault } from '../../kernel/errors.ts'
import { address } from '../../kernel/fields/address.ts'
import {
  change,
  choice,
  code,
  compound,
  emptyOf,
  type Fields,
  flag,
  integer,
  leavesOf,
  listOrNull,
  type Pairs,
  pairs,
  required,
  text,
  texts,
  type Values,
} from '../../kernel/fields/field.ts'
import { paymentTerms } from '../../kernel/fields/payment-terms.ts'
import * as rules from '../../kernel/fields/rules.ts'

/* Each field of a customer, declared once. */

export const METADATA_PAIRS_MAX = 50
export const BILLING_EMAILS_MAX = 5

/** Whether consumer law protects the customer; null: unknown. */
const CUSTOMER_KINDS = ['business', 'consumer'] as const

const NOT_IN_CSV = { isInCsv: false } as const

/** Fields that an invoice copies as its buyer. */
export const COPIED_FIELDS = {
  name: required(text('name', 200)),
  contactName: text('contact_name', 200),
  email: text('email', 254, undefined, rules.email),
  phone: text('phone', 50),
  address,
  taxId: text('tax_id', 50, 'VAT number or tax number.'),
  registrationId: text('registration_id', 100, 'Number in the commercial register.'),
  endpoint: identifier('endpoint', {
    title: 'Endpoint',
    schemes: 'EAS code, e.g. 0088 or EM.',
    incomplete: 'Incomplete: an electronic address needs a scheme and an id.',
  }),
  tradingName: {
    ...text('trading_name', 200, 'Trading name, if different from the legal name.'),
    ...NOT_IN_CSV,
  },
  registrationScheme: {
    ...code(
      'registration_scheme',
      '^[0-9]{4}$',
      'Register of `registration_id` (ISO 6523), e.g. 0002 for a SIREN.',
    ),
    ...NOT_IN_CSV,
  },
  identifier: {
    ...identifier('identifier', {
      title: 'Identifier',
      schemes: 'ISO 6523, e.g. 0088 for a GLN.',
      incomplete: 'Incomplete: an identifier needs a scheme and an id.',
    }),
    ...NOT_IN_CSV,
  },
}

/** The caller's key-value pairs; a change can delete single ones. */
export const metadata = { ...pairs('metadata', METADATA_PAIRS_MAX), change: mergedPairs }

/** The column of a field has its wire name; `repository.ts` names the columns of nested fields. */
export const FIELDS = {
  ...COPIED_FIELDS,
  eInvoiceProfile: {
    ...choice(
      'e_invoice_profile',
      E_INVOICE_PROFILES,
      'E-invoice profile that invoices to this customer must satisfy before issuing. Default: the settings.',
    ),
    ...NOT_IN_CSV,
  },
  reference: text(
    'reference',
    200,
    "The customer's reference, e.g. a Leitweg-ID. Copied to new invoices.",
  ),
  language: text('language', 35, 'BCP 47; null: the language of the settings.', rules.language),
  currency: text('currency', 3, 'ISO 4217; null: the currency of the settings.', rules.currency),
  paymentTerms: paymentTerms(
    'payment_terms',
    'When new invoices are due. Null: the terms of the settings.',
  ),
  paymentTermsDays: integer('payment_terms_days', {
    minimum: 0,
    maximum: 3650,
    description: '`payment_terms` of the kind `days`; null with another kind.',
  }),
  customFields: {
    ...customFields(
      'custom_fields',
      'Lines that new invoices print among the references. Default: the settings.',
    ),
    ...NOT_IN_CSV,
  },
  earlyPayment: {
    ...listOrNull(
      earlyPayment(
        'early_payment',
        'Discounts for early payment that new documents offer. Empty: none. Null: those of the settings.',
      ),
    ),
    ...NOT_IN_CSV,
  },
  withholdings: {
    ...listOrNull(
      withholdings(
        'withholdings',
        'What the customer keeps of new invoices. Null: as in the settings. Empty: nothing.',
      ),
    ),
    ...NOT_IN_CSV,
  },
  notes: text('notes', 10_000, 'Never printed.'),
  billingEmails: texts('billing_emails', {
    maxItems: BILLING_EMAILS_MAX,
    maxLength: 254,
    description: 'Recipients of messages with documents. Empty: `email`.',
    rule: rules.email,
  }),
  cc: texts('cc', {
    maxItems: BILLING_EMAILS_MAX,
    maxLength: 254,
    description: 'Get a copy of these messages.',
    rule: rules.email,
  }),
  salutation: {
    ...text('salutation', 200, 'How messages begin, e.g. "Dear Ms Brandt,".', rules.line),
    ...NOT_IN_CSV,
  },
  kind: {
    ...choice(
      'kind',
      CUSTOMER_KINDS,
      'Decides which charges for late payment may be claimed. Null: not known.',
    ),
    ...NOT_IN_CSV,
  },
  reminderPlan: {
    ...code(
      'reminder_plan',
      '^(default|none|rpl_[0-9a-f-]{36})$',
      'Id of a reminder plan, `default` or `none`. Null: the default plan.',
    ),
    ...NOT_IN_CSV,
  },
  numberSeries: {
    ...code(
      'number_series',
      '^[A-Za-z0-9-]{1,20}$',
      'Key of the number series of new invoices. Null: the numbers of the settings.',
    ),
    ...NOT_IN_CSV,
  },
  externalIds,
  metadata,
  archived: flag('archived'),
}

/** The fields that callers set; the service sets the others. */
export type CustomerContent = Values<typeof FIELDS>

/** The CSV columns and the types of their cells. A nested field has a dot. */
export const CSV_LEAVES = leavesOf(
  Object.fromEntries(Object.entries<Fields[string]>(FIELDS).filter(([, it]) => !('isInCsv' in it))),
)

interface Words {
  readonly title: string
  readonly schemes: string
  readonly incomplete: string
}

/** A scheme and an id, which only make sense together. */
function identifier<W extends string>(wire: W, { title, schemes, incomplete }: Words) {
  const parts = { scheme: text('scheme', 4, schemes, rules.endpointScheme), id: text('id', 100) }
  const both = compound(
    wire,
    { scheme: required(parts.scheme, 0), id: required(parts.id) },
    { title },
  )
  const changed: (typeof both)['change'] = (before, given, at, onFault) => {
    if (given === null) return null
    let isFaulty = false
    const onPart: OnFault = (...fault) => {
      isFaulty = true
      onFault(...fault)
    }
    const from = before ?? emptyOf(parts)
    const { scheme, id } = change(parts, { before: from, given, at, onFault: onPart })
    if (scheme !== null && id !== null) return { scheme, id }
    if (!isFaulty) onFault(at, 'incomplete', incomplete)
    return null
  }
  return { ...both, change: changed }
}

/** Null deletes one pair, or all of them. */
function mergedPairs(before: Pairs, given: unknown, at: string, onFault: OnFault): Pairs {
  if (given === null) return {}
  const all = Object.entries({ ...before, ...(given as Readonly<Record<string, string | null>>) })
  const left = all.filter((pair): pair is [string, string] => pair[1] !== null)
  if (left.length > METADATA_PAIRS_MAX) {
    const message = `Too many fields: use at most ${METADATA_PAIRS_MAX} pairs of metadata.`
    onFault(at, 'too_many_fields', message)
  }
  return Object.fromEntries(left)
}
