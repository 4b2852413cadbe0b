import type { Data } from '@billwright/sdk'
import { Badge } from '@mantine/core'
import { dotted } from '../components/dotted.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { EVERYTHING } from './event-types.tsx'

type Webhook = Data<'getWebhook'>

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords().webhooks
  const color = { enabled: 'teal', paused: 'orange', disabled: 'gray' }[webhook.status]
  return (
    <Badge variant="light" color={color}>
      {words.states[webhook.status]}
    </Badge>
  )
}

export function useHealth(webhook: Webhook): string {
  const words = useWords().webhooks
  const { instant } = useFormat()
  const { last_success_at, last_failure_at, paused_reason } = webhook
  const isFailing =
    last_failure_at !== null && (last_success_at === null || last_failure_at > last_success_at)
  return dotted([
    paused_reason !== null && words.reasons[paused_reason as keyof typeof words.reasons],
    last_success_at === null ? words.neverArrived : words.arrived(instant(last_success_at)),
    isFailing && words.failed(instant(last_failure_at)),
  ])
}

/** The chosen events as text. */
export function useTold({ event_types: types }: Webhook): string {
  const words = useWords().webhooks
  return types.includes(EVERYTHING) ? words.everything : types.join(', ')
}
