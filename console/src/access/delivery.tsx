import type { Data } from '@billwright/sdk'
import { Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { DeliveryState } from './delivery-state.tsx'
import { deliveryQuery, WEBHOOKS_KEY } from './queries.ts'

type Detail = Data<'getWebhookDelivery'>

interface Props {
  readonly webhookId: string
  /** Null: no delivery is selected. */
  readonly id: string | null
  readonly onClose: () => void
  readonly onSameEvent?: (eventId: string) => void
}

/** One delivery: its body and the result of each attempt. */
export function DeliveryDialog({ webhookId, id, onClose, onSameEvent }: Props) {
  const words = useWords().deliveries
  return (
    <Dialog isOpen={id !== null} onClose={onClose} title={words.one} size="xl">
      {id !== null && (
        <Delivery webhookId={webhookId} id={id} {...(onSameEvent && { onSameEvent })} />
      )}
    </Dialog>
  )
}

function Delivery({
  webhookId,
  id,
  onSameEvent,
}: Omit<Props, 'onClose'> & { readonly id: string }) {
  const words = useWords().deliveries
  const delivery = useQuery(deliveryQuery(webhookId, id))
  const { act, isBusy } = useAct(WEBHOOKS_KEY)
  const redeliver = () =>
    act({
      run: (api) => api.redeliverWebhookDelivery({ path: { id: webhookId, delivery_id: id } }),
      done: words.sentAgain,
    })
  return (
    <QueryView of={delivery} lines={4}>
      {(detail) => (
        <Stack>
          <Group gap="xs">
            <Text fw={600}>{detail.event_type}</Text>
            <DeliveryState status={detail.status} />
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={redeliver} loading={isBusy}>
              {words.redeliver}
            </Button>
            {onSameEvent && (
              <Button variant="default" onClick={() => onSameEvent(detail.event_id)}>
                {words.sameEvent}
              </Button>
            )}
          </Group>
          <Attempts attempts={detail.attempts} />
          <Title order={3} fz="md">
            {words.body}
          </Title>
          <Block text={pretty(detail.body)} label={words.body} />
        </Stack>
      )}
    </QueryView>
  )
}

function Attempts({ attempts }: Pick<Detail, 'attempts'>) {
  const words = useWords().deliveries
  const { instant, number } = useFormat()
  if (attempts.length === 0) return <Text size="sm">{words.noAttempt}</Text>
  return (
    <Stack gap="xs">
      <Title order={3} fz="md">
        {words.attempts}
      </Title>
      {attempts.map((attempt) => (
        <Paper key={attempt.number} p="sm">
          <Text size="sm" fw={600}>
            {dotted([
              `${attempt.number}. ${instant(attempt.at)}`,
              attempt.http_status === null ? words.noAnswer : `HTTP ${attempt.http_status}`,
              `${number(attempt.duration_ms)} ms`,
            ])}
          </Text>
          <DeliveryFault code={attempt.error_code} text={attempt.error} />
          {attempt.answer && <Block text={attempt.answer} label={words.answer} />}
        </Paper>
      ))}
    </Stack>
  )
}

interface FaultProps {
  readonly code: string | null
  /** The English message, for a code without a translation. */
  readonly text: string | null
}

export function DeliveryFault({ code, text }: FaultProps) {
  const faults: Readonly<Record<string, string>> = useWords().deliveries.faults
  return text && <Text size="sm">{faults[code ?? ''] ?? text}</Text>
}

/** Plain text that can be scrolled with the keyboard, too. */
function Block({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // The text may be longer than its box, so the keyboard must be able to scroll it.
    <Code
      block
      tabIndex={0}
      role="region"
      aria-label={label}
      mah={320}
      style={{ overflow: 'auto' }}
    >
      {text}
    </Code>
  )
}

/** Indents the JSON of a body for reading. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
