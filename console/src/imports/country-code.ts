import { COUNTRIES } from '@billwright/einvoice/countries'

const LANGUAGES = ['en', 'de', 'fr']
const ALSO = [
  ['usa', 'US'],
  ['uk', 'GB'],
] as const

let codes: ReadonlyMap<string, string> | undefined

/** `Deutschland` and `Germany` → `DE`; an unknown name stays, and the service refuses it. */
export function countryCode(name: string): string {
  codes ??= new Map([...ALSO, ...LANGUAGES.flatMap(namesIn)])
  return codes.get(plain(name)) ?? name
}

function namesIn(language: string): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return COUNTRIES.flatMap((code) => [
    [plain(code), code] as const,
    [plain(names.of(code) ?? code), code] as const,
  ])
}

const plain = (name: string): string => name.trim().toLowerCase()
