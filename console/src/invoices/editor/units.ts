import { de } from '../../../../src/documents/labels/de.ts'
import { en } from '../../../../src/documents/labels/en.ts'
import { fr } from '../../../../src/documents/labels/fr.ts'
import { UNIT_CODES, type UnitName } from '../../../../src/documents/labels/units.ts'
import type { Words } from '../../words/en.ts'

/** Spreadsheets come in other languages than the reader's. */
const PASTED_NAMES = [en.units, de.units, fr.units]

/** Twins of `C62` on paper; one of them is enough to choose from. */
const TWINS: ReadonlySet<string> = new Set(['H87', 'EA'])

/** The units to choose from, named as they are printed. */
export const unitChoices = (names: Words['units']) =>
  UNIT_CODES.filter((code) => !TWINS.has(code)).map((code) => ({
    value: code,
    label: nameOf(names[code]),
  }))

/** The code of a unit by its name in English, German or French; null: no unit. */
export function unitOf(text: string): string | null {
  const wanted = text.trim().toLowerCase().replace(/\.$/, '')
  const found = UNIT_CODES.find((code) =>
    [code, ...PASTED_NAMES.flatMap((names) => formsOf(names[code]))].some(
      (name) => name.toLowerCase().replace(/\.$/, '') === wanted,
    ),
  )
  if (found !== undefined) return found
  return ['h', 'hr', 'hrs', 'std'].includes(wanted) ? 'HUR' : null
}

const nameOf = (name: UnitName): string => (typeof name === 'string' ? name : name.other)

const formsOf = (name: UnitName): readonly string[] =>
  typeof name === 'string' ? [name] : Object.values(name)
