import { type Static, type TSchema, Type } from 'typebox'
import { closed, nullable } from '../http/shapes.ts'
import { E_INVOICE_PROFILES } from '../settings/settings.ts'

export const METADATA_PAIRS_MAX = 50
const DAYS_MAX = 3650

const text = (maxLength: number, description?: string) =>
  Type.Optional(
    nullable(Type.String({ maxLength, ...(description === undefined ? {} : { description }) })),
  )

const AddressInput = Type.Object(
  {
    line1: text(200),
    line2: text(200),
    city: text(100),
    postal_code: text(30),
    region: text(100),
    country_code: text(2, 'ISO 3166-1 alpha-2.'),
  },
  { title: 'AddressInput', ...closed },
)

const EndpointInput = Type.Object(
  {
    scheme: Type.String({ maxLength: 4, description: 'EAS code, e.g. 0088 or EM.' }),
    id: Type.String({ minLength: 1, maxLength: 100 }),
  },
  { title: 'EndpointInput', ...closed },
)

const IdentifierInput = Type.Object(
  {
    scheme: Type.String({ maxLength: 4, description: 'ISO 6523, e.g. 0088 for a GLN.' }),
    id: Type.String({ minLength: 1, maxLength: 100 }),
  },
  { title: 'IdentifierInput', ...closed },
)

/** A name of metadata is plain text without control characters; a value of null takes it away. */
const metadata = <T extends TSchema>(value: T) =>
  Type.Unsafe<Readonly<Record<string, Static<T>>>>({
    type: 'object',
    maxProperties: METADATA_PAIRS_MAX,
    propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
    additionalProperties: value,
    description: `Your own keys and values, at most ${METADATA_PAIRS_MAX}.`,
  })

const MetadataText = Type.String({ maxLength: 500 })

const fields = {
  contact_name: text(200),
  email: text(254),
  phone: text(50),
  tax_id: text(50, 'VAT number or tax number.'),
  registration_id: text(100, 'Number in the commercial register.'),
  endpoint: Type.Optional(nullable(EndpointInput)),
  trading_name: text(200, 'Name the customer is known by, if different from the legal name.'),
  registration_scheme: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[0-9]{4}$',
        description: 'Register of `registration_id` (ISO 6523), e.g. 0002 for a SIREN.',
      }),
    ),
  ),
  identifier: Type.Optional(nullable(IdentifierInput)),
  e_invoice_profile: Type.Optional(
    nullable(
      Type.String({
        enum: [...E_INVOICE_PROFILES],
        description:
          'E-invoice profile that invoices to this customer must satisfy before issuing. Default: the settings.',
      }),
    ),
  ),
  reference: text(200, "The customer's reference, e.g. a Leitweg-ID. Copied to new invoices."),
  language: text(35, 'BCP 47; null: the language of the settings.'),
  currency: text(3, 'ISO 4217; null: the currency of the settings.'),
  payment_terms_days: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: DAYS_MAX }))),
  notes: text(10_000, 'Never printed.'),
  archived: Type.Optional(Type.Boolean()),
}

const name = Type.String({ minLength: 1, maxLength: 200 })
const address = Type.Optional(nullable(AddressInput))

const EXAMPLE = {
  name: 'Northwind Robotics GmbH',
  email: 'accounts@northwind.example',
  address: { line1: 'Hafenstraße 12', city: 'Hamburg', postal_code: '20457', country_code: 'DE' },
  tax_id: 'DE987654321',
}

/** What a customer is made of; only `name` is needed. Also what stands inline in a new invoice. */
export const CustomerInput = Type.Object(
  { name, address, ...fields, metadata: Type.Optional(metadata(MetadataText)) },
  { title: 'CustomerCreate', ...closed, examples: [EXAMPLE] },
)
export type CustomerInput = Static<typeof CustomerInput>

/** The fields it names change, each as a whole; the others stay. */
export const CustomerPut = Type.Object(
  {
    name: Type.Optional(name),
    address,
    ...fields,
    metadata: Type.Optional(metadata(MetadataText)),
  },
  { title: 'CustomerPut', ...closed, examples: [EXAMPLE] },
)

/** JSON Merge Patch (RFC 7396): parts of the address and single pairs of the metadata, too. */
export const CustomerPatch = Type.Object(
  {
    name: Type.Optional(name),
    address,
    ...fields,
    endpoint: Type.Optional(nullable(Type.Partial(EndpointInput, closed))),
    identifier: Type.Optional(nullable(Type.Partial(IdentifierInput, closed))),
    metadata: Type.Optional(nullable(metadata(nullable(MetadataText)))),
  },
  { title: 'CustomerPatch', ...closed, examples: [{ address: { city: 'Bremen' }, notes: null }] },
)
export type CustomerChange = Static<typeof CustomerPatch>
