import { de } from '../../../../src/documents/labels/de.ts'
import { en } from '../../../../src/documents/labels/en.ts'
import { fr } from '../../../../src/documents/labels/fr.ts'
import { UNIT_CODES, type UnitName } from '../../../../src/documents/labels/units.ts'
import type { Language } from '../../words.tsx'

const NAMES = { en: en.units, de: de.units, fr: fr.units }

/** Twins of `C62` on paper; one of them is enough to choose from. */
const TWINS: ReadonlySet<string> = new Set(['H87', 'EA'])

/** The units to choose from, named as they are printed. */
export const unitChoices = (language: Language) =>
  UNIT_CODES.filter((code) => !TWINS.has(code)).map((code) => ({
    value: code,
    label: nameOf(NAMES[language][code]),
  }))

/** The code of a unit that somebody wrote, in any language of the console; null: no unit. */
export function unitOf(text: string): string | null {
  const wanted = text.trim().toLowerCase().replace(/\.$/, '')
  const found = UNIT_CODES.find((code) =>
    [code, ...Object.values(NAMES).flatMap((names) => formsOf(names[code]))].some(
      (name) => name.toLowerCase().replace(/\.$/, '') === wanted,
    ),
  )
  if (found !== undefined) return found
  return ['h', 'hr', 'hrs', 'std'].includes(wanted) ? 'HUR' : null
}

const nameOf = (name: UnitName): string => (typeof name === 'string' ? name : name.other)

const formsOf = (name: UnitName): readonly string[] =>
  typeof name === 'string' ? [name] : Object.values(name)
