import type { Data } from '@billwright/sdk'
import { Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Back } from '../components/back.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { Deliveries } from './deliveries.tsx'
import { AccessFrame } from './frame.tsx'
import { webhookQuery } from './queries.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { useHealth, useTold, WebhookState } from './webhook-health.tsx'

const route = getRouteApi('/app/access/webhooks/$id')

/** One webhook with its state, actions and deliveries. */
export function Webhook() {
  const words = useWords().webhooks
  const { id } = route.useParams()
  const webhook = useQuery(webhookQuery(id))
  return (
    <AccessFrame title={words.one} back={<Back to="/access/webhooks" label={words.back} />}>
      <QueryView of={webhook} kind="webhook" lines={3}>
        {({ data, etag }) => (
          <>
            <Summary webhook={data} />
            <WebhookActions webhook={data} etag={etag} />
            <Deliveries id={id} />
          </>
        )}
      </QueryView>
    </AccessFrame>
  )
}

function Summary({ webhook }: { readonly webhook: Data<'getWebhook'> }) {
  const words = useWords().webhooks
  const { instant } = useFormat()
  const { url, description, previous_secret_until: until } = webhook
  return (
    <Paper p="md">
      <Stack gap={6} align="flex-start">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
          <WebhookState webhook={webhook} />
        </Group>
        {description && <Text size="sm">{description}</Text>}
        <Text size="sm">
          {words.tells} {useTold(webhook)}
        </Text>
        <Text size="sm" c="dimmed">
          {useHealth(webhook)}
        </Text>
        {until && <Text size="sm">{words.bothUntil(instant(until))}</Text>}
      </Stack>
    </Paper>
  )
}
