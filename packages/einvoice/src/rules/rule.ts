import type { EInvoice } from '../model/document.ts'
import type { Line } from '../model/line.ts'
import type { AdviceKey } from './advice/en.ts'
import type { Field } from './advice/fields/en.ts'

/** A document that breaks an `error` is never sent; a `warning` does not prevent it. */
export type Level = 'error' | 'warning'

type Values = Readonly<Record<string, string>>

/** The place of a broken rule, and values for its message. */
export interface Place {
  readonly field: Field
  /** Index of the item, discount or charge. */
  readonly index?: number
  readonly values?: Values | undefined
}

/** A rule with its id in the standard. It is satisfied if it returns no places. */
export interface Rule {
  readonly id: string
  readonly level: Level
  readonly advice: AdviceKey
  readonly broken: (document: EInvoice) => readonly Place[]
}

/** The field to correct, its advice (usually of the same name) and values for it. */
export type Spot = (Field & AdviceKey) | readonly [Field, AdviceKey, Values?]

export const rule = (id: string, advice: AdviceKey, broken: Rule['broken']): Rule => ({
  id,
  level: 'error',
  advice,
  broken,
})

/** A rule on one field, broken if `isBroken`. */
export function at(id: string, spot: Spot, isBroken: (document: EInvoice) => boolean): Rule {
  const [field, advice, values] = partsOf(spot)
  return rule(id, advice, (document) => (isBroken(document) ? [{ field, values }] : []))
}

export const warningAt = (...parts: Parameters<typeof at>): Rule => ({
  ...at(...parts),
  level: 'warning',
})

type List = 'lines' | 'allowances' | 'charges' | 'attachments' | 'precedingInvoices'

/** A rule on a field of each entry of a list, broken if `isBroken`. */
export function atEach<L extends List>(
  id: string,
  list: L,
  spot: Spot,
  isBroken: (entry: EInvoice[L][number]) => boolean,
): Rule {
  const [field, advice, values] = partsOf(spot)
  return rule(id, advice, (document) =>
    placesOf<EInvoice[L][number]>(field, document[list], isBroken, values),
  )
}

export function atLines(
  id: string,
  spot: Spot,
  isBroken: (line: Line, document: EInvoice) => boolean,
): Rule {
  const [field, advice, values] = partsOf(spot)
  return rule(id, advice, (it) => placesOf(field, it.lines, (line) => isBroken(line, it), values))
}

type Codes = string | undefined | readonly (string | undefined)[]

/** A rule on the codes in some fields: each must be known. */
export const atCodes = (
  id: string,
  advice: AdviceKey,
  isKnown: (code: string) => boolean,
  fields: readonly (readonly [Field, (document: EInvoice) => Codes])[],
): Rule =>
  rule(id, advice, (document) =>
    fields.flatMap(([field, codesOf]) =>
      [codesOf(document)]
        .flat()
        .flatMap((code, index) =>
          code === undefined || isKnown(code) ? [] : [{ field, index, values: { code } }],
        ),
    ),
  )

/** A rule on the length of some texts: each has at most `max` characters. */
export const atTexts = (
  id: string,
  field: Field,
  max: number,
  textsOf: (document: EInvoice) => Codes,
): Rule =>
  rule(id, 'tooLong', (document) =>
    [textsOf(document)]
      .flat()
      .flatMap((text, index) =>
        text === undefined || lengthOf(text) <= max
          ? []
          : [{ field, index, values: { max: String(max) } }],
      ),
  )

/** Counts like the official rules: characters, with a run of white space as one. */
const lengthOf = (text: string): number => [...text.trim().replace(/\s+/g, ' ')].length

export const placesOf = <T>(
  field: Field,
  entries: readonly T[],
  isBroken: (entry: T) => boolean,
  values?: Values,
): readonly Place[] =>
  entries.flatMap((entry, index) => (isBroken(entry) ? [{ field, index, values }] : []))

export const partsOf = (spot: Spot): readonly [Field, AdviceKey, Values?] =>
  typeof spot === 'string' ? [spot, spot] : spot
