import { Box, Button, Group, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { DAYS, type ListSearch, type SearchChange } from '../api/invoice-search.ts'
import { summaryQuery } from '../api/invoices.ts'
import { FindField } from '../components/find-field.tsx'
import { IconAdjustments } from '../components/icons.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

/** Loaded on demand, because most people never open them. */
const MoreFilters = lazy(() =>
  import('./list-more-filters.tsx').then((it) => ({ default: it.MoreFilters })),
)

const SHOWN = ['draft', 'open', 'overdue', 'paid', 'refund_due'] as const
type Shown = (typeof SHOWN)[number]

/** The query of the list. */
const SEARCHES: Readonly<Record<Shown, ListSearch>> = {
  draft: { status: 'draft' },
  open: { has_due: true },
  overdue: { overdue: true },
  paid: { status: 'paid' },
  refund_due: { refund_due: true },
}

const MORE = [...DAYS, 'currency'] as const

interface Props {
  readonly search: ListSearch
  readonly onChange: (next: SearchChange) => void
}

/** Search and state are always visible, dates and currency on demand. */
export function Filters({ search, onChange }: Props) {
  const words = useWords().invoiceList
  const states = useWords().status
  const count = MORE.filter((name) => search[name] !== undefined).length
  const [isOpen, more] = useDisclosure(count > 0)
  const counts = useCounts()
  const value = SHOWN.find((it) => isShown(search, it)) ?? 'all'
  const choose = (chosen: string) =>
    onChange({
      status: undefined,
      type: undefined,
      overdue: undefined,
      has_due: undefined,
      refund_due: undefined,
      ...SEARCHES[chosen as Shown],
    })
  return (
    <>
      <Group gap="sm" className="list-filters">
        <Box className="states" maw="100%" me={{ sm: 'auto' }} style={{ overflowX: 'auto' }}>
          <SegmentedControl
            aria-label={words.status}
            data={[
              { value: 'all', label: words.all },
              ...SHOWN.map((status) => ({
                value: status,
                label: (
                  <StateLabel count={counts[status]} isLate={status === 'overdue'}>
                    {states[status]}
                  </StateLabel>
                ),
              })),
            ]}
            value={value}
            onChange={choose}
          />
        </Box>
        <FindField
          label={words.search}
          q={search.q ?? ''}
          onFind={(q) => onChange({ q: q || undefined })}
          flex={{ base: '1 1 180px', sm: '1 1 220px' }}
          miw={{ base: 0, sm: 220 }}
          maw={{ sm: 280 }}
        />
        <Button
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustments size={16} aria-hidden />}
          onClick={more.toggle}
          aria-expanded={isOpen}
        >
          {count > 0 ? `${words.moreFilters} (${count})` : words.moreFilters}
        </Button>
      </Group>
      {isOpen && (
        <Suspense fallback={null}>
          <MoreFilters search={search} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}

interface LabelProps {
  readonly count: number | undefined
  readonly isLate: boolean
  readonly children: string
}

function StateLabel({ count = 0, isLate, children }: LabelProps) {
  const format = useFormat()
  return (
    <span className="filter" data-late={(isLate && count > 0) || undefined}>
      <span>{children}</span>
      {count > 0 && (
        <span className="filter-count" aria-hidden>
          {format.number(count)}
        </span>
      )}
    </span>
  )
}

/** How many invoices of the company are in the states that ask for something. */
function useCounts(): Readonly<Partial<Record<Shown, number>>> {
  const { data } = useQuery(summaryQuery)
  if (!data) return {}
  const sum = (name: 'outstanding' | 'overdue' | 'refunds_due') =>
    data.currencies.reduce((count, currency) => count + currency[name].count, 0)
  return {
    draft: data.drafts,
    open: sum('outstanding'),
    overdue: sum('overdue'),
    refund_due: sum('refunds_due'),
  }
}

const isShown = (search: ListSearch, shown: Shown): boolean =>
  Object.entries(SEARCHES[shown]).every(
    ([name, value]) => search[name as keyof ListSearch] === value,
  )
