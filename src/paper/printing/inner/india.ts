import type { Address } from '../../../company/settings/settings.ts'
import type { Item } from '../../../sales/contents/contents.ts'
import type { PrintedInvoice } from '../document-source.ts'
import type { Formatter } from '../format.ts'
import { stateOfGstin } from '../labels/labels.ts'

/* What a supplier registered in India states (CGST Rules 2017, Rules 46 and 49), in the words of the rules. */

type Party = { readonly taxId: string | null; readonly address: Pick<Address, 'countryCode'> }

const STATES = new Map(
  `01 Jammu and Kashmir, 02 Himachal Pradesh, 03 Punjab, 04 Chandigarh, 05 Uttarakhand, 06 Haryana, 07 Delhi,
  08 Rajasthan, 09 Uttar Pradesh, 10 Bihar, 11 Sikkim, 12 Arunachal Pradesh, 13 Nagaland, 14 Manipur, 15 Mizoram,
  16 Tripura, 17 Meghalaya, 18 Assam, 19 West Bengal, 20 Jharkhand, 21 Odisha, 22 Chhattisgarh, 23 Madhya Pradesh,
  24 Gujarat, 26 Dadra and Nagar Haveli and Daman and Diu, 27 Maharashtra, 29 Karnataka, 30 Goa, 31 Lakshadweep,
  32 Kerala, 33 Tamil Nadu, 34 Puducherry, 35 Andaman and Nicobar Islands, 36 Telangana, 37 Andhra Pradesh,
  38 Ladakh, 97 Other Territory`
    .split(/,\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
)
const FOREIGN_CODE = '96'

/** Whether a party is registered for GST. */
const isRegistered = ({ taxId, address }: Party): boolean =>
  address.countryCode === 'IN' && stateOfGstin(taxId) !== undefined

/** A tax invoice; of exempt supplies alone, a bill of supply (CGST Act s. 31(3)(c)). */
export function indianTitle({
  seller,
  taxes,
}: Pick<PrintedInvoice, 'seller' | 'taxes'>): string | undefined {
  if (!isRegistered(seller)) return undefined
  const isExempt =
    taxes.length > 0 && taxes.every(({ category }) => category === 'E' || category === 'O')
  return isExempt ? 'Bill of supply' : 'Tax invoice'
}

const PLACE = 'Place of supply'

/** Rule 46(n) and (p). A custom field of this name replaces the place that follows from the customer. */
export function indianDetails(
  { seller, buyer, taxes, customFields }: PrintedInvoice,
  format: Formatter,
): readonly { readonly label: string; readonly value: string }[] {
  if (!isRegistered(seller)) return []
  const isGiven = customFields.some(({ label }) => label.toLowerCase() === PLACE.toLowerCase())
  const isReverse = taxes.some(({ category }) => category === 'AE')
  return [
    { label: PLACE, value: isGiven ? '' : placeOfSupply(buyer, format) },
    { label: 'Reverse charge', value: isReverse ? 'Yes' : 'No' },
  ]
}

/** The state of the registration, else that of the address (IGST Act s. 10 and 12), else the country. */
function placeOfSupply({ taxId, address }: PrintedInvoice['buyer'], format: Formatter): string {
  const { countryCode, region } = address
  if (countryCode !== null && countryCode !== 'IN')
    return `${format.country(countryCode)} (${FOREIGN_CODE})`
  const name = region?.trim() ?? ''
  const code =
    stateOfGstin(taxId) ??
    [...STATES].find(([, state]) => state.toLowerCase() === name.toLowerCase())?.[0]
  return code === undefined ? name : `${STATES.get(code) ?? name} (${code})`
}

/** The code of Rule 46(g): HSN of goods, SAC of services. */
export function indianItemCode(
  { classification }: Pick<Item, 'classification'>,
  seller: Party,
): string {
  if (classification?.scheme !== 'HS' || seller.address.countryCode !== 'IN') return ''
  return `HSN/SAC ${classification.code}`
}
