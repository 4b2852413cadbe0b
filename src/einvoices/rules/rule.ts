import type { EInvoice } from '../model/document.ts'
import type { Field } from '../model/fields.ts'
import type { Line } from '../model/line.ts'
import type { AdviceKey } from './advice/advice.ts'

/** A document that breaks an `error` is never sent; a `warning` is worth a look. */
export type Level = 'error' | 'warning'

/** Where a rule is broken, and what its sentence names. */
export interface Place {
  readonly field: Field
  /** Which item, discount or charge, from 0. */
  readonly index?: number
  readonly values?: Readonly<Record<string, string>>
}

/** A rule of a standard, under the standard's id. No place: it is kept. */
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

/** Broken at one field where `isBroken`. */
export const at =
  (field: Field, isBroken: (document: EInvoice) => boolean): Broken =>
  (document) =>
    isBroken(document) ? [{ field }] : []

/** Broken at that field of each item where `isBroken`. */
export const atLines =
  (field: Field, isBroken: (line: Line, document: EInvoice) => boolean): Broken =>
  (document) =>
    document.lines.flatMap((line, index) => (isBroken(line, document) ? [{ field, index }] : []))

/** One code of each list entry that is not on the list. */
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
