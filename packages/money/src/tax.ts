/** Tax categories of UNCL 5305 in EN 16931 (BT-151). */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B'] as const

export type TaxCategory = (typeof TAX_CATEGORIES)[number]

/** Categories whose rate may be above zero: standard, Canary Islands, Ceuta and Melilla, split payment. */
export const TAXED_CATEGORIES: ReadonlySet<TaxCategory> = new Set(['S', 'L', 'M', 'B'])
