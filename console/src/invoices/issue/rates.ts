/**
 * VAT rates above zero in percent, standard first. Only for a hint that a missing rate is unusual.
 */
const RATES: Readonly<Record<string, readonly number[]>> = {
  AT: [20, 19, 13, 10],
  BE: [21, 12, 6],
  BG: [20, 9],
  CH: [8.1, 3.8, 2.6],
  CY: [19, 9, 5, 3],
  CZ: [21, 12],
  DE: [19, 7],
  DK: [25],
  EE: [24, 13, 9],
  ES: [21, 10, 5, 4],
  FI: [25.5, 14, 13.5, 10],
  FR: [20, 10, 8.5, 5.5, 2.1],
  GB: [20, 5],
  GR: [24, 17, 13, 6, 4],
  HR: [25, 13, 5],
  HU: [27, 18, 5],
  IE: [23, 13.5, 9, 4.8],
  IT: [22, 10, 5, 4],
  LI: [8.1, 3.8, 2.6],
  LT: [21, 12, 9, 5],
  LU: [17, 14, 8, 3],
  LV: [21, 12, 5],
  MC: [20, 10, 5.5, 2.1],
  MT: [18, 12, 7, 5],
  NL: [21, 9],
  NO: [25, 15, 12],
  PL: [23, 8, 5],
  PT: [23, 22, 16, 13, 12, 9, 6, 5, 4],
  RO: [21, 11],
  SE: [25, 12, 6],
  SI: [22, 9.5, 5],
  SK: [23, 19, 5],
}

/** Also true if no country has listed rates. */
export function isUsualRate(rate: string, countries: readonly (string | null)[]): boolean {
  const known = countries.flatMap((country) => RATES[country ?? ''] ?? [])
  return known.length === 0 || known.includes(Number(rate))
}

/** The standard rate of a country; undefined: not listed. */
export const standardRate = (country: string): number | undefined => RATES[country]?.[0]
