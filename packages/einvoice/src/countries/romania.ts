import type { EInvoice } from '../model/document.ts'
import type { Allowance } from '../model/line.ts'
import type { Address } from '../model/party.ts'
import type { Field } from '../rules/advice/fields/en.ts'
import { at, atTexts, type Rule, rule, type Spot } from '../rules/rule.ts'
import { table } from '../table.ts'
import type { Country } from './country.ts'
import { inPieces } from './national.ts'

const CURRENCY = 'RON'
const TYPES = new Set(['380', '384', '389', '751', '381'])
const WITH_TAX_NUMBER = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'])
const NOTE_MAX = 300
const NOTES_MAX = 20

/** ISO 3166-2:RO, without `RO-`. */
const COUNTIES = table<string>({
  AB: 'Alba',
  AG: 'Argeș',
  AR: 'Arad',
  B: 'București',
  BC: 'Bacău',
  BH: 'Bihor',
  BN: 'Bistrița-Năsăud',
  BR: 'Brăila',
  BT: 'Botoșani',
  BV: 'Brașov',
  BZ: 'Buzău',
  CJ: 'Cluj',
  CL: 'Călărași',
  CS: 'Caraș-Severin',
  CT: 'Constanța',
  CV: 'Covasna',
  DB: 'Dâmbovița',
  DJ: 'Dolj',
  GJ: 'Gorj',
  GL: 'Galați',
  GR: 'Giurgiu',
  HD: 'Hunedoara',
  HR: 'Harghita',
  IF: 'Ilfov',
  IL: 'Ialomița',
  IS: 'Iași',
  MH: 'Mehedinți',
  MM: 'Maramureș',
  MS: 'Mureș',
  NT: 'Neamț',
  OT: 'Olt',
  PH: 'Prahova',
  SB: 'Sibiu',
  SJ: 'Sălaj',
  SM: 'Satu Mare',
  SV: 'Suceava',
  TL: 'Tulcea',
  TM: 'Timiș',
  TR: 'Teleorman',
  VL: 'Vâlcea',
  VN: 'Vrancea',
  VS: 'Vaslui',
})
const BUCHAREST = 'RO-B'

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase()

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(COUNTIES).flatMap(([code, name]) => [
    [code, `RO-${code}`],
    [`RO${code}`, `RO-${code}`],
    [plain(name), `RO-${code}`],
  ]),
)

/** CIUS-RO 1.0.9, for RO e-Factura. */
export const ROMANIA: Country = { code: 'RO', types: TYPES, rules: rules(), complete }

function complete(document: EInvoice): EInvoice {
  const { seller, buyer, delivery, taxRepresentative } = document
  return {
    ...document,
    notes: inPieces(document.notes, NOTE_MAX),
    seller: { ...seller, address: coded(seller.address) },
    buyer: { ...buyer, address: coded(buyer.address) },
    taxRepresentative: taxRepresentative && {
      ...taxRepresentative,
      address: coded(taxRepresentative.address),
    },
    delivery: delivery?.address
      ? { ...delivery, address: withRegion(coded(delivery.address)) }
      : delivery,
  }
}

/** The codes of counties, and the sectors of Bucharest. */
function coded(address: Address): Address {
  if (address.country !== 'RO') return address
  const place = address.region ?? address.city ?? ''
  const region = /bucure/i.test(plain(place))
    ? BUCHAREST
    : (CODES.get(plain(place)) ?? address.region)
  const [, sector] =
    (region === BUCHAREST && /sector\w*\s*([1-6])\b/i.exec(address.city ?? '')) || []
  return { ...address, region, city: sector === undefined ? address.city : `SECTOR${sector}` }
}

/** A place of delivery needs a region (BR-RO-211), which foreign addresses rarely have. */
const withRegion = (address: Address): Address =>
  address.country === 'RO' ? address : { ...address, region: address.region ?? address.city }

