import { Text } from '@mantine/core'
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

/** A number, and the way to the invoices that make it. */
export function Figure({ label, value, note, isBad = false, search }: Props) {
  return (
    <SheetLink
      to="/invoices"
      search={search}
      miw={200}
      style={{ flex: '1 1 200px', maxWidth: 420, textDecoration: 'none', color: 'inherit' }}
    >
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={28} fw={700} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
      {note !== undefined && (
        <Text size="sm" {...(isBad ? { c: 'red' } : { c: 'dimmed' })}>
          {note}
        </Text>
      )}
    </SheetLink>
  )
}
