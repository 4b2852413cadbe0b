import type { Settings } from '../api/queries.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'

/** A withholding as it is typed, by the names of the API. */
export type WithholdingTexts = Readonly<Record<(typeof NAMES)[number], string>>

const NAMES = ['kind', 'name', 'rate', 'base', 'base_percent', 'amount', 'code', 'reason'] as const
const NUMBERS: ReadonlySet<string> = new Set(['rate', 'base_percent', 'amount'])

interface Given {
  readonly [name: string]: unknown
  /** Only in answers, which have the computed amount otherwise. */
  readonly stated?: boolean
}

const PART_OF_ALL = '100'

export const BLANK_WITHHOLDING: WithholdingTexts = {
  ...{ kind: 'income_tax', name: '', rate: '', base: 'net', base_percent: PART_OF_ALL },
  ...{ amount: '', code: '', reason: '' },
}

/** Decimals of the API as numbers of the language. */
export const withholdingTexts = (
  entries: readonly Given[],
  language: string,
): readonly WithholdingTexts[] =>
  entries.map((given) => {
    const { amount, ...entry } = { ...BLANK_WITHHOLDING, ...given }
    const texts = { ...entry, amount: given.stated === false ? '' : amount } as Given
    const all = NAMES.map((name) => {
      const text = String(texts[name] ?? '')
      return [name, NUMBERS.has(name) ? shownDecimal(text, language) : text]
    })
    return Object.fromEntries(all)
  })

/** As in a request. Without a rate and a name, there is no withholding. */
export const withholdingBodies = (entries: readonly WithholdingTexts[], language: string) =>
  entries
    .filter(({ rate, name, amount }) => [rate, name, amount].some((it) => it.trim() !== ''))
    .map(({ kind, name, rate, base, base_percent, amount, code, reason }) => {
      const number = (text: string) => toDecimal(text.replace(/%\s*$/, ''), language) || null
      return {
        ...{ kind, name: name.trim() || null, rate: number(rate), base },
        base_percent: number(base_percent) ?? PART_OF_ALL,
        amount: number(amount),
        code: code || null,
        reason: reason.trim().toUpperCase() || null,
      }
    })

type Suggestion = Partial<WithholdingTexts>

/** Usual rates by the seller's country. They are the seller's own choice. */
const SUGGESTIONS: Readonly<Record<string, readonly Suggestion[]>> = {
  IT: [
    { rate: '20', code: 'RT01', reason: 'A' },
    { rate: '23', base_percent: '50', code: 'RT01', reason: 'R' },
    { rate: '23', base_percent: '20', code: 'RT01', reason: 'R' },
  ],
  ES: [{ rate: '15' }, { rate: '7' }, { rate: '19' }],
  PT: [{ rate: '23' }, { rate: '11.5' }],
}

/** Whether the seller's country, or a default of the seller, knows withholding. */
export const withholdsUsually = ({ withholdings, companyAddress }: Seller): boolean =>
  withholdings.length > 0 || withholdingSuggestions(companyAddress.countryCode).length > 0

type Seller = Pick<Settings, 'withholdings' | 'companyAddress'>

export const withholdingSuggestions = (country: string | null): readonly Suggestion[] =>
  Object.hasOwn(SUGGESTIONS, country ?? '') ? (SUGGESTIONS[country ?? ''] ?? []) : []
