import { formatOf } from '@billwright/einvoice/tax-ids'
import { searchForm } from '@billwright/rules/folding'
import type { ViesAnswer } from './vies.ts'

/** The results of checks of a customer's tax id. Another tax id has none. */
export interface TaxIdCheck {
  readonly at: string
  readonly vies: ViesAnswer['vies'] | null
  readonly consultation: string | null
  /** Whether VIES has the customer's name; null: unknown. */
  readonly nameMatch: boolean | null
}

export const toCheck = (at: string, name: string, answer: ViesAnswer | null): TaxIdCheck => ({
  at,
  vies: answer?.vies ?? null,
  consultation: answer?.consultation ?? null,
  nameMatch: answer?.name ? isSameName(answer.name, name) : null,
})

export const taxIdStatusView = (taxId: string | null, check: TaxIdCheck | null) =>
  taxId === null
    ? null
    : {
        format: formatOf(taxId),
        checked_at: check?.at ?? null,
        vies: check?.vies ?? null,
        consultation: check?.consultation ?? null,
        name_match: check?.nameMatch ?? null,
      }

/**
 * All words of one name are in the other, because registers add legal forms and leave out brands.
 */
function isSameName(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  const isWithin = (inner: ReadonlySet<string>, outer: ReadonlySet<string>) =>
    inner.size > 0 && [...inner].every((word) => outer.has(word))
  return isWithin(first, second) || isWithin(second, first)
}

const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(searchForm(name).match(/[\p{L}\p{N}]{2,}/gu) ?? [])
