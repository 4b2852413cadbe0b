import type { OptionsFilter } from '@mantine/core'

let folded: OptionsFilter | undefined
void import('./folded-filter.ts').then(({ foldedFilter }) => {
  folded = foldedFilter
})

/** `foldedFilter`, which comes after the first page. Until then all options are shown. */
export const lateFilter: OptionsFilter = (input) => (folded ? folded(input) : [...input.options])
