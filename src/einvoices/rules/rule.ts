import type { EInvoice } from '../model/document.ts'
import type { Field } from '../model/fields.ts'
import type { Line } from '../model/line.ts'
import type { AdviceKey } from './advice/en.ts'

/** A document with a broken `error` is never sent; a `warning` does not prevent it. */
export type Level = 'error' | 'warning'

/** The place of a broken rule, and values for its message. */
export interface Place {
  readonly field: Field
  /** Index of the item, discount or charge. */
  readonly index?: number
  readonly values?: Readonly<Record<string, string>>
}

/** A rule with its id in the standard. No places: the rule is satisfied. */
export interface Rule {
  readonly id: string
  readonly level: Level
  readonly advice: AdviceKey
  readonly broken: (document: EInvoice) => readonly Place[]
}

type Broken = Rule['broken']

export const rule = (id: string, advice: AdviceKey, broken: Broken): Rule => ({
  id,
  level: 'error',
  advice,
  broken,
})

export const warning = (id: string, advice: AdviceKey, broken: Broken): Rule => ({
  ...rule(id, advice, broken),
  level: 'warning',
})

/** A rule on one field, broken if `isBroken`. */
export const at =
  (field: Field, isBroken: (document: EInvoice) => boolean): Broken =>
  (document) =>
    isBroken(document) ? [{ field }] : []

/** A rule on a field of each item, broken if `isBroken`. */
export const atLines =
  (field: Field, isBroken: (line: Line, document: EInvoice) => boolean): Broken =>
  (document) =>
    document.lines.flatMap((line, index) => (isBroken(line, document) ? [{ field, index }] : []))

/** Finds the code of each entry that is not on the list. */
export const atCodes = (
  field: Field,
  codes: (document: EInvoice) => readonly (string | undefined)[],
  isKnown: (code: string) => boolean,
): Broken => {
  return (document) =>
    codes(document).flatMap((code, index) =>
      code === undefined || isKnown(code) ? [] : [{ field, index, values: { code } }],
    )
}
