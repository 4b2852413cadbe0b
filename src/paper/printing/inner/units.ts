import { UNIT_CODES, type UnitName, type Units } from '@billwright/rules/units'
import { inLanguage, LANGUAGES, type Language } from '../labels/labels.ts'

export interface Unit {
  readonly code: string
  /** The plural name on documents; the code itself if the unit has no name. */
  readonly name: string
}

const NAMES = Object.fromEntries(
  Object.entries(LANGUAGES).map(([code, { units }]) => [code, units]),
) as Readonly<Record<Language, Units>>

/** The used units in order, then all others with a name. */
export function unitsIn(languageTag: string, used: readonly string[]): readonly Unit[] {
  const names: Readonly<Record<string, UnitName | undefined>> = inLanguage(NAMES, languageTag)
  return [...new Set([...used, ...UNIT_CODES])].map((code) => ({
    code,
    name: nameOf((Object.hasOwn(names, code) && names[code]) || code),
  }))
}

const nameOf = (name: UnitName): string => (typeof name === 'string' ? name : name.other)
