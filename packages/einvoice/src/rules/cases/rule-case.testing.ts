import { FULL } from '../../model/document.testing.ts'
import type { EInvoice } from '../../model/document.ts'
import type { StandardProfile } from '../rules.ts'

/** A document and all findings of its profile, as `rule field index`. */
export interface RuleCase {
  readonly profile: StandardProfile
  readonly document: EInvoice
  readonly reported: readonly string[]
}

/** Changes of a document, by path: `{ 'lines.0.unit': '' }`. */
export type Changes = Readonly<Record<string, unknown>>
/** The findings of a profile after each change, of `FULL` unless another document is given. */
export type Row = readonly [reported: string | readonly string[], changes: Changes, base?: EInvoice]

export const casesOf = (profile: StandardProfile, rows: readonly Row[], usual = FULL) =>
  rows.map(
    ([reported, changes, base = usual]): RuleCase => ({
      profile,
      document: changed(base, changes),
      reported: [reported].flat(),
    }),
  )

export function changed(document: EInvoice, changes: Changes): EInvoice {
  return Object.entries(changes).reduce<EInvoice>(
    (before, [path, value]) => replaced(before, path.split('.'), value) as EInvoice,
    document,
  )
}

function replaced(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to
  if (Array.isArray(value)) {
    return value.map((entry, index) => (String(index) === key ? replaced(entry, rest, to) : entry))
  }
  const before = { ...(value as Readonly<Record<string, unknown>> | undefined) }
  return { ...before, [key]: replaced(before[key], rest, to) }
}
