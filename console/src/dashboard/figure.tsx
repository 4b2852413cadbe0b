import { Paper, Text } from '@mantine/core'
import type { ListSearch } from '../invoices/list-search.ts'
import { SheetLink } from './list-links.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly note?: string
  readonly isBad?: boolean
  /** The list that it counts. */
  readonly search: ListSearch
}

/** On a phone two stand beside each other. */
/** Two beside each other on a tablet, all of them on a desktop. */
const BOX = {
  flex: { base: '1 1 150px', sm: '1 1 40%', lg: '1 1 200px' },
  maw: { lg: 420 },
} as const

/** A number, and the way to the invoices that make it. */
export const Figure = ({ search, ...sum }: Props) => (
  <SheetLink
    to="/invoices"
    search={search}
    {...BOX}
    style={{ textDecoration: 'none', color: 'inherit' }}
  >
    <Value {...sum} />
  </SheetLink>
)

/** A number that no list of invoices makes. */
export const Sum = (sum: Omit<Props, 'search'>) => (
  <Paper withBorder p="md" {...BOX}>
    <Value {...sum} />
  </Paper>
)

function Value({ label, value, note, isBad = false }: Omit<Props, 'search'>) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text
        fz={{ base: 20, sm: 28 }}
        fw={700}
        lh={1.3}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Text>
      {note !== undefined && (
        <Text size="sm" {...(isBad ? { c: 'red' } : { c: 'dimmed' })}>
          {note}
        </Text>
      )}
    </>
  )
}