function rules(): readonly Rule[] {
  return [
    at(
      'BR-RO-010',
      ['number', 'digit'],
      ({ number }) => !/[0-9]/.test(number) && number !== 'DRAFT',
    ),
    at('BR-RO-020', ['kind', 'kindElsewhere'], ({ typeCode }) => !TYPES.has(typeCode)),
    at(
      'BR-RO-030',
      ['taxCurrency', 'booksCurrency', { currency: CURRENCY }],
      (it) => it.currency !== CURRENCY && it.taxCurrency !== CURRENCY,
    ),
    at('BR-RO-065', ['sellerTaxId', 'sellerTaxIdOrNumber'], (it) =>
      Boolean(
        isTaxed(it) && !(it.seller.vatId || it.seller.taxNumber || it.taxRepresentative?.vatId),
      ),
    ),
    at('BR-RO-120', ['buyerTaxId', 'buyerIdentification'], (it) =>
      Boolean(isTaxed(it) && !(it.buyer.vatId || it.buyer.registration)),
    ),
    ...addressRules('sellerAddress', 'sellerRegion', 'sellerCity', '081 091 100 110', {
      of: ({ seller }) => seller.address,
    }),
    ...addressRules('buyerAddress', 'buyerRegion', 'buyerCity', '082 092 101 111', {
      of: ({ buyer }) => buyer.address,
    }),
    ...addressRules('representative', 'representative', 'representative', '140 150 160 170', {
      of: ({ taxRepresentative }) => taxRepresentative?.address,
    }),
    ...addressRules('deliveryAddress', 'deliveryRegion', 'deliveryCity', '180 201 202 212', {
      of: ({ delivery }) => delivery?.address,
    }),
    at('BR-RO-211', ['deliveryRegion', 'deliveryRegion'], ({ delivery }) =>
      Boolean(delivery?.address && !delivery.address.region),
    ),
    rule('BR-RO-A020', 'tooLong', ({ notes }) =>
      notes.length > NOTES_MAX
        ? [{ field: 'notes', values: { max: String(NOTES_MAX * NOTE_MAX) } }]
        : [],
    ),
    ...textRules(),
  ]
}

const isTaxed = ({ lines, allowances, charges }: EInvoice): boolean =>
  [...lines, ...allowances, ...charges].some(({ tax }) => WITH_TAX_NUMBER.has(tax.category))

/** Street and city of an address; within Romania also the county and the sector of Bucharest. */
function addressRules(
  address: Field,
  region: Field,
  city: Field,
  numbers: string,
  { of }: { readonly of: (document: EInvoice) => Address | undefined },
): readonly Rule[] {
  const [street, town, sector, county] = numbers.split(' ').map((number) => `BR-RO-${number}`)
  const spot = (field: Field, advice: 'wholeAddress' | 'county' | 'sector'): Spot => [
    field,
    advice,
    { country: 'RO' },
  ]
  const broken = (isBroken: (address: Address) => boolean) => (document: EInvoice) => {
    const found = of(document)
    return found !== undefined && isBroken(found)
  }
  return [
    at(
      street ?? '',
      spot(address, 'wholeAddress'),
      broken(({ line1 }) => !line1),
    ),
    at(
      town ?? '',
      spot(address, 'wholeAddress'),
      broken((it) => !it.city),
    ),
    at(
      sector ?? '',
      spot(city, 'sector'),
      broken(
        (it) =>
          it.country === 'RO' && it.region === BUCHAREST && !/^SECTOR[1-6]$/.test(it.city ?? ''),
      ),
    ),
    at(
      county ?? '',
      spot(region, 'county'),
      broken((it) => it.country === 'RO' && !COUNTIES[it.region?.replace(/^RO-/, '') ?? '']),
    ),
  ]
}

