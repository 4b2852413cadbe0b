import { Badge } from '@mantine/core'
import { useWords } from '../words/language.ts'

const COLORS: Readonly<Record<string, string>> = {
  queued: 'blue',
  sending: 'blue',
  sent: 'teal',
  failed: 'red',
  bounced: 'red',
  canceled: 'gray',
}

interface Sent {
  readonly status: string
  readonly recipients: readonly { readonly state: string }[]
}

/** Where a message stands, in one word: one that came back is no longer merely sent. */
export function MailState({ of: { status, recipients } }: { readonly of: Sent }) {
  const states: Readonly<Record<string, string>> = useWords().mail.states
  const state = recipients.some((it) => it.state === 'bounced') ? 'bounced' : status
  return (
    <Badge variant="light" color={COLORS[state] ?? 'gray'} fw={600}>
      {states[state] ?? state}
    </Badge>
  )
}

/** The state of an invoice's newest message. */
export function InvoiceMail({ mail }: { readonly mail: { readonly status: string } | null }) {
  const states: Readonly<Record<string, string>> = useWords().mailStates
  if (mail === null) return null
  return (
    <Badge variant="light" color={COLORS[mail.status] ?? 'gray'} fw={500}>
      {states[mail.status] ?? mail.status}
    </Badge>
  )
}
