import { isFiltered, type ListSearch } from '../api/invoice-search.ts'
import { Empty, NothingFound } from '../components/empty.tsx'
import { IconFileInvoice } from '../components/icons.ts'
import { useWords } from '../words/language.ts'

interface Props {
  readonly search: ListSearch
  readonly onClear: () => void
}

/** Instead of an empty list: no invoice yet, or none that the filters match. */
export function Nothing({ search, onClear }: Props) {
  const words = useWords().invoiceList
  const icon = <IconFileInvoice size={48} strokeWidth={1.2} aria-hidden />
  if (!isFiltered(search))
    return <Empty icon={icon} title={words.noneTitle} text={words.noneText} />
  return <NothingFound icon={icon} words={words} onClear={onClear} />
}
