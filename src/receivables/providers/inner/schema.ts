import { Type } from 'typebox'
import { changing, deleting, reading } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { problems } from '../../../core/http/problem.ts'
import { inputOf, outputOf } from '../../../kernel/fields/field.ts'
import { closed, nullable, STAMPS } from '../../../kernel/fields/shapes.ts'
import { FIELDS, MODES } from '../provider.ts'

const text = Type.String()
const tags = ['Online payment']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the payment provider.' }),
})

const PROVIDER = {
  kind: 'stripe',
  label: 'Stripe',
  enabled: true,
  priority: 1,
  methods: ['card'],
  currencies: ['EUR'],
  countries: [],
  uses: [],
  statement_text: null,
  minimum: null,
  maximum: null,
}
const ProviderCreate = Type.Object(
  {
    ...inputOf(FIELDS),
    api_key: Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description: 'Stored encrypted. No answer contains it.',
    }),
    hook_secrets: Type.Optional(
      Type.Array(Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' }), {
        maxItems: 2,
        description: 'Two are valid at once while you change the secret. No answer contains them.',
      }),
    ),
  },
  {
    title: 'PaymentProviderCreate',
    ...closed,
    examples: [{ ...PROVIDER, api_key: 'rk_test_example123', hook_secrets: ['whsec_example'] }],
  },
)
const ProviderChange = Type.Partial(ProviderCreate, {
  title: 'PaymentProviderPatch',
  ...closed,
  examples: [{ enabled: false }],
})
const ProviderView = Type.Object(
  {
    id: text,
    ...outputOf(FIELDS),
    mode: Type.String({ enum: [...MODES], description: 'Follows from the key.' }),
    account: nullable(
      Type.String({ description: 'The account of the key. Null: not tested yet.' }),
    ),
    has_api_key: Type.Boolean(),
    has_hook_secrets: Type.Boolean(),
    hook_url: Type.String({ description: 'Enter it as webhook at the provider.' }),
    hook: Type.Object({ last_at: nullable(text) }),
    reconciled_until: nullable(
      Type.String({
        description: 'The service knows every change at the provider up to this time.',
      }),
    ),
    differing: Type.Array(text, {
      description: 'Payments whose bookings differ from what the provider reported, 50 at most.',
    }),
    problem: nullable(
      Type.String({
        description:
          '`provider_refused`: it refuses the key. `provider_unreachable`: it has not answered for an hour.',
      }),
    ),
    ...STAMPS,
  },
  {
    title: 'PaymentProvider',
    examples: [
      {
        id: 'pvd_019aa5d2-7c00-7000-8000-0123456789ab',
        ...PROVIDER,
        mode: 'test',
        account: 'acct_1example',
        has_api_key: true,
        has_hook_secrets: true,
        hook_url: 'https://billing.example.org/hooks/pvd_019aa5d2-7c00-7000-8000-0123456789ab',
        hook: { last_at: '2026-11-21T09:05:00.000Z' },
        reconciled_until: '2026-11-21T02:00:00.000Z',
        differing: [],
        problem: null,
        version: 2,
        created_at: '2026-11-21T09:05:00.000Z',
        updated_at: '2026-11-21T09:05:00.000Z',
      },
    ],
  },
)

export const listProviders = {
  operationId: 'listPaymentProviders',
  summary: 'List payment providers',
  description: 'Oldest first unless you set `sort`.',
  tags,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(entryOf(ProviderView, 'ListedPaymentProvider')) },
}
export const createProvider = {
  operationId: 'createPaymentProvider',
  summary: 'Add a payment provider',
  description: 'The key is not used until you test the provider or a customer pays.',
  tags,
  body: ProviderCreate,
  response: { 201: ProviderView },
}
export const getProvider = {
  operationId: 'getPaymentProvider',
  summary: 'Read a payment provider',
  description: 'No answer contains its key and secrets.',
  tags,
  params,
  ...reading(ProviderView),
}
const changed = changing(ProviderView)
export const patchProvider = {
  operationId: 'patchPaymentProvider',
  summary: 'Change a payment provider',
  description:
    'JSON Merge Patch (RFC 7396). A new key must have the mode and the account of the old one.',
  tags,
  params,
  body: ProviderChange,
  ...changed,
  response: { ...changed.response, ...problems(502, 503) },
}
export const deleteProvider = {
  operationId: 'deletePaymentProvider',
  summary: 'Delete a payment provider',
  description: 'Only one without checkouts. Disable any other.',
  tags,
  params,
  ...deleting,
}
export const testProvider = {
  operationId: 'testPaymentProvider',
  summary: 'Test a payment provider',
  description: 'Reads the account with the stored key.',
  tags,
  params,
  response: {
    200: Type.Object(
      {
        account: text,
        name: nullable(text),
        mode: text,
        methods: Type.Array(text),
        currencies: Type.Array(text),
      },
      {
        title: 'PaymentProviderTest',
        examples: [
          {
            account: 'acct_1example',
            name: 'Atelier Nord',
            mode: 'test',
            methods: ['card'],
            currencies: ['EUR'],
          },
        ],
      },
    ),
    ...problems(502, 503),
  },
}
export const registerHook = {
  operationId: 'registerPaymentProviderHook',
  summary: 'Register the webhook at a payment provider',
  description:
    'Creates the webhook at Stripe or PayPal and stores its secret; the previous secret stays valid. `registered: false`: the service cannot do this for the provider. Enter `hook_url` there by hand. Mollie needs no entry, because it gets `hook_url` with each payment.',
  tags,
  params,
  response: {
    200: Type.Object(
      { registered: Type.Boolean(), hook_url: text },
      {
        title: 'PaymentProviderHook',
        examples: [
          {
            registered: true,
            hook_url: 'https://billing.example.org/hooks/pvd_019aa5d2-7c00-7000-8000-0123456789ab',
          },
        ],
      },
    ),
    ...problems(502, 503),
  },
}
