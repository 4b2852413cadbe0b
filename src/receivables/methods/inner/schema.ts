import { SCHEMES } from '@billwright/sepa'
import { type Static, Type } from 'typebox'
import { changing, reading } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { problems } from '../../../core/http/problem.ts'
import { closed, nullable, STAMPS } from '../../../kernel/fields/shapes.ts'
import { METHOD_STATUSES, VIAS } from '../method.ts'

const text = Type.String()
const day = (description?: string) =>
  Type.String({ format: 'date', ...(description && { description }) })
const tags = ['Direct debit']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the payment method.' }),
})
const ofCustomer = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the customer.' }),
})

const Address = Type.Object(
  {
    street: Type.Optional(nullable(Type.String({ maxLength: 70 }))),
    postal_code: Type.Optional(nullable(Type.String({ maxLength: 16 }))),
    city: Type.String({ minLength: 1, maxLength: 35 }),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166, two letters.' }),
  },
  { title: 'MandateAddress', ...closed },
)
const CHANGEABLE = {
  reference: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Default for a new mandate: M, the customer's number and a count.",
    }),
  ),
  account_holder: Type.String({ minLength: 1, maxLength: 140 }),
  iban: Type.String({ maxLength: 60, description: 'Of a country in SEPA.' }),
  bic: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
        description: 'Needed outside the European Economic Area only.',
      }),
    ),
  ),
  address: Type.Optional(nullable(Address)),
  notice_days: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 60,
        description: 'Days from the notice to the collection. Null: as in the settings.',
      }),
    ),
  ),
  evidence: Type.Optional(
    nullable(
      Type.Object(
        {
          kind: Type.String({ enum: ['paper'] }),
          file_id: Type.String({
            maxLength: 100,
            description: 'The signed form, among the files of the customer.',
          }),
        },
        { title: 'MandateEvidence', ...closed },
      ),
    ),
  ),
  b2b_confirmed_on: Type.Optional(
    nullable(day('B2B: when the debtor registered the mandate at their bank.')),
  ),
}
const FINAL = Type.Boolean({ description: 'Whether the next collection is the last one.' })
const SCHEME = Type.String({ enum: [...SCHEMES], description: '`B2B`: between businesses only.' })
const TYPE = Type.String({ enum: ['recurring', 'one_off'] })

const EXAMPLE = {
  scheme: 'CORE',
  type: 'recurring',
  signed_on: '2026-11-02',
  account_holder: 'Fernweh Books GmbH',
  iban: 'DE17123456780000000001',
}
const FILE = 'fil_019aa5d2-7c00-7000-8000-0123456789ab'

const MethodCreate = Type.Object(
  {
    mandate: Type.Object(
      {
        ...CHANGEABLE,
        scheme: Type.Optional(SCHEME),
        type: Type.Optional(TYPE),
        signed_on: day('When the customer signed it.'),
      },
      { title: 'MandateCreate', ...closed },
    ),
    default: Type.Optional(Type.Boolean()),
  },
  {
    title: 'PaymentMethodCreate',
    ...closed,
    examples: [{ mandate: { ...EXAMPLE, evidence: { kind: 'paper', file_id: FILE } } }],
  },
)
export type MethodCreate = Static<typeof MethodCreate>

const MethodPatch = Type.Object(
  {
    mandate: Type.Optional(
      Type.Partial(Type.Object({ ...CHANGEABLE, final: FINAL }), {
        title: 'MandatePatch',
        ...closed,
      }),
    ),
    default: Type.Optional(Type.Boolean()),
  },
  {
    title: 'PaymentMethodPatch',
    ...closed,
    examples: [{ mandate: { iban: 'DE87123456780000000002' } }],
  },
)
export type MethodPatch = Static<typeof MethodPatch>

const Suspension = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: 200 })) },
  { title: 'PaymentMethodSuspension', ...closed, examples: [{ reason: 'The customer asked.' }] },
)

