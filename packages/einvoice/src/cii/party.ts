import type { Delivery } from '../model/document.ts'
import type {
  Address,
  Buyer,
  Contact,
  Identifier,
  Payee,
  Seller,
  TaxRepresentative,
} from '../model/party.ts'
import { deciding, group, inside } from '../xml/groups.ts'
import { leaf, leaves } from '../xml/leaves.ts'
import type { Part, Table } from '../xml/part.ts'
import { IDENTIFIER, TEXT, TEXT_OF_OTHERS, type ValueType } from '../xml/values.ts'

const CII_ADDRESS: Table<Address> = [
  leaf('ram:PostcodeCode', 'postalCode', TEXT),
  leaf('ram:LineOne', 'line1', TEXT),
  leaf('ram:LineTwo', 'line2', TEXT),
  leaf('ram:LineThree', 'line3', TEXT),
  leaf('ram:CityName', 'city', TEXT),
  leaf('ram:CountryID', 'country', TEXT),
  leaf('ram:CountrySubDivisionName', 'region', TEXT),
]

/** A contact without a person is a department. */
const CONTACT: Table<Contact> = [
  leaf('ram:PersonName', 'name', TEXT),
  leaf('ram:DepartmentName', 'name', TEXT_OF_OTHERS),
  inside('ram:TelephoneUniversalCommunication', [leaf('ram:CompleteNumber', 'phone', TEXT)]),
  inside('ram:EmailURIUniversalCommunication', [leaf('ram:URIID', 'email', TEXT)]),
]

/** Identifiers with and without scheme use different elements. */
const OWN_ID: ValueType<Identifier> = {
  ...IDENTIFIER,
  toXml: ({ value, scheme }) => (scheme ? undefined : { text: value }),
}
const GLOBAL_ID: ValueType<Identifier> = {
  ...IDENTIFIER,
  toXml: (identifier, scope) =>
    identifier.scheme ? IDENTIFIER.toXml(identifier, scope) : undefined,
}

const taxRegistration = (scheme: string): ValueType<string> => ({
  toXml: (text) => ({ text, attributes: { schemeID: scheme } }),
  fromXml: (element, scope) => IDENTIFIER.fromXml(element, scope)?.value,
  attributes: ['schemeID'],
  fits: ({ attributes }) => attributes.get('schemeID')?.trim() === scheme,
})

const VAT_ID: Part<{ readonly vatId?: string | undefined }> = inside(
  'ram:SpecifiedTaxRegistration',
  [deciding(leaf('ram:ID', 'vatId', taxRegistration('VA')))],
)
const TAX_NUMBER: Part<Seller> = inside('ram:SpecifiedTaxRegistration', [
  deciding(leaf('ram:ID', 'taxNumber', taxRegistration('FC'))),
])

const NAME: Part<{ readonly name: string }> = leaf('ram:Name', 'name', TEXT)

const HEAD: Table<Buyer> = [
  leaves('ram:ID', 'identifiers', OWN_ID),
  leaves('ram:GlobalID', 'identifiers', GLOBAL_ID),
  NAME,
]

const AFTER_NAME: Table<Buyer> = [
  inside('ram:SpecifiedLegalOrganization', [
    leaf('ram:ID', 'registration', IDENTIFIER),
    leaf('ram:TradingBusinessName', 'tradingName', TEXT),
  ]),
  group('ram:DefinedTradeContact', 'contact', CONTACT),
  group('ram:PostalTradeAddress', 'address', CII_ADDRESS),
  inside('ram:URIUniversalCommunication', [leaf('ram:URIID', 'electronicAddress', IDENTIFIER)]),
  VAT_ID,
]

export const CII_BUYER: Table<Buyer> = [...HEAD, ...AFTER_NAME]

export const CII_SELLER: Table<Seller> = [
  ...HEAD,
  leaf('ram:Description', 'legalInformation', TEXT),
  ...AFTER_NAME,
  TAX_NUMBER,
]

export const CII_PAYEE: Table<Payee> = [
  leaf('ram:ID', 'identifier', OWN_ID),
  leaf('ram:GlobalID', 'identifier', GLOBAL_ID),
  NAME,
  inside('ram:SpecifiedLegalOrganization', [leaf('ram:ID', 'registration', IDENTIFIER)]),
]

export const CII_TAX_REPRESENTATIVE: Table<TaxRepresentative> = [
  NAME,
  group('ram:PostalTradeAddress', 'address', CII_ADDRESS),
  VAT_ID,
]

export const CII_DELIVERY_PLACE: Table<Delivery> = [
  leaf('ram:ID', 'location', OWN_ID),
  leaf('ram:GlobalID', 'location', GLOBAL_ID),
  leaf('ram:Name', 'name', TEXT),
  group('ram:PostalTradeAddress', 'address', CII_ADDRESS),
]
