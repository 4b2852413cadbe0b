import { Badge, Group } from '@mantine/core'
import type { SupplierInvoiceEntry } from './queries.ts'
import { useSupplierInvoiceWords } from './words.ts'

/** As of our own invoices; a new one waits for a decision. */
const COLORS = { new: 'orange', accepted: 'blue', rejected: 'gray', paid: 'teal' } as const

/** The state of a supplier invoice, and warnings. */
export function SupplierInvoiceState({
  of: { status, errors, duplicate_of: duplicateOf },
}: {
  readonly of: Pick<SupplierInvoiceEntry, 'status' | 'errors' | 'duplicate_of'>
}) {
  const words = useSupplierInvoiceWords()
  const state = status as keyof typeof COLORS
  return (
    <Group gap={4}>
      <Badge variant="light" color={COLORS[state]} fw={600}>
        {words.states[state]}
      </Badge>
      {duplicateOf !== null && (
        <Badge variant="light" color="red" fw={600}>
          {words.duplicate}
        </Badge>
      )}
      {errors > 0 && (
        <Badge variant="light" color="red" fw={600}>
          {words.hasErrors}
        </Badge>
      )}
    </Group>
  )
}
