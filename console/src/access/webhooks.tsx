import type { Entry } from '@billwright/sdk'
import { Anchor, Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconPlus } from '../components/icons.ts'
import { ListView } from '../components/list-view.tsx'
import { useWords } from '../words/language.ts'
import { EntryCard, EntryList } from './entry-card.tsx'
import { AccessFrame } from './frame.tsx'
import { webhooksQuery } from './queries.ts'
import { NewWebhookDialog } from './webhook-dialogs.tsx'
import { useHealth, useTold, WebhookState } from './webhook-health.tsx'

type Webhook = Entry<'listWebhooks'>

export function Webhooks() {
  const words = useWords().webhooks
  const { webhooks: title } = useWords().access
  const [isNew, setNew] = useState(false)
  const webhooks = useInfiniteQuery(webhooksQuery)
  return (
    <AccessFrame
      title={title}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
          {words.create}
        </Button>
      }
    >
      <ListView
        of={webhooks}
        lines={3}
        none={<Empty icon={<Drawing of="envelope" />} title={words.none} text={words.noneText} />}
      >
        {(entries) => (
          <EntryList>
            {entries.map((webhook) => (
              <WebhookCard key={webhook.id} webhook={webhook} />
            ))}
          </EntryList>
        )}
      </ListView>
      <NewWebhookDialog isOpen={isNew} onClose={() => setNew(false)} />
    </AccessFrame>
  )
}

function WebhookCard({ webhook }: { readonly webhook: Webhook }) {
  const { tells } = useWords().webhooks
  const health = useHealth(webhook)
  const told = `${tells} ${useTold(webhook)}`
  return (
    <EntryCard
      title={
        <Anchor component={Link} to={`/access/webhooks/${webhook.id}`} fw={600}>
          {webhook.url}
        </Anchor>
      }
      state={<WebhookState webhook={webhook} />}
      text={health}
    >
      <Text size="sm">{dotted([webhook.description, told])}</Text>
    </EntryCard>
  )
}
