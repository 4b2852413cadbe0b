import type { Data } from '@billwright/sdk'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '../api/client.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { DeliveryDialog } from './delivery.tsx'
import { WEBHOOKS_KEY } from './queries.ts'
import { EditWebhookDialog, SecretDialog } from './webhook-dialogs.tsx'

interface Props {
  readonly webhook: Data<'getWebhook'>
  readonly etag: string | undefined
}

export function WebhookActions({ webhook, etag }: Props) {
  const words = useWords().webhooks
  const { edit } = useWords().access
  const [isEdited, editing] = useDisclosure()
  const [tested, setTested] = useState<string | null>(null)
  const test = useTest(webhook.id, setTested)
  return (
    <Group gap="xs">
      <Button onClick={() => test.mutate()} loading={test.isPending}>
        {words.test}
      </Button>
      <Pause webhook={webhook} />
      <Button variant="default" onClick={editing.open}>
        {edit}
      </Button>
      <Rotate webhook={webhook} etag={etag} />
      <Delete webhook={webhook} />
      <EditWebhookDialog isOpen={isEdited} onClose={editing.close} webhook={webhook} etag={etag} />
      <DeliveryDialog webhookId={webhook.id} id={tested} onClose={() => setTested(null)} />
    </Group>
  )
}

/** A test makes one attempt and shows its result at once. */
function useTest(id: string, onSent: (delivery: string) => void) {
  const queries = useQueryClient()
  return useChange({
    run: (api) => api.testWebhook({ path: { id } }),
    onSuccess: (delivery) => onSent(delivery.id),
    onError: tellFailed,
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  })
}

function Pause({ webhook }: Pick<Props, 'webhook'>) {
  const words = useWords().webhooks
  const { act, isBusy } = useAct(WEBHOOKS_KEY)
  const set = (api: Api, status: typeof webhook.status) =>
    api.patchWebhook({ path: { id: webhook.id }, body: { status } })
  const isSent = webhook.status === 'enabled'
  const change = () =>
    act({
      run: (api) => set(api, isSent ? 'paused' : 'enabled'),
      done: isSent ? words.isPaused : words.isResumed,
      undo: (api) => set(api, webhook.status),
    })
  return (
    <Button variant="default" onClick={change} disabled={isBusy}>
      {isSent ? words.pause : words.resume}
    </Button>
  )
}

function Rotate({ webhook, etag }: Props) {
  const words = useWords().webhooks
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useChange({
    run: (api) => api.rotateWebhookSecret({ path: { id: webhook.id }, ifMatch: etag }),
    onSuccess: (answer) => setSecret(answer.secret),
    onError: tellFailed,
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  })
  return (
    <>
      <ConfirmButton
        title={words.rotateTitle}
        text={words.rotateText}
        verb={words.rotate}
        verbColor="pine"
        onConfirm={() => rotate.mutate()}
        loading={rotate.isPending}
      >
        {words.rotate}
      </ConfirmButton>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}

function Delete({ webhook }: Pick<Props, 'webhook'>) {
  const words = useWords().webhooks
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useChange({
    run: (api) => api.deleteWebhook({ path: { id: webhook.id } }),
    onSuccess: async () => {
      await navigate({ to: '/access/webhooks' })
      tellDone(words.deleted)
      queries.removeQueries({ queryKey: [...WEBHOOKS_KEY, 'one', webhook.id] })
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
    },
    onError: tellFailed,
  })
  return (
    <ConfirmButton
      title={words.deleteTitle}
      text={words.deleteText}
      verb={words.delete}
      onConfirm={() => remove.mutate()}
      loading={remove.isPending}
    >
      {words.delete}
    </ConfirmButton>
  )
}
