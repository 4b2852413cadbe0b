import type { Data } from '@billwright/sdk'

import { dotted } from '../components/dotted.ts'
import { State } from '../components/state.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { EVERYTHING } from './event-types.tsx'

type Webhook = Data<'getWebhook'>

const SHAPES = { enabled: 'done', paused: 'due', disabled: 'void' } as const

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords().webhooks
  const shape = SHAPES[webhook.status]
  return <State shape={shape}>{words.states[webhook.status]}</State>
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
