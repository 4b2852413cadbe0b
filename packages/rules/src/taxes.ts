import { parseMicro, type TaxCategory } from '@billwright/money'

/** `rateMicro`: percent in millionths. */
export interface Tax {
  readonly category: TaxCategory
  readonly rateMicro: bigint
  /** Its name, such as `GST`, unless documents print the usual one. */
  readonly label?: string
  /** Another tax on the same net, such as `QST`. */
  readonly second?: { readonly label: string; readonly rateMicro: bigint }
}

/** A tax with the days from which its rates apply, as the settings have it. */
export interface PresetRates {
  /** A category of UNCL 5305. */
  readonly category: string
  readonly label?: string | null
  readonly second?: { readonly label: string; readonly rate: string } | null
  readonly rates: readonly {
    /** `YYYY-MM-DD`; null: always. */
    readonly from: string | null
    readonly rate: string
  }[]
}

/** The tax of a preset at one of its rates. */
export const taxAt = ({ category, label, second }: PresetRates, rate: string): Tax => ({
  category: category as TaxCategory,
  rateMicro: parseMicro(rate),
  ...(label ? { label } : {}),
  ...(second ? { second: { label: second.label, rateMicro: parseMicro(second.rate) } } : {}),
})

/**
 * The tax of a preset on a day: the rate with the latest first day that is not after it. Undefined
 * if all its rates begin later. A preset without rates has no tax.
 */
export function presetTax(preset: PresetRates, day: string): Tax | undefined {
  if (preset.rates.length === 0) return taxAt(preset, '0')
  const begun = preset.rates.filter(({ from }) => from === null || from <= day)
  const [latest] = begun.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? 1 : -1))
  return latest && taxAt(preset, latest.rate)
}

/** Whether a preset has, or had, or will have this tax. */
export const isTaxOf = (preset: PresetRates, { category, rateMicro }: Tax): boolean =>
  preset.category === category &&
  (preset.rates.length === 0
    ? rateMicro === 0n
    : preset.rates.some((it) => parseMicro(it.rate) === rateMicro))

/** The day of the tax on a supply. */
export const supplyDay = (dates: {
  readonly deliveryDate: string | null
  readonly periodEnd: string | null
  readonly issueDate: string
}): string => dates.deliveryDate ?? dates.periodEnd ?? dates.issueDate