/** Whether a text may be longer in our fields than in the profile. */
function textRules(): readonly Rule[] {
  return [
    atTexts('BR-RO-L0201', 'sellerPostalCode', 20, ({ seller }) => seller.address.postalCode),
    atTexts('BR-RO-L0202', 'buyerPostalCode', 20, ({ buyer }) => buyer.address.postalCode),
    atTexts(
      'BR-RO-L0203',
      'representative',
      20,
      ({ taxRepresentative: it }) => it?.address.postalCode,
    ),
    atTexts('BR-RO-L0204', 'deliveryPostalCode', 20, (it) => it.delivery?.address?.postalCode),
    atTexts('BR-RO-L0501', 'sellerCity', 50, ({ seller }) => seller.address.city),
    atTexts('BR-RO-L0502', 'buyerCity', 50, ({ buyer }) => buyer.address.city),
    atTexts('BR-RO-L0503', 'representative', 50, ({ taxRepresentative: it }) => it?.address.city),
    atTexts('BR-RO-L0504', 'deliveryCity', 50, ({ delivery }) => delivery?.address?.city),
    atTexts('BR-RO-L1001', 'accountingCode', 100, (it) => it.buyerAccountingReference),
    atTexts('BR-RO-L1002', 'sellerAddress', 100, ({ seller }) => seller.address.line2),
    atTexts('BR-RO-L1004', 'sellerContact', 100, ({ seller }) => seller.contact?.name),
    atTexts('BR-RO-L1006', 'sellerEmail', 100, ({ seller }) => seller.contact?.email),
    atTexts('BR-RO-L1007', 'buyerAddress', 100, ({ buyer }) => buyer.address.line2),
    atTexts('BR-RO-L1009', 'buyerContact', 100, ({ buyer }) => buyer.contact?.name),
    atTexts('BR-RO-L1011', 'buyerEmail', 100, ({ buyer }) => buyer.contact?.email),
    atTexts('BR-RO-L1012', 'representative', 100, (it) => it.taxRepresentative?.address.line2),
    atTexts('BR-RO-L1014', 'deliveryAddress', 100, ({ delivery }) => delivery?.address?.line2),
    atTexts('BR-RO-L151', 'sellerAddress', 150, ({ seller }) => seller.address.line1),
    atTexts('BR-RO-L152', 'buyerAddress', 150, ({ buyer }) => buyer.address.line1),
    atTexts('BR-RO-L153', 'representative', 150, (it) => it.taxRepresentative?.address.line1),
    atTexts('BR-RO-L154', 'deliveryAddress', 150, ({ delivery }) => delivery?.address?.line1),
    atTexts('BR-RO-L301', 'terms', NOTE_MAX, ({ paymentTerms }) => paymentTerms),
    atTexts('BR-RO-L1019', 'itemReason', 100, (it) =>
      it.taxBreakdown.map(({ exemptionReason }) => exemptionReason),
    ),
    atTexts('BR-RO-L1020', 'attachmentDescription', 100, ({ attachments }) =>
      attachments.map(({ description }) => description),
    ),
    atTexts('BR-RO-L210', 'attachmentUrl', 200, ({ attachments }) =>
      attachments.map(({ url }) => url),
    ),
    atTexts('BR-RO-L211', 'file', 200, ({ attachments }) =>
      attachments.map(({ file }) => file?.name),
    ),
    atTexts('BR-RO-L1022', 'itemDiscount', 100, ({ lines }) =>
      lines.map(({ allowances }) => longest(allowances)),
    ),
    atTexts('BR-RO-L1023', 'item', 100, ({ lines }) =>
      lines.map(({ charges }) => longest(charges)),
    ),
    atTexts('BR-RO-L1024', 'itemName', 100, ({ lines }) => lines.map(({ item }) => item.name)),
    atTexts('BR-RO-L212', 'itemDetails', 200, ({ lines }) =>
      lines.map(({ item }) => item.description),
    ),
    atTexts('BR-RO-L303', 'itemNote', NOTE_MAX, ({ lines }) => lines.map(({ note }) => note)),
    atTexts('BR-RO-L0505', 'itemAttributes', 50, ({ lines }) =>
      lines.map(({ item }) => longestOf(item.attributes.map(({ name }) => name))),
    ),
    atTexts('BR-RO-L1025', 'itemAttributes', 100, ({ lines }) =>
      lines.map(({ item }) => longestOf(item.attributes.map(({ value }) => value))),
    ),
  ]
}

const longestOf = (texts: readonly string[]): string | undefined =>
  texts.toSorted((a, b) => b.length - a.length)[0]

const longest = (entries: readonly Allowance[]): string | undefined =>
  longestOf(entries.flatMap(({ reason }) => reason ?? []))
