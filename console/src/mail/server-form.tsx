import type { Args } from '@billwright/sdk'
import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  PasswordInput,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { PORTS, PROVIDERS, providerOf } from './providers.ts'
import { MAIL_KEY } from './queries.ts'

type Body = Args<'putMailTransport'>['body']

interface Values {
  host: string
  port: number | string
  security: string
  auth: string
  username: string
  password: string
  clientId: string
  clientSecret: string
  tokenUrl: string
  refreshToken: string
  envelopeFrom: string
}

interface Props {
  readonly transport: {
    readonly host: string | null
    readonly port: number | null
    readonly security: string | null
    readonly auth: {
      readonly kind: string
      readonly username: string
      readonly client_id?: string
      readonly token_url?: string
      readonly has_secret: boolean
    } | null
    readonly envelope_from: string | null
  }
  readonly etag: string | undefined
}

/** The field of a fault, by its pointer. */
const NAMES = {
  'auth.username': 'username',
  'auth.password': 'password',
  'auth.client_id': 'clientId',
  'auth.token_url': 'tokenUrl',
  'auth.refresh_token': 'refreshToken',
  envelope_from: 'envelopeFrom',
}
const FIELDS = ['host', 'port', 'security', ...Object.keys(NAMES)]

/** Host, port and sign-in of a mail server. An empty secret field keeps the stored secret. */
export function ServerForm({ transport, etag }: Props) {
  const words = useWords().mail.mailServer
  const queries = useQueryClient()
  const { auth } = transport
  const form = useForm<Values>({
    initialValues: {
      host: transport.host ?? '',
      port: transport.port ?? 465,
      security: transport.security ?? 'tls',
      auth: transport.host === null ? 'password' : (auth?.kind ?? 'none'),
      username: auth?.username ?? '',
      password: '',
      clientId: auth?.client_id ?? '',
      clientSecret: '',
      tokenUrl: auth?.token_url ?? '',
      refreshToken: '',
      envelopeFrom: transport.envelope_from ?? '',
    },
  })
  const save = useChange({
    run: (api, body: Body) =>
      api.putMailTransport({ body, ...(etag === undefined ? {} : { ifMatch: etag }) }),
    onSuccess: async () => {
      tellDone(words.saved)
      await queries.invalidateQueries({ queryKey: MAIL_KEY })
    },
  })
  useRefused(form, save.error, NAMES)
  const kept = auth?.has_secret ? { placeholder: words.kept } : {}
  const { auth: kind, host } = form.values
  const provider = providerOf(host)
  const needs = PROVIDERS[provider]?.needs
  const choose = (id: string) => {
    const chosen = PROVIDERS[id]
    form.setValues({
      host: chosen?.host ?? '',
      security: chosen?.security ?? 'tls',
      port: PORTS[chosen?.security ?? 'tls'] ?? 465,
      auth: chosen?.needs === 'oauth2' ? 'oauth2' : 'password',
      tokenUrl: chosen?.tokenUrl ?? '',
    })
  }
  return (
    <Paper p="md" component="section">
      <form onSubmit={form.onSubmit((values) => save.mutate(toBody(values)))}>
        <Stack gap="sm">
          <NativeSelect
            label={words.provider}
            description={needs === undefined ? words.otherHint : words.needs[needs]}
            value={provider}
            data={[
              ...Object.entries(PROVIDERS).map(([value, { name }]) => ({ value, label: name })),
              { value: 'other', label: words.otherProvider },
            ]}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          <TextInput
            label={words.host}
            description={words.hostHint}
            placeholder="smtp.example.org"
            autoComplete="off"
            required
            {...form.getInputProps('host')}
          />
          <SimpleGrid
            cols={{ base: 1, xs: 3 }}
            verticalSpacing="sm"
            style={{ alignItems: 'start' }}
          >
            <NativeSelect
              label={words.security}
              data={Object.entries(words.securities).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('security')}
              onChange={({ currentTarget: { value } }) => {
                form.setFieldValue('security', value)
                form.setFieldValue('port', PORTS[value] ?? 465)
              }}
            />
            <NumberInput
              label={words.port}
              min={1}
              max={65_535}
              hideControls
              {...form.getInputProps('port')}
            />
            <NativeSelect
              label={words.auth}
              data={Object.entries(words.auths).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('auth')}
            />
          </SimpleGrid>
          {kind !== 'none' && (
            <TextInput
              label={words.username}
              description={words.usernameHint}
              autoComplete="off"
              {...form.getInputProps('username')}
            />
          )}
          {kind === 'password' && (
            <PasswordInput
              label={words.password}
              description={words.passwordHint}
              autoComplete="new-password"
              {...kept}
              {...form.getInputProps('password')}
            />
          )}
          {kind === 'oauth2' && (
            <>
              <TextInput label={words.tokenUrl} type="url" {...form.getInputProps('tokenUrl')} />
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label={words.clientId} {...form.getInputProps('clientId')} />
                <PasswordInput
                  label={words.clientSecret}
                  autoComplete="new-password"
                  {...kept}
                  {...form.getInputProps('clientSecret')}
                />
              </SimpleGrid>
              <PasswordInput
                label={words.refreshToken}
                autoComplete="new-password"
                {...kept}
                {...form.getInputProps('refreshToken')}
              />
            </>
          )}
          <TextInput
            label={words.envelopeFrom}
            description={words.envelopeFromHint}
            type="email"
            {...form.getInputProps('envelopeFrom')}
          />
          <FormFault error={save.error} fields={FIELDS} />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

const toBody = (values: Values): Body => ({
  host: values.host,
  port: Number(values.port),
  security: values.security === 'starttls' || values.security === 'none' ? values.security : 'tls',
  auth: toAuth(values),
  envelope_from: values.envelopeFrom.trim() || null,
})

function toAuth(values: Values): NonNullable<Body['auth']> | null {
  const { auth, username, password, clientId, clientSecret, tokenUrl, refreshToken } = values
  if (auth === 'none') return null
  if (auth === 'password') return { kind: 'password', username, ...(password && { password }) }
  return {
    kind: 'oauth2',
    username,
    client_id: clientId,
    token_url: tokenUrl,
    ...(clientSecret && { client_secret: clientSecret }),
    ...(refreshToken && { refresh_token: refreshToken }),
  }
}
