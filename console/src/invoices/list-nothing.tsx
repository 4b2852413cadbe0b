import type { ReactNode } from 'react'
import { isFiltered, type ListSearch } from '../api/invoice-search.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { useWords } from '../words/language.ts'

interface Props {
  readonly search: ListSearch
  /** The button for the first invoice. */
  readonly first: ReactNode
  readonly onClear: () => void
}

/** Instead of an empty list: no invoice yet, or none that the filters match. */
export function Nothing({ search, first, onClear }: Props) {
  const words = useWords().invoiceList
  if (!isFiltered(search))
    return (
      <Empty
        icon={<Drawing of="sheet" />}
        title={words.noneTitle}
        text={words.noneText}
        action={first}
      />
    )
  return <NothingFound words={words} onClear={onClear} />
}
