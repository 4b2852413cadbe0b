import type { Data } from '@billwright/sdk'
import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyField } from '../components/copy.tsx'
import { Dialog } from '../components/dialog.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { EVERYTHING } from './event-types.tsx'
import { WEBHOOKS_KEY } from './queries.ts'
import { WebhookForm, type WebhookValues } from './webhook-form.tsx'

type Webhook = Data<'getWebhook'>

const NEW: WebhookValues = { url: '', description: '', event_types: [EVERYTHING] }

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates a webhook and shows its secret once. */
export function NewWebhookDialog({ isOpen, onClose }: DialogProps) {
  const words = useWords().webhooks
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const create = useChange({
    run: (api, { description, ...values }: WebhookValues) =>
      api.createWebhook({ body: { ...values, description: description.trim() || null } }),
    onSuccess: async (created) => {
      setSecret(created.secret)
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
    },
  })
  const close = () => {
    onClose()
    setSecret(null)
    create.reset()
  }
  const isMade = secret !== null
  const title = isMade ? words.secret : words.create
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      size="lg"
      isKept={isMade}
      isBusy={create.isPending}
    >
      {isMade ? (
        <ShownSecret secret={secret} onClose={close} />
      ) : (
        <WebhookForm
          initial={NEW}
          verb={words.create}
          error={create.error}
          isBusy={create.isPending}
          onSubmit={(values) => create.mutate(values)}
        />
      )}
    </Dialog>
  )
}

/** Rotates the secret of an existing webhook. */
export function SecretDialog(props: {
  readonly secret: string | null
  readonly onClose: () => void
}) {
  const words = useWords().webhooks
  return (
    <Dialog isOpen={props.secret !== null} onClose={props.onClose} title={words.secret} isKept>
      {props.secret !== null && (
        <ShownSecret secret={props.secret} onClose={props.onClose} text={words.rotated} />
      )}
    </Dialog>
  )
}

interface SecretProps {
  readonly secret: string
  readonly text?: string
  readonly onClose: () => void
}

function ShownSecret({ secret, text, onClose }: SecretProps) {
  const words = useWords().webhooks
  return (
    <Stack>
      <Text size="sm">{[words.once, text].filter(Boolean).join(' ')}</Text>
      <CopyField label={words.secret} text={secret} />
      <Button onClick={onClose} data-autofocus>
        {words.kept}
      </Button>
    </Stack>
  )
}

interface EditProps extends DialogProps {
  readonly webhook: Webhook
  readonly etag: string | undefined
}

export function EditWebhookDialog({ isOpen, onClose, webhook, etag }: EditProps) {
  const words = useWords().webhooks
  const { save, saved } = useWords().access
  const queries = useQueryClient()
  const { id, url, description, event_types } = webhook
  const change = useChange({
    run: (api, { description: text, ...values }: WebhookValues) =>
      api.patchWebhook({
        path: { id },
        body: { ...values, description: text.trim() || null },
        ifMatch: etag,
      }),
    onSuccess: () => {
      onClose()
      tellDone(saved)
    },
    // A refused change may be based on old data.
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.editTitle}
      size="lg"
      isBusy={change.isPending}
    >
      <WebhookForm
        initial={{ url, description: description ?? '', event_types: [...event_types] }}
        verb={save}
        error={change.error}
        isBusy={change.isPending}
        onSubmit={(values) => change.mutate(values)}
      />
    </Dialog>
  )
}
