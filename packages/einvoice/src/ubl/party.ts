import type {
  Address,
  Buyer,
  Contact,
  Identifier,
  Operator,
  Payee,
  Seller,
  TaxRepresentative,
} from '../model/party.ts'
import { always, deciding, group, incidental, inside, list } from '../xml/groups.ts'
import { leaf, marker, self } from '../xml/leaves.ts'
import type { Part, Table } from '../xml/part.ts'
import { IDENTIFIER, TEXT, type ValueType } from '../xml/values.ts'

/** UBL puts the creditor identifier of direct debits (BT-90) among those of the payee. */
interface WithCreditor {
  readonly creditorId?: string | undefined
}
export type UblSeller = Seller & WithCreditor
export type UblPayee = Payee & WithCreditor

const isSepa = (scheme: string | undefined): boolean => scheme?.toUpperCase() === 'SEPA'

const CREDITOR_ID: ValueType<string> = {
  toXml: (value) => ({ text: value, attributes: { schemeID: 'SEPA' } }),
  fromXml: (element, scope) => IDENTIFIER.fromXml(element, scope)?.value,
  attributes: ['schemeID'],
  fits: ({ attributes }) => isSepa(attributes.get('schemeID')),
}

const PARTY_ID: ValueType<Identifier> = {
  ...IDENTIFIER,
  fits: ({ attributes }) => !isSepa(attributes.get('schemeID')),
}

export const UBL_ADDRESS: Table<Address> = [
  leaf('cbc:StreetName', 'line1', TEXT),
  leaf('cbc:AdditionalStreetName', 'line2', TEXT),
  leaf('cbc:CityName', 'city', TEXT),
  leaf('cbc:PostalZone', 'postalCode', TEXT),
  leaf('cbc:CountrySubentity', 'region', TEXT),
  inside('cac:AddressLine', [leaf('cbc:Line', 'line3', TEXT)]),
  inside('cac:Country', [leaf('cbc:IdentificationCode', 'country', TEXT)]),
]

const CONTACT: Table<Contact> = [
  leaf('cbc:Name', 'name', TEXT),
  leaf('cbc:Telephone', 'phone', TEXT),
  leaf('cbc:ElectronicMail', 'email', TEXT),
]

const IDENTIFICATION: Table<Identifier> = [deciding(self('cbc:ID', PARTY_ID))]
const CREDITOR: Part<WithCreditor> = inside('cac:PartyIdentification', [
  deciding(leaf('cbc:ID', 'creditorId', CREDITOR_ID)),
])

const NAME: Part<Payee | TaxRepresentative> = inside('cac:PartyName', [
  leaf('cbc:Name', 'name', TEXT),
])

const taxScheme = <T>(name: Part<T>): Part<T> =>
  deciding(incidental(always('cac:TaxScheme', [name])))

const VAT_ID: Part<{ readonly vatId?: string | undefined }> = inside('cac:PartyTaxScheme', [
  leaf('cbc:CompanyID', 'vatId', TEXT),
  taxScheme(marker('cbc:ID', 'VAT')),
])

/** Any scheme except VAT: the seller's national tax number. */
const TAX_NUMBER: Part<Seller> = inside('cac:PartyTaxScheme', [
  leaf('cbc:CompanyID', 'taxNumber', TEXT),
  taxScheme(marker('cbc:ID', 'TAX', (text) => text.toUpperCase() !== 'VAT')),
])

const REGISTRATION = [
  leaf<Buyer, string>('cbc:RegistrationName', 'name', TEXT),
  leaf<Buyer, Identifier>('cbc:CompanyID', 'registration', IDENTIFIER),
]

const BUYER_HEAD: Table<Buyer> = [
  leaf('cbc:EndpointID', 'electronicAddress', IDENTIFIER),
  list('cac:PartyIdentification', 'identifiers', IDENTIFICATION),
]
const BUYER_MIDDLE: Table<Buyer> = [
  inside('cac:PartyName', [leaf('cbc:Name', 'tradingName', TEXT)]),
  group('cac:PostalAddress', 'address', UBL_ADDRESS),
  VAT_ID,
]
const BUYER_END: Table<Buyer> = [group('cac:Contact', 'contact', CONTACT)]

/** For Croatia. */
const OPERATOR: Table<Operator> = [leaf('cbc:ID', 'id', TEXT), leaf('cbc:Name', 'name', TEXT)]

export const UBL_SELLER: Table<UblSeller> = [
  inside<UblSeller>('cac:Party', [
    ...BUYER_HEAD,
    CREDITOR,
    ...BUYER_MIDDLE,
    TAX_NUMBER,
    inside<Seller>('cac:PartyLegalEntity', [
      ...REGISTRATION,
      leaf('cbc:CompanyLegalForm', 'legalInformation', TEXT),
    ]),
    ...BUYER_END,
  ]),
  group('cac:SellerContact', 'operator', OPERATOR),
]

export const UBL_BUYER: Table<Buyer> = [
  inside('cac:Party', [
    ...BUYER_HEAD,
    ...BUYER_MIDDLE,
    inside('cac:PartyLegalEntity', REGISTRATION),
    ...BUYER_END,
  ]),
]

export const UBL_PAYEE: Table<UblPayee> = [
  inside('cac:PartyIdentification', [deciding(leaf('cbc:ID', 'identifier', PARTY_ID))]),
  CREDITOR,
  NAME,
  inside('cac:PartyLegalEntity', [leaf('cbc:CompanyID', 'registration', IDENTIFIER)]),
]

export const UBL_TAX_REPRESENTATIVE: Table<TaxRepresentative> = [
  NAME,
  group('cac:PostalAddress', 'address', UBL_ADDRESS),
  VAT_ID,
]
