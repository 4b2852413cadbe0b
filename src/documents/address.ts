import type { Address } from '../settings/settings.ts'

/** A postal address as printed, without the country: the street lines, then the city lines. */
export interface PrintedAddress {
  readonly street: readonly string[]
  readonly town: readonly string[]
}

type Layout =
  | 'code-city'
  | 'city-region-code'
  | 'city-comma-region-code'
  | 'city-code'
  | 'city-then-code'
  | 'large-first'

// According to the country sheets of the Universal Postal Union. Other countries write the code
// before the city.
const LAYOUTS: Readonly<Record<string, Layout>> = {
  US: 'city-comma-region-code',
  PR: 'city-comma-region-code',
  CA: 'city-region-code',
  AU: 'city-region-code',
  IN: 'city-code',
  ID: 'city-code',
  NZ: 'city-code',
  SG: 'city-code',
  SA: 'city-code',
  IL: 'city-code',
  TH: 'city-code',
  GB: 'city-then-code',
  IE: 'city-then-code',
  GG: 'city-then-code',
  JE: 'city-then-code',
  IM: 'city-then-code',
  ZA: 'city-then-code',
  BR: 'city-then-code',
  CN: 'large-first',
  JP: 'large-first',
  KR: 'large-first',
  TW: 'large-first',
}

/**
 * Formats an address for its country. East Asian addresses run from large to small only in their
 * own scripts.
 */
export function printAddress(address: Address): PrintedAddress {
  const street = present([address.line1, address.line2])
  const layout = LAYOUTS[address.countryCode ?? ''] ?? 'code-city'
  const { city, region, postalCode } = address
  switch (layout) {
    case 'city-comma-region-code':
      return {
        street,
        town: present([[join(', ', city, region), postalCode].filter(Boolean).join(' ')]),
      }
    case 'city-region-code':
      return { street, town: present([join(' ', city, region, postalCode)]) }
    case 'city-code':
      return { street, town: present([join(' ', city, postalCode), region]) }
    case 'city-then-code':
      return { street, town: present([join(', ', city, region), postalCode]) }
    case 'large-first':
      return largeFirst(address, street)
    default:
      return { street, town: present([join(', ', join(' ', postalCode, city), region)]) }
  }
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
