import { percentOf } from '@billwright/money'
import type { Invoice } from '../../../sales/invoices/invoice.ts'
import type { RuleFault } from '../errors.ts'
import type { Resource } from './fields.ts'
import { fitsCents } from './mapping/cents.ts'

/* What our invoices must fulfil in the formats that are not EN 16931. */

/** A broken rule of a national format: its pointer, and the advice what to enter. */
export interface Finding<Advice extends string> {
  readonly rule: string
  readonly at: readonly [Resource, pointer: string]
  readonly advice: Advice
  readonly values?: Readonly<Record<string, string>>
}

/** In a pointer: counts all lines, while `/items` counts items only. */
export const ALL_LINES = '/lines'

/** The advice of a module by language; English always exists. */
export type Words<Advice extends string> = {
  readonly [language: string]: Readonly<Record<Advice, string>>
} & { readonly en: Readonly<Record<Advice, string>> }

export const faultsIn = <Advice extends string>(
  findings: readonly Finding<Advice>[],
  words: Words<Advice>,
  language: string,
): readonly RuleFault[] =>
  findings.map(({ rule, at: [resource, pointer], advice, values = {} }) => {
    const message = (words[language] ?? words.en)[advice].replace(
      /\{(\w+)\}/g,
      (_match, name: string) => values[name] ?? '',
    )
    return { rule, level: 'error', code: rule, resource, pointer, message }
  })

/** Amounts that the formats cannot express, or only with another tax. */
export function amountFindings({
  currency,
  items,
  rounding,
  taxes,
  totals,
}: Invoice): readonly Finding<'decimals' | 'rounding'>[] {
  const isExact = [...items.map(({ totalMinor }) => totalMinor), ...Object.values(totals)].every(
    (minor) => fitsCents(minor, currency),
  )
  const isOff = ({ taxableMinor, amountMinor, rateMicro }: Invoice['taxes'][number]) =>
    amountMinor !== percentOf(taxableMinor, rateMicro)
  return [
    ...(isExact ? [] : [at('BR-DEC-14', '/totals', 'decimals')]),
    ...(rounding === 'line' && taxes.some(isOff) ? [at('BR-CO-17', '/rounding', 'rounding')] : []),
  ]
}

const at = <A extends string>(rule: string, pointer: string, advice: A): Finding<A> => ({
  rule,
  at: ['invoice', pointer],
  advice,
})
