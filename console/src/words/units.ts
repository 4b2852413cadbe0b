import { de, en, fr } from '@billwright/rules/unit-names'
import { UNIT_CODES, type UnitName } from '@billwright/rules/units'
import type { Words } from './en.ts'

/** Spreadsheets may be in another language than the console. */
const PASTED_NAMES = [en, de, fr]

/** Units with the same name as `C62`; one of them is enough. */
const TWINS: ReadonlySet<string> = new Set(['H87', 'EA'])

/** "€5.00 each" and "€900.00 lump sum". */
const WITHOUT_PER: ReadonlySet<string> = new Set(['EA', 'LS'])

/** The units to choose from, with their names on documents. */
const unitChoices = (names: Words['units']) =>
  UNIT_CODES.filter((code) => !TWINS.has(code)).map((code) => ({
    value: code,
    label: nameOf(names[code]),
  }))

/** The options of a select: none, the units, and the current code. */
export function unitsWith(unit: string, names: Words['units']) {
  const choices = unitChoices(names)
  const isOther = unit !== '' && !choices.some(({ value }) => value === unit)
  return [
    { value: '', label: '' },
    ...choices,
    ...(isOther ? [{ value: unit, label: unitName(unit, names) }] : []),
  ]
}

/** The plural name on documents, or the code. */
export function unitName(code: string | null, names: Words['units']): string {
  const known = UNIT_CODES.find((it) => it === code)
  return known === undefined ? (code ?? '') : nameOf(names[known])
}

/** Beside a price: what it is for. */
export function perUnit(code: string | null, names: Words['units']): string {
  if (code === null) return ''
  const known = UNIT_CODES.find((it) => it === code)
  const name = known === undefined ? code : names[known]
  const one = typeof name === 'string' ? name : (name.one ?? name.other)
  return WITHOUT_PER.has(code) ? one : `/ ${one}`
}

/** The code of a unit by its English, German or French name; null: unknown. */
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
