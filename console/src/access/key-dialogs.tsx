import type { Data } from '@billwright/sdk'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyField } from '../components/copy.tsx'
import { Dialog } from '../components/dialog.tsx'
import { tellDone } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { dayOf, KeyForm, type KeyValues, lastInstantOf } from './key-form.tsx'
import { KEYS_KEY, keyQuery } from './queries.ts'

type NewKey = Data<'createApiKey'>

const NEW: KeyValues = { name: '', scopes: ['read', 'write'], lastDay: '' }

/** Creates a key and shows it once. */
export function NewKeyDialog(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const words = useWords().keys
  const queries = useQueryClient()
  const [created, setCreated] = useState<NewKey | null>(null)
  const create = useChange({
    run: (api, { name, scopes, lastDay }: KeyValues) =>
      api.createApiKey({ body: { name, scopes, expires_at: lastInstantOf(lastDay) } }),
    onSuccess: async (key) => {
      setCreated(key)
      await queries.invalidateQueries({ queryKey: KEYS_KEY })
    },
  })
  const close = () => {
    props.onClose()
    setCreated(null)
    create.reset()
  }
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={close}
      title={created ? words.shown(created.name) : words.create}
      size="lg"
      isKept={created !== null}
      isBusy={create.isPending}
    >
      {created ? (
        <ShownKey created={created} onClose={close} />
      ) : (
        <KeyForm
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

function ShownKey({
  created,
  onClose,
}: {
  readonly created: NewKey
  readonly onClose: () => void
}) {
  const words = useWords().keys
  const path = created.scopes.includes('read') ? '/api/v1/invoices' : '/api/v1/session'
  const line = `curl ${window.location.origin}${path} -H 'Authorization: Bearer ${created.key}'`
  return (
    <Stack>
      <Text size="sm">{words.once}</Text>
      <CopyField label={words.key} text={created.key} />
      <CopyField label={words.tryIt} text={line} />
      <Button onClick={onClose} data-autofocus>
        {words.kept}
      </Button>
    </Stack>
  )
}

/** Changes name, scopes and expiry of a key, not the key itself. */
export function EditKeyDialog(props: { readonly id: string | null; readonly onClose: () => void }) {
  const words = useWords().keys
  return (
    <Dialog isOpen={props.id !== null} onClose={props.onClose} title={words.editTitle} size="lg">
      {props.id !== null && <EditKey id={props.id} onClose={props.onClose} />}
    </Dialog>
  )
}

function EditKey({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { save, saved } = useWords().access
  const queries = useQueryClient()
  const key = useQuery(keyQuery(id))
  const change = useChange({
    run: (api, { name, scopes, lastDay }: KeyValues) =>
      api.updateApiKey({
        path: { id },
        body: {
          name,
          scopes,
          // An unchanged date keeps its time of day.
          ...(lastDay !== dayOf(key.data?.data.expires_at ?? null) && {
            expires_at: lastInstantOf(lastDay),
          }),
        },
        ifMatch: key.data?.etag,
      }),
    onSuccess: async () => {
      onClose()
      tellDone(saved)
      await queries.invalidateQueries({ queryKey: KEYS_KEY })
    },
  })
  return (
    <QueryView of={key} lines={3}>
      {({ data: { name, scopes, expires_at } }) => (
        <KeyForm
          initial={{ name, scopes: scopes as KeyValues['scopes'], lastDay: dayOf(expires_at) }}
          verb={save}
          error={change.error}
          isBusy={change.isPending}
          onSubmit={(values) => change.mutate(values)}
        />
      )}
    </QueryView>
  )
}
