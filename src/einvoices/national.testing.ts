import type { NationalProfile } from './national.ts'
import { OFFICIAL_FOLDER } from './rules/official-rules.testing.ts'

/** The faults that the official schema finds in a national format. */
export async function nationalRules(): Promise<
  (xml: string, profile: NationalProfile) => readonly string[]
> {
  const tool = new URL('tools/validate.mjs', OFFICIAL_FOLDER).href
  const { validateProfile } = await import(/* @vite-ignore */ tool)
  return (xml, profile) => validateProfile(xml, profile).fatal
}
