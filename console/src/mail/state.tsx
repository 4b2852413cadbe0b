import { Badge } from '@mantine/core'
import { useWords } from '../language.ts'

const COLORS: Readonly<Record<string, string>> = {
  queued: 'blue',
  sending: 'blue',
  sent: 'teal',
  failed: 'red',
  bounced: 'red',
  canceled: 'gray',
}

/** Where a message stands, in one word. */
export function MailState({ of }: { readonly of: string }) {
  const states: Readonly<Record<string, string>> = useWords().mail.states
  return (
    <Badge variant="light" color={COLORS[of] ?? 'gray'} fw={600}>
      {states[of] ?? of}
    </Badge>
  )
}

/** Beside an invoice: where its newest message stands. */
export function InvoiceMail({ mail }: { readonly mail: { readonly status: string } | null }) {
  const states: Readonly<Record<string, string>> = useWords().mailStates
  if (mail === null) return null
  return (
    <Badge variant="light" color={COLORS[mail.status] ?? 'gray'} fw={500}>
      {states[mail.status] ?? mail.status}
    </Badge>
  )
}
