import { CURRENCIES } from '@billwright/money'
import { Select, SimpleGrid } from '@mantine/core'
import type { ListSearch, SearchChange } from '../api/invoice-search.ts'
import { DayField } from '../components/date-field.tsx'
import { useWords } from '../words/language.ts'

interface Props {
  readonly search: ListSearch
  readonly onChange: (next: SearchChange) => void
}

/** The filters by dates and currency. */
export function MoreFilters({ search, onChange }: Props) {
  const words = useWords().invoiceList
  const days = [
    ['issued_from', words.issuedFrom],
    ['issued_to', words.issuedTo],
    ['due_from', words.dueFrom],
    ['due_to', words.dueTo],
    ['paid_from', words.paidFrom],
    ['paid_to', words.paidTo],
  ] as const
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 4 }} spacing="sm" maw={880}>
      {days.map(([name, label]) => (
        <DayField
          key={name}
          label={label}
          value={search[name] ?? ''}
          onChange={(value) => onChange({ [name]: value || undefined })}
        />
      ))}
      <Select
        label={words.currency}
        data={[...CURRENCIES]}
        searchable
        clearable
        value={search.currency ?? null}
        onChange={(currency) => onChange({ currency: currency ?? undefined })}
      />
    </SimpleGrid>
  )
}
