import { type Shape, State } from '../components/state.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

const SHAPES: Readonly<Record<string, Shape>> = {
  queued: 'dashed',
  sending: 'open',
  sent: 'done',
  failed: 'late',
  bounced: 'late',
  canceled: 'void',
}

interface Sent {
  readonly status: string
  readonly recipients: readonly { readonly state: string }[]
}

export const isBounced = ({ recipients }: Sent): boolean =>
  recipients.some(({ state }) => state === 'bounced')

/** Whether it did not arrive. */
export const isLost = (message: Sent): boolean => message.status === 'failed' || isBounced(message)

/** Where a message stands, in one word: one that came back is no longer merely sent. */
export function MailState({ of: message }: { readonly of: Sent }) {
  const states: Readonly<Record<string, string>> = useWords().mail.states
  const state = isBounced(message) ? 'bounced' : message.status
  return <State shape={SHAPES[state] ?? 'open'}>{states[state] ?? state}</State>
}

interface Waiting {
  readonly status: string
  readonly next_attempt_at: string | null
  readonly send_after: string | null
}

/** When a waiting message is sent, in words. */
export function useLater({ status, next_attempt_at: next, send_after: planned }: Waiting) {
  const words = useWords().mail
  const { instant } = useFormat()
  if (status !== 'queued') return null
  if (next !== null) return words.next(instant(next))
  return planned && words.planned(instant(planned))
}
