import type { Address, Buyer, Identifier } from '@billwright/einvoice'
import * as rules from '../../../../kernel/fields/rules.ts'
import type { CustomerInput } from '../../../../sales/customers/input.ts'
import { given, type ImportReport, someGiven } from './report.ts'

/** A party's address for a request. The third line is appended to the second. */
export function addressInput(address: Address, path: string, report: ImportReport) {
  const { line2, line3 } = address
  const rest = [line2, line3].filter((it) => it !== undefined).join(', ') || undefined
  const text = (key: keyof Address, lengthMax: number) =>
    report.text(`${path}/${key}`, address[key], lengthMax)
  return someGiven<NonNullable<CustomerInput['address']>>({
    line1: text('line1', 200),
    line2: report.text(`${path}/line2`, rest, 200),
    city: text('city', 100),
    postal_code: text('postalCode', 30),
    region: text('region', 100),
    country_code: report.ruled(`${path}/country`, address.country || undefined, rules.country),
  })
}

/** An identifier with a scheme; without one, it is ambiguous. */
export function identifierInput(
  identifier: Identifier | undefined,
  path: string,
  report: ImportReport,
): { readonly scheme: string; readonly id: string } | undefined {
  if (identifier === undefined) return undefined
  if (identifier.scheme === undefined) {
    report.add(path, `"${identifier.value.slice(0, 40)}" has no scheme.`)
    return undefined
  }
  const scheme = report.ruled(`${path}/scheme`, identifier.scheme, rules.endpointScheme)
  const id = report.text(path, identifier.value, 100)
  return scheme === undefined || id === undefined ? undefined : { scheme, id }
}

/** The draft's customer, inline as in `POST /invoices`. */
export function buyerInput(buyer: Buyer, report: ImportReport): CustomerInput {
  const { registration, contact = {} } = buyer
  const [identifier, ...others] = buyer.identifiers
  report.leave('/buyer/identifiers/1', others, 'A customer can have only one identifier.')
  return given<CustomerInput>({
    name: report.text('/buyer/name', buyer.name, 200) ?? '?',
    trading_name: report.text('/buyer/tradingName', buyer.tradingName, 200),
    contact_name: report.text('/buyer/contact/name', contact.name, 200),
    email: report.ruled('/buyer/contact/email', contact.email, rules.email),
    phone: report.text('/buyer/contact/phone', contact.phone, 50),
    address: addressInput(buyer.address, '/buyer/address', report),
    tax_id: report.text('/buyer/vatId', buyer.vatId, 50),
    registration_id: report.text('/buyer/registration', registration?.value, 100),
    registration_scheme: report.code(
      '/buyer/registration/scheme',
      registration?.scheme,
      /^[0-9]{4}$/,
    ),
    endpoint: identifierInput(buyer.electronicAddress, '/buyer/electronicAddress', report),
    identifier: identifierInput(identifier, '/buyer/identifiers/0', report),
  })
}
