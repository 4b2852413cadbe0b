import { indexForm, searchParts } from '@billwright/rules/folding'
import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core'

/** The options whose label has each part of the search, without accents: `turkei` finds Türkei. */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const parts = searchParts(search)
  const fits = ({ label }: { readonly label: string }) =>
    parts.every((part) => indexForm(label).includes(part))
  return options
    .flatMap((option): ComboboxParsedItem[] => {
      if (!('group' in option)) return fits(option) ? [option] : []
      const items = option.items.filter(fits)
      return items.length === 0 ? [] : [{ ...option, items }]
    })
    .slice(0, limit)
}
