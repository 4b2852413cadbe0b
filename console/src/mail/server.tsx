import {
  Alert,
  Anchor,
  Button,
  Code,
  Group,
  Paper,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isProblem } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { CopyField } from '../components/copy.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { QueryView } from '../components/query-view.tsx'
import { type Shape, State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import type { CheckParams } from '../words/en.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { MailFrame } from './frame.tsx'
import { isRefusal, MailFault, refusalOf } from './mail-fault.tsx'
import { Dialogue } from './message.tsx'
import { checkQuery, MAIL_KEY, transportQuery } from './queries.ts'
import { ServerForm } from './server-form.tsx'

type Transport = Awaited<ReturnType<NonNullable<typeof transportQuery.queryFn>>>['transport']

/** The mail server, a test message, and the check of the domain. */
export function MailServer() {
  const words = useWords().mail.mailServer
  const { server: title } = useWords().mail
  const read = useQuery(transportQuery)
  return (
    <MailFrame title={title} needs="admin">
      <QueryView of={read} lines={6}>
        {({ transport, etag }) => (
          <Stack maw={760}>
            <Standing transport={transport} />
            {transport.source === 'environment' ? (
              <Alert title={words.fromEnvironment}>
                {words.fromEnvironmentText(`${transport.host}:${transport.port}`)}
              </Alert>
            ) : (
              <ServerForm key={transport.version} transport={transport} etag={etag} />
            )}
            {transport.source !== null && <TestMessage />}
            <Check />
            {transport.source === 'settings' && <Dkim transport={transport} />}
            {transport.source === 'settings' && <DeleteServer etag={etag} />}
          </Stack>
        )}
      </QueryView>
    </MailFrame>
  )
}

/** Whether messages are sent now, and from which address. */
function Standing({ transport }: { readonly transport: Transport }) {
  const words = useWords().mail.mailServer
  const { instant } = useFormat()
  const { source, from, outbox } = transport
  return (
    <>
      {source === null && <Alert title={words.noServer}>{words.noServerText}</Alert>}
      {source === 'demo' && <Alert title={words.demo}>{words.demoText}</Alert>}
      {outbox.paused && <Alert color="yellow">{words.paused}</Alert>}
      {outbox.failing_since !== null && (
        <Alert color="red" title={words.failing(instant(outbox.failing_since))}>
          <MailFault cause={outbox.last_error_cause} said={outbox.last_error} />
          {outbox.waits_until !== null && (
            <Text size="sm">{words.waitsUntil(instant(outbox.waits_until))}</Text>
          )}
        </Alert>
      )}
      <Text size="sm">
        {from === null
          ? words.noSender
          : words.sender(`${from.name ?? ''} <${from.address}>`.trim())}{' '}
        <Anchor component={Link} to="/settings/email" size="sm" underline="always">
          {words.changeSender}
        </Anchor>
      </Text>
    </>
  )
}

interface Step {
  readonly command: string
  readonly reply: string
  readonly ms: number
}

/** Sends a real message now and shows the dialogue. */
function TestMessage() {
  const words = useWords().mail.mailServer
  const { dialogue } = useWords().mail
  const { number } = useFormat()
  const { data: session } = useQuery(sessionQuery)
  const [steps, setSteps] = useState<readonly Step[] | null>(null)
  const test = useChange({
    // Sent once, because a mail server may lock an account after several wrong passwords.
    run: (api, to: string) => api.testMailTransport({ body: { to }, retries: 0 }),
    onSuccess: (answer) => setSteps(answer.steps),
    onError: (error) => setSteps(stepsOf(error)),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSteps(null)
    test.mutate(String(new FormData(event.currentTarget).get('to') ?? '').trim())
  }
  const isRefused = isRefusal(test.error)
  return (
    <Paper p="md" component="section">
      <Title order={2} size="md" mb="xs">
        {words.test}
      </Title>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            name="to"
            type="email"
            label={words.testTo}
            defaultValue={session?.email ?? ''}
            required
            flex="1 1 240px"
          />
          <Button type="submit" variant="default" loading={test.isPending}>
            {words.sendTest}
          </Button>
        </Group>
      </form>
      <Stack gap="xs" mt={steps === null && !isRefused ? 0 : 'sm'} role="status">
        {steps !== null && test.error === null && <Text size="sm">{words.testWorked}</Text>}
        {isRefused && (
          <Alert color="red">
            <MailFault {...refusalOf(test.error)} />
          </Alert>
        )}
        {steps !== null && steps.length > 0 && (
          <Dialogue
            label={dialogue}
            lines={steps.map(
              ({ command, reply, ms }) => `> ${command}\n${reply}  (${number(ms)} ms)`,
            )}
          />
        )}
      </Stack>
      {!isRefused && <FormFault error={test.error} />}
    </Paper>
  )
}

const NO_PARAMS: CheckParams = { from: '', domain: '', envelope: '', record: '' }
const CHECK_SHAPES: Readonly<Record<string, Shape>> = {
  ok: 'done',
  warn: 'due',
  fail: 'late',
  unknown: 'dashed',
}

/** Runs only on demand, because it queries DNS. */
function Check() {
  const words = useWords().mail.mailServer
  const states: Readonly<Record<string, string>> = words.checkStates
  const { data, refetch, isFetching, error } = useQuery(checkQuery)
  return (
    <Paper p="md" component="section">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap="xs" flex="1 1 260px">
          <Title order={2} size="md">
            {words.check}
          </Title>
          <Text size="sm" c="dimmed">
            {words.checkText}
          </Text>
        </Stack>
        <Button variant="default" loading={isFetching} onClick={() => refetch()}>
          {words.checkNow}
        </Button>
      </Group>
      <FormFault error={error} />
      {data && (
        <Table mt="sm" aria-label={words.check}>
          <Table.Tbody>
            {data.data.map(({ name, state, code, params }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" style={{ textTransform: 'uppercase' }}>
                  {name}
                </Table.Th>
                <Table.Td>
                  <State shape={CHECK_SHAPES[state] ?? 'dashed'}>{states[state] ?? state}</State>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {words.checks[code]({ ...NO_PARAMS, ...params })}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}

/** For people with their own mail server. */
function Dkim({ transport: { dkim } }: { readonly transport: Transport }) {
  const words = useWords().mail.mailServer
  const queries = useQueryClient()
  const make = useChange({
    run: (api, body: { readonly domain: string; readonly selector: string }) =>
      api.createMailDkimKey({ body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: MAIL_KEY }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    make.mutate({ domain: text('domain'), selector: text('selector') })
  }
  return (
    <Paper p="md" component="section">
      <Title order={2} size="md" mb="xs">
        DKIM
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {words.dkimText}
      </Text>
      {dkim === null ? (
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              name="domain"
              label={words.domain}
              placeholder="example.org"
              required
              flex="1 1 200px"
            />
            <TextInput
              name="selector"
              label={words.selector}
              defaultValue="bw1"
              required
              flex="1 1 200px"
            />
            <Button type="submit" variant="default" loading={make.isPending}>
              {words.makeKey}
            </Button>
          </Group>
          <FormFault error={make.error} />
        </form>
      ) : (
        <Stack gap="xs">
          <Text size="sm">
            {words.dkimRecord} <Code>{dkim.name}</Code>
          </Text>
          <CopyField label={words.record} text={dkim.record} />
        </Stack>
      )}
    </Paper>
  )
}

function DeleteServer({ etag }: { readonly etag: string | undefined }) {
  const words = useWords().mail.mailServer
  const { act, isBusy } = useAct(MAIL_KEY)
  return (
    <Group>
      <ConfirmButton
        title={words.deleteTitle}
        text={words.deleteText}
        verb={words.delete}
        disabled={isBusy}
        onConfirm={() =>
          act({
            run: (api) => api.deleteMailTransport(etag === undefined ? {} : { ifMatch: etag }),
            done: words.deleted,
          })
        }
      >
        {words.delete}
      </ConfirmButton>
    </Group>
  )
}

/** The dialogue stands in the refusal too. */
function stepsOf(error: unknown): readonly Step[] | null {
  const steps: unknown = isProblem(error) ? { ...error.problem }.steps : null
  return Array.isArray(steps) ? (steps as readonly Step[]) : null
}
