import { type AdviceKey, adviceAt, adviceFor, type Field } from '@billwright/einvoice'
import type { PrintedInvoice } from '../../../paper/printing/document-source.ts'
import { paymentFaults } from '../../../paper/printing/payment-view.ts'
import type { PartyFault, SwissFault } from '../../../paper/printing/swiss/bill.ts'
import type { RuleFault } from '../errors.ts'

/** The rule of warnings about the codes for payers. */
const PAYMENT_PART = 'payment_part'

type Target = readonly [field: Field, pointer: string]

const SELLER: Readonly<Record<PartyFault['part'], Target>> = {
  name: ['sellerName', '/bankAccount/holder'],
  street: ['sellerAddress', '/companyAddress/line1'],
  houseNumber: ['sellerAddress', '/companyAddress/line1'],
  postalCode: ['sellerPostalCode', '/companyAddress/postalCode'],
  town: ['sellerCity', '/companyAddress/city'],
  country: ['sellerCountry', '/companyAddress/countryCode'],
}
const BUYER: Readonly<Record<PartyFault['part'], Target>> = {
  name: ['buyerName', '/name'],
  street: ['buyerAddress', '/address/line1'],
  houseNumber: ['buyerAddress', '/address/line1'],
  postalCode: ['buyerPostalCode', '/address/postal_code'],
  town: ['buyerCity', '/address/city'],
  country: ['buyerCountry', '/address/country_code'],
}

/** What the codes for payers leave out, for the person who issues the invoice. */
export function paymentWarnings(invoice: PrintedInvoice, language: string): readonly RuleFault[] {
  const { swiss, payer, isNameCut, isCodeLeftOut } = paymentFaults(invoice)
  return [
    ...(swiss === null ? [] : [swissWarning(swiss, language)]),
    // A missing address is usual, and the payer can write it by hand.
    ...(payer === null || payer.reason === 'missing' ? [] : [payerWarning(payer, language)]),
    ...(isNameCut
      ? [
          warning(
            'settings',
            '/bankAccount/holder',
            adviceFor('payCodeName', language, { max: '70' }),
          ),
        ]
      : []),
    ...(isCodeLeftOut
      ? [warning('settings', '/bankAccount/iban', adviceFor('payCode', language, {}))]
      : []),
  ]
}

function swissWarning(fault: SwissFault, language: string): RuleFault {
  if (fault.reason === 'qr_iban')
    return warning('settings', '/bankAccount/iban', adviceFor('payPartQrIban', language, {}))
  if (!('part' in fault))
    return warning('invoice', '/items', adviceFor('payPartAmount', language, {}))
  const { reason, part, max, characters } = fault
  const [field, pointer] = SELLER[part]
  const values = { max: String(max), code: characters }
  const isName = part === 'name' && reason === 'too_long'
  const advice = isName ? 'payPartName' : PARTS[reason]
  return warning('settings', pointer, adviceAt({ advice, field, values }, language))
}

const PARTS: Readonly<Record<PartyFault['reason'], AdviceKey>> = {
  missing: 'payPartMissing',
  too_long: 'payPartLong',
  characters: 'payPartCharacters',
}

function payerWarning({ part }: PartyFault, language: string): RuleFault {
  const [field, pointer] = BUYER[part]
  return warning('customer', pointer, adviceAt({ advice: 'payPartPayer', field }, language))
}

const warning = (resource: string, pointer: string, message: string): RuleFault => ({
  ...{ resource, pointer, message },
  ...{ rule: PAYMENT_PART, code: PAYMENT_PART, level: 'warning' },
})