const MandateView = Type.Object(
  {
    reference: text,
    scheme: SCHEME,
    type: TYPE,
    signed_on: text,
    account_holder: text,
    iban: Type.String({
      description: 'Without the scope `issue`: country and last four characters.',
    }),
    bic: nullable(text),
    address: nullable(
      Type.Object({
        street: nullable(text),
        postal_code: nullable(text),
        city: text,
        country: text,
      }),
    ),
    notice_days: nullable(Type.Integer()),
    evidence: nullable(
      Type.Object({
        kind: Type.String({
          enum: ['paper', 'page'],
          description: '`page`: the customer signed on the page of an invoice, as `consent` says.',
        }),
        file_id: nullable(text),
      }),
    ),
    b2b_confirmed_on: nullable(text),
    final: FINAL,
    first_on: nullable(
      Type.String({ description: 'Day of the first collection that was submitted.' }),
    ),
    last_on: nullable(
      Type.String({
        description: 'Day of the last collection that was submitted, even if it was returned.',
      }),
    ),
    amendments: Type.Array(
      Type.Object({
        from: text,
        what: Type.String({ enum: ['reference', 'iban', 'creditor_id', 'creditor_name'] }),
        old: text,
      }),
      { description: "What changed after the first collection. The debtor's bank is told." },
    ),
  },
  { title: 'Mandate' },
)
const MethodView = Type.Object(
  {
    id: text,
    customer_id: text,
    via: Type.String({
      enum: [...VIAS],
      description:
        '`file`: collected with files for the bank. `provider`: charged at a payment provider.',
    }),
    provider_id: nullable(text),
    kind: Type.String({ description: '`sepa_debit`, or the name that the provider uses.' }),
    label: text,
    status: Type.String({ enum: [...METHOD_STATUSES] }),
    default: Type.Boolean(),
    mandate: nullable(MandateView),
    consent: nullable(
      Type.Object(
        {
          words: text,
          words_sha256: text,
          language: text,
          at: text,
          invoice_id: text,
          name: nullable(Type.String({ description: 'The name typed to sign a mandate.' })),
          address: nullable(text),
          browser: nullable(text),
          currency: text,
          max_amount: nullable(
            Type.String({
              description: 'The highest amount of a charge. Null: the customer set no limit.',
            }),
          ),
        },
        { description: 'What the customer agreed to when the method was kept.' },
      ),
    ),
    expires_on: nullable(
      Type.String({
        description:
          'First day on which it cannot be used: 36 months after the last collection or the signature.',
      }),
    ),
    last_used_on: nullable(text),
    problem: nullable(Type.String({ description: 'Why it is suspended.' })),
    ...STAMPS,
  },
  {
    title: 'PaymentMethod',
    examples: [
      {
        id: 'pmd_019aa5d2-7c00-7000-8000-0123456789ab',
        customer_id: 'cus_019aa5d2-7c00-7000-8000-0123456789ab',
        via: 'file',
        provider_id: null,
        kind: 'sepa_debit',
        label: 'DE…0001',
        status: 'active',
        default: true,
        mandate: {
          reference: 'M1001-1',
          ...EXAMPLE,
          bic: null,
          address: null,
          notice_days: null,
          evidence: { kind: 'paper', file_id: FILE },
          b2b_confirmed_on: null,
          final: false,
          first_on: null,
          last_on: null,
          amendments: [],
        },
        consent: null,
        expires_on: '2029-11-02',
        last_used_on: null,
        problem: null,
        version: 2,
        created_at: '2026-11-02T09:05:00.000Z',
        updated_at: '2026-11-02T09:05:00.000Z',
      },
    ],
  },
)

export const listMethods = {
  operationId: 'listPaymentMethods',
  tags,
  summary: 'List the payment methods of a customer',
  description: 'Mandates for direct debits, and methods that providers keep.',
  params: ofCustomer,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(entryOf(MethodView)), ...problems(404) },
}
export const createMethod = {
  operationId: 'createPaymentMethod',
  tags,
  summary: 'Record a mandate on paper',
  description:
    'Records a SEPA mandate. It is `pending` until its evidence is there and, with the setting `confirmMandates`, a person has confirmed it.',
  params: ofCustomer,
  body: MethodCreate,
  response: { 201: MethodView, ...problems(404, 409) },
}
export const getMethod = {
  operationId: 'getPaymentMethod',
  tags,
  summary: 'Get a payment method',
  description: 'Shows the whole IBAN only with the scope `issue`.',
  params,
  ...reading(MethodView, [404]),
}
export const patchMethod = {
  operationId: 'updatePaymentMethod',
  tags,
  summary: 'Change a payment method',
  description:
    'After the first collection, a new account or reference is an amendment, which the next file tells the bank.',
  params,
  body: MethodPatch,
  ...changing(MethodView),
}
const acting = (operationId: string, summary: string, description: string) => ({
  ...{ operationId, tags, summary, description, params },
  ...changing(MethodView),
})
export const confirmMethod = acting(
  'confirmPaymentMethod',
  'Confirm a mandate',
  'Confirms that a person has compared the mandate with its evidence. It is active then.',
)
export const suspendMethod = {
  ...acting(
    'suspendPaymentMethod',
    'Suspend a payment method',
    'Nothing is collected from it until a person resumes it.',
  ),
  body: Suspension,
}
export const resumeMethod = acting(
  'resumePaymentMethod',
  'Resume a payment method',
  'Its invoices are collected again.',
)
export const cancelMethod = acting(
  'cancelPaymentMethod',
  'Cancel a payment method',
  'It cannot be used again. Collections that are not submitted yet are canceled.',
)
