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
const unitChoices = (names: Words['units']) =>
  UNIT_CODES.filter((code) => !TWINS.has(code)).map((code) => ({
    value: code,
    label: nameOf(names[code]),
  }))

/** What a select offers: nothing, the units, and the code that is chosen. */
export function unitsWith(unit: string, names: Words['units']) {
  const choices = unitChoices(names)
  const isOther = unit !== '' && !choices.some(({ value }) => value === unit)
  return [{ value: '', label: '' }, ...choices, ...(isOther ? [{ value: unit, label: unit }] : [])]
}

/** As documents print it beside several; the code itself where it has no name. */
export function unitName(code: string | null, names: Words['units']): string {
  const known = UNIT_CODES.find((it) => it === code)
  return known === undefined ? (code ?? '') : nameOf(names[known])
}

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
