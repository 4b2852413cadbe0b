import { Group } from '@mantine/core'
import { State } from '../components/state.tsx'
import type { SupplierInvoiceEntry } from './queries.ts'
import { useSupplierInvoiceWords } from './words.ts'

/** As of our own invoices; a new one waits for a decision. */
const SHAPES = { new: 'due', accepted: 'open', rejected: 'void', paid: 'done' } as const

/** The state of a supplier invoice, and warnings. */
export function SupplierInvoiceState({
  of: { status, errors, duplicate_of: duplicateOf },
}: {
  readonly of: Pick<SupplierInvoiceEntry, 'status' | 'errors' | 'duplicate_of'>
}) {
  const words = useSupplierInvoiceWords()
  const state = status as keyof typeof SHAPES
  return (
    <Group gap="xs">
      <State shape={SHAPES[state]}>{words.states[state]}</State>
      {duplicateOf !== null && <State shape="late">{words.duplicate}</State>}
      {errors > 0 && <State shape="late">{words.hasErrors}</State>}
    </Group>
  )
}
