/** Countries that print letters on US Letter; all others use A4 (ISO 216). */
const LETTER_COUNTRIES: ReadonlySet<string> = new Set(
  'BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' '),
)

/** The document's region decides, else the seller's country: `en` from Boston is Letter, from Dublin A4. */
export function pageSizeOf(locale: string, sellerCountry: string | null): 'A4' | 'Letter' {
  const region = new Intl.Locale(locale).region ?? sellerCountry ?? ''
  return LETTER_COUNTRIES.has(region) ? 'Letter' : 'A4'
}
