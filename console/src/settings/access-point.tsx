import {
  Alert,
  Button,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMay } from '../api/session.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { accessPointQuery } from './queries.ts'

const KEY = accessPointQuery.queryKey

/** The access point, which is saved separately from the form. */
export function AccessPoint() {
  const isAdmin = useMay('admin')
  const read = useQuery({ ...accessPointQuery, enabled: isAdmin, refetchOnWindowFocus: false })
  if (!isAdmin) return null
  return (
    <Paper p="md" component="section">
      <QueryView of={read} lines={3}>
        {({ point, etag }) => (
          <AccessPointForm
            key={point.version}
            url={point.url}
            refused={point.refused}
            change={etag === undefined ? {} : { ifMatch: etag }}
          />
        )}
      </QueryView>
    </Paper>
  )
}

interface Props {
  /** Null: none is set up. */
  readonly url: string | null
  readonly refused: { readonly since: string; readonly detail: string } | null
  readonly change: { readonly ifMatch?: string }
}

function AccessPointForm({ url, refused, change }: Props) {
  const words = useWords().accessPoint
  const { instant } = useFormat()
  const queries = useQueryClient()
  const { act, isBusy } = useAct([...KEY])
  const isOn = url !== null
  const form = useForm({ initialValues: { url: url ?? '', token: '' } })
  const save = useChange({
    run: (api, { url, token }: { readonly url: string; readonly token: string }) =>
      api.putAccessPoint({ body: { url: url.trim(), ...(token && { token }) }, ...change }),
    onSuccess: async () => {
      tellDone(words.saved)
      await queries.invalidateQueries({ queryKey: KEY })
    },
  })
  useRefused(form, save.error)
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} size="md">
            {words.title}
          </Title>
          <State shape={isOn ? 'done' : 'void'}>{isOn ? words.on : words.off}</State>
        </Group>
        <Text size="sm" c="dimmed">
          {words.text}
        </Text>
        {refused !== null && (
          <Alert color="yellow" title={words.refused(instant(refused.since))}>
            {refused.detail}
          </Alert>
        )}
        <TextInput
          label={words.url}
          type="url"
          autoComplete="off"
          placeholder="https://peppol.example.org/v1"
          required
          {...form.getInputProps('url')}
        />
        <PasswordInput
          label={words.token}
          autoComplete="new-password"
          required={!isOn}
          {...(isOn && { placeholder: words.kept })}
          {...form.getInputProps('token')}
        />
        <FormFault error={save.error} fields={['url', 'token']} />
        <Group justify="flex-end" gap="xs">
          {isOn && (
            <ConfirmButton
              title={words.deleteTitle}
              text={words.deleteText}
              verb={words.delete}
              disabled={isBusy}
              onConfirm={() =>
                act({ run: (api) => api.deleteAccessPoint(change), done: words.deleted })
              }
            >
              {words.delete}
            </ConfirmButton>
          )}
          <Button type="submit" loading={save.isPending}>
            {isOn ? words.save : words.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
