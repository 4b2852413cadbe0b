import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Third-party documents and rules that are not part of the project. */
export const OFFICIAL_FOLDER = new URL('../../../../shared/einvoice/', import.meta.url)

/** Whether they exist next to the project. */
export const HAS_OFFICIAL_RULES = existsSync(OFFICIAL_FOLDER)

/** Suffix for titles of tests that need them. */
export const WITHOUT_OFFICIAL_RULES = HAS_OFFICIAL_RULES
  ? ''
  : ' (skipped: the rules and documents of others are not beside the project)'

export type RuleFamily = 'en16931' | 'peppol' | 'xrechnung'

interface Verdict {
  readonly fatal: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * The official schemas and Schematron rules. Their first use compiles them, about twenty seconds
 * per family; the result stays in `node_modules/.cache`.
 */
export async function officialRules(): Promise<
  (xml: string, families: readonly RuleFamily[]) => Verdict
> {
  const tool = new URL('tools/validate.mjs', OFFICIAL_FOLDER).href
  const { validate } = await import(/* @vite-ignore */ tool)
  return validate
}

/** The official rule set of each API format. */
export const OFFICIAL_PROFILES = {
  ubl: 'en16931',
  cii: 'en16931',
  peppol: 'peppol',
  xrechnung: 'xrechnung',
  'xrechnung-cii': 'xrechnung',
  'factur-x': 'factur-x-en16931',
  'factur-x-basic': 'factur-x-basic',
  france: 'factur-x-en16931',
  'france-ubl': 'en16931',
  pint: 'pint-eu',
  nlcius: 'nlcius',
  'cius-pt': 'cius-pt',
  'cius-ro': 'cius-ro',
  'hr-eracun': 'hr-eracun',
} as const

/** Like `officialRules`, by format: Factur-X has its own schema and shorter code lists. */
export async function officialProfiles(): Promise<
  (xml: string, format: keyof typeof OFFICIAL_PROFILES) => Verdict
> {
  const tool = new URL('tools/validate.mjs', OFFICIAL_FOLDER).href
  const { validateProfile } = await import(/* @vite-ignore */ tool)
  return (xml, format) => {
    const isSelfBilled = format === 'peppol' && xml.includes(':selfbilling:')
    const verdict = validateProfile(
      xml,
      isSelfBilled ? 'peppol-self-billing' : OFFICIAL_PROFILES[format],
    )
    if (!format.startsWith('france')) return verdict
    const french = validateProfile(xml, 'br-fr-only')
    return { fatal: [...verdict.fatal, ...french.fatal], warnings: verdict.warnings }
  }
}

export interface Example {
  readonly name: string
  readonly format: 'ubl' | 'cii'
  readonly bytes: Uint8Array
}

/** Valid documents of CEN, KoSIT, OpenPeppol and FeRD. */
export const validExamples = (): readonly Example[] => examplesIn('valid')

/** Documents that break EN 16931. */
export const invalidExamples = (): readonly Example[] => examplesIn('invalid')

const examplesIn = (folder: string): readonly Example[] =>
  (['ubl', 'cii'] as const).flatMap((format) => {
    const place = new URL(`${folder}/${format}/`, OFFICIAL_FOLDER)
    return HAS_OFFICIAL_RULES
      ? readdirSync(place).map((name) => ({
          name,
          format,
          bytes: readFileSync(new URL(name, place)),
        }))
      : []
  })
