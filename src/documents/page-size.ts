import { LRUCache } from 'lru-cache'

/** Countries that print on US Letter; all others use A4 (ISO 216). */
const LETTER_COUNTRIES: ReadonlySet<string> = new Set(
  'BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' '),
)

/** The document's region decides, else the seller's country: `en` from Boston is Letter, from Dublin A4. */
export function pageSizeOf(locale: string, sellerCountry: string | null): 'A4' | 'Letter' {
  const region = regionOf(locale) ?? sellerCountry ?? ''
  return LETTER_COUNTRIES.has(region) ? 'Letter' : 'A4'
}

const REGIONS = new LRUCache<string, { readonly region: string | undefined }>({ max: 200 })

/** Cached: parsing a tag takes Intl as long as formatting all dates. */
function regionOf(locale: string): string | undefined {
  const known = REGIONS.get(locale)
  if (known) return known.region
  const { region } = new Intl.Locale(locale)
  REGIONS.set(locale, { region })
  return region
}
