import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Third-party documents and rules that are not part of the project. */
export const OFFICIAL_FOLDER = new URL('../../../../../shared/einvoice/', import.meta.url)

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
 * per family; the result stays in the user's cache.
 */
export async function officialRules(): Promise<
  (xml: string, families: readonly RuleFamily[]) => Verdict
> {
  const { validate } = await loadTool()
  return validate
}

async function loadTool() {
  keepCompiledRules(join(process.cwd(), 'node_modules/.cache/einvoice-rules'), homedir())
  const tool = new URL('tools/validate.mjs', OFFICIAL_FOLDER).href
  return import(/* @vite-ignore */ tool)
}

/**
 * The tool stores its output at `place`, named by a hash of the rules, and every `npm ci` deletes
 * that. So a link to the user's cache is there, with a folder for each version of the compiler.
 * Without a home folder, nothing changes.
 */
export function keepCompiledRules(place: string, home: string): void {
  if (!existsSync(home)) return
  const kept = join(home, '.cache/billwright/einvoice-rules', COMPILER.map(versioned).join('-'))
  try {
    mkdirSync(kept, { recursive: true })
    mkdirSync(dirname(place), { recursive: true })
    const there = lstatSync(place, { throwIfNoEntry: false })
    if (there?.isDirectory() || (there && readlinkSync(place) === kept)) return
    rmSync(place, { force: true })
    symlinkSync(kept, place)
  } catch {
    // Read-only, or another process was faster: the tool finds or creates a folder there.
  }
}

const COMPILER = ['saxon-js', 'xslt3']

function versioned(name: string): string {
  const file = new URL(`../../../../node_modules/${name}/package.json`, import.meta.url)
  return `${name}-${JSON.parse(readFileSync(file, 'utf8')).version}`
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

/** Whether the long proofs run: `EINVOICE_PROOF=full`, which takes half an hour. */
export const IS_FULL_PROOF = process.env.EINVOICE_PROOF === 'full'

/** The rule sets that `officialRules` compiles in any case. */
const SHARED: readonly string[] = ['en16931', 'peppol', 'xrechnung'] satisfies RuleFamily[]

/**
 * Like `officialRules`, by format. The rules of Factur-X and of countries take minutes to compile,
 * so only the full proof applies them; otherwise the rules of EN 16931 apply.
 */
export async function officialProfiles(): Promise<
  (xml: string, format: keyof typeof OFFICIAL_PROFILES) => Verdict
> {
  const { validateProfile } = await loadTool()
  const judge = (xml: string, profile: string): Verdict => {
    if (IS_FULL_PROOF || SHARED.includes(profile)) return validateProfile(xml, profile)
    const { fatal, warnings }: Verdict = validateProfile(xml, 'en16931')
    // The schema of EN 16931 for CII allows one preceding invoice, those of Factur-X and France several.
    return {
      fatal: fatal.filter((it) => !/^XSD: .*InvoiceReferencedDocument\}?'/.test(it)),
      warnings,
    }
  }
  return (xml, format) => {
    const isSelfBilled = format === 'peppol' && xml.includes(':selfbilling:')
    const verdict = judge(xml, isSelfBilled ? 'peppol-self-billing' : OFFICIAL_PROFILES[format])
    if (!(IS_FULL_PROOF && format.startsWith('france'))) return verdict
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
