import { type TProperties, Type } from 'typebox'
import { CachedHeaders, ConditionalHeaders, NotModified } from '../http/etag.ts'
import { problems } from '../http/problem.ts'
import { nullable } from '../http/shapes.ts'
import { SETTINGS_EXAMPLE } from './example.ts'
import { SettingsInput } from './input.ts'

const text = Type.String()
const optional = nullable(text)
const numbering = Type.Object({ pattern: text, reset: text })
const object = <P extends TProperties>(properties: P) => Type.Object(properties)

export const SettingsView = Type.Object(
  {
    templateId: text,
    logo: nullable(Type.String({ description: 'A data URL.' })),
    accentColor: text,
    companyName: text,
    companyContact: optional,
    companyEmail: optional,
    companyPhone: optional,
    companyWebsite: optional,
    companyAddress: object({
      line1: optional,
      line2: optional,
      city: optional,
      postalCode: optional,
      region: optional,
      countryCode: optional,
    }),
    companyTradingName: optional,
    companyLegalForm: optional,
    companyTaxId: optional,
    companyTaxNumber: optional,
    companyRegistrationId: optional,
    companyRegistrationScheme: optional,
    taxRepresentative: nullable(
      object({
        name: text,
        taxId: text,
        line1: optional,
        line2: optional,
        city: optional,
        postalCode: optional,
        region: optional,
        countryCode: optional,
      }),
    ),
    companyEndpoint: nullable(object({ scheme: text, id: text })),
    bankAccount: object({
      holder: optional,
      iban: optional,
      bic: optional,
      bankName: optional,
      creditorId: optional,
      qrIban: optional,
    }),
    paymentInstructions: optional,
    paymentMeans: optional,
    eInvoiceProfile: optional,
    currency: text,
    locale: text,
    timeZone: text,
    dateFormat: text,
    taxLabel: optional,
    defaultTax: object({ category: text, rate: text }),
    pricesIncludeTax: Type.Boolean(),
    rounding: text,
    paymentTermsDays: Type.Integer(),
    defaultTerms: optional,
    defaultNotes: optional,
    invoiceNumbering: numbering,
    creditNoteNumbering: numbering,
    lockIssuedInvoices: Type.Boolean(),
  },
  { title: 'Settings', examples: [SETTINGS_EXAMPLE] },
)

const tags = ['Settings']

const read = {
  summary: 'Read the settings',
  description:
    'Every setting, with its default if it was never set. You can send the response back with PUT.',
  tags,
  headers: CachedHeaders,
  response: {
    200: SettingsView,
    304: NotModified,
    ...problems(401, 403),
  },
}

const change = {
  tags,
  headers: ConditionalHeaders,
  body: SettingsInput,
  response: { 200: SettingsView, ...problems(400, 401, 403, 412, 413, 415, 422, 429, 502) },
}

const put = {
  ...change,
  summary: 'Set settings',
  description:
    'Replaces each setting you send as a whole. Others keep their value. `null` restores the default.',
}

const patch = {
  ...change,
  summary: 'Patch the settings',
  description:
    'JSON Merge Patch (RFC 7396): omitted parts keep their value, `null` restores the default.',
}

/** The operations under their address, and the same ones under the older address. */
export const OPERATIONS = [
  {
    path: '/settings',
    get: { operationId: 'getSettings', ...read },
    put: { operationId: 'putSettings', ...put },
    patch: { operationId: 'patchSettings', ...patch },
  },
  {
    path: '/admin/settings',
    get: { operationId: 'getAdminSettings', ...read },
    put: { operationId: 'putAdminSettings', ...put },
    patch: { operationId: 'patchAdminSettings', ...patch },
  },
]
