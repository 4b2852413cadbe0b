import type { Address } from '../../../company/settings/settings.ts'
import type { Formatter } from '../format.ts'

/** A postal address as printed, without the country: the street lines, then the city lines. */
interface PrintedAddress {
  readonly street: readonly string[]
  readonly town: readonly string[]
}

type Town = (address: Address) => readonly (string | null)[]

/** How countries write the city, by the country sheets of the Universal Postal Union. */
const TOWNS: readonly (readonly [countries: string, town: Town])[] = [
  ['US PR', ({ city, region, postalCode }) => [join(' ', join(', ', city, region), postalCode)]],
  ['CA AU', ({ city, region, postalCode }) => [join(' ', city, region, postalCode)]],
  ['IT SM', ({ city, region, postalCode }) => [join(' ', postalCode, city, region)]],
  ['IN ID NZ SG SA IL TH', ({ city, region, postalCode }) => [join(' ', city, postalCode), region]],
  [
    'GB IE GG JE IM ZA BR',
    ({ city, region, postalCode }) => [join(', ', city, region), postalCode],
  ],
]
const CODE_BEFORE_CITY: Town = ({ city, region, postalCode }) => [
  join(', ', join(' ', postalCode, city), region),
]
const LARGE_FIRST = ['CN', 'JP', 'KR', 'TW']

/**
 * Formats an address for its country. East Asian addresses run from large to small only in their
 * own scripts.
 */
export function printAddress(address: Address): PrintedAddress {
  const street = present([address.line1, address.line2])
  const country = address.countryCode ?? ''
  if (LARGE_FIRST.includes(country)) return largeFirst(address, street)
  const [, town = CODE_BEFORE_CITY] =
    TOWNS.find(([countries]) => countries.split(' ').includes(country)) ?? []
  return { street, town: present(town(address)) }
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function largeFirst(address: Address, street: readonly string[]): PrintedAddress {
  const { city, region, postalCode, countryCode } = address
  if (!EAST_ASIAN.test(`${city ?? ''}${address.line1 ?? ''}`)) {
    return { street, town: present([join(', ', city, join(' ', region, postalCode))]) }
  }
  const space = countryCode === 'KR' ? ' ' : ''
  const mark = countryCode === 'JP' && postalCode !== null ? '〒' : ''
  const [first = '', ...rest] = street
  return {
    street: present([`${mark}${postalCode ?? ''}`, join(space, region, city, first), ...rest]),
    town: [],
  }
}

const join = (separator: string, ...parts: readonly (string | null)[]): string =>
  present(parts).join(separator)

const present = (parts: readonly (string | null)[]): readonly string[] =>
  parts.filter((part): part is string => part !== null && part.trim() !== '')

/** The country's name on its own line, for mail that crosses a border. */
export const foreignCountry = (
  own: string | null,
  other: string | null,
  format: Formatter,
): readonly string[] => (own === null || own === other ? [] : [format.country(own)])

/** All lines of the address of one party to another. */
export function addressLines(
  { address }: { readonly address: Address },
  other: { readonly address: Address },
  format: Formatter,
): readonly string[] {
  const { street, town } = printAddress(address)
  const country = foreignCountry(address.countryCode, other.address.countryCode, format)
  return [...street, ...town, ...country]
}
