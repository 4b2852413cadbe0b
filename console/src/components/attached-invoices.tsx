import { Button, Group } from '@mantine/core'
import { isProblem } from '../api/client.ts'
import { useFormat } from '../words/format.ts'
import { dotted } from './dotted.ts'

/** One of several e-invoices in a PDF. */
export interface AttachedInvoice {
  readonly name: string
  readonly number: string
  readonly seller: string
  readonly total: string
  readonly currency: string
}

/** The e-invoices that a refused PDF has; none for any other error. */
export function attachedIn(error: unknown): readonly AttachedInvoice[] {
  if (!isProblem(error, 'einvoice_attachments')) return []
  const attachments: unknown = error.problem?.attachments
  return Array.isArray(attachments) ? attachments : []
}

interface Props {
  readonly invoices: readonly AttachedInvoice[]
  readonly onChoose: (name: string) => void
}

/** Asks which of them is meant. */
export function AttachedInvoices({ invoices, onChoose }: Props) {
  const format = useFormat()
  if (invoices.length === 0) return null
  return (
    <Group gap="xs" mt={4}>
      {invoices.map(({ name, number, seller, total, currency }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          title={name}
          onClick={() => onChoose(name)}
        >
          {dotted([number, seller, format.money(total, currency)])}
        </Button>
      ))}
    </Group>
  )
}
