import { Alert, Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inCompany } from '../api/company.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { Address } from '../components/address.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { ButtonLink } from '../components/list-links.tsx'
import { QueryView } from '../components/query-view.tsx'
import { Side } from '../components/side.tsx'
import { type Shape, State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { MailLook } from './look.tsx'
import { MailFault } from './mail-fault.tsx'
import { MAIL_KEY, type Message, messageQuery } from './queries.ts'
import { isBounced, MailState, useLater } from './state.tsx'

interface Props {
  /** Null: none is open. */
  readonly id: string | null
  readonly onClose: () => void
}

/** A message in a drawer, where it has no room beside the list. */
export function MessageSide({ id, onClose }: Props) {
  const words = useWords().mail
  return (
    <Side isOpen={id !== null} onClose={onClose} title={words.one} width={560}>
      {id !== null && <MessageView id={id} />}
    </Side>
  )
}

/** A message with its state, its contents and the SMTP dialogue. */
export function MessageView({ id }: { readonly id: string }) {
  const read = useQuery(messageQuery(id))
  return (
    <QueryView of={read} lines={6}>
      {({ message, etag }) => (
        <Stack gap="sm">
          <Stack gap={2}>
            <Group gap="xs">
              <MailState of={message} />
              <Later message={message} />
            </Group>
            <Title order={2} id="outbox-subject" style={{ overflowWrap: 'anywhere' }}>
              {message.subject_line}
            </Title>
          </Stack>
          <Notes message={message} />
          <Recipients message={message} />
          <Actions message={message} etag={etag} />
          <MailLook html={message.html} />
          <Attachments message={message} />
          <Attempts message={message} />
          <Original message={message} />
        </Stack>
      )}
    </QueryView>
  )
}

function Notes({ message }: { readonly message: Message }) {
  const words = useWords().mail
  const reasons: Readonly<Record<string, string>> = words.reasons
  const { reason, cause, uncertain, status } = message
  if (reason === null && !(uncertain && status !== 'sent')) return null
  return (
    <Alert color={status === 'failed' ? 'red' : 'yellow'}>
      {reason !== null &&
        (cause === null ? (
          <Text size="sm">{reasons[reason] ?? reason}</Text>
        ) : (
          <MailFault cause={cause} said={reason} />
        ))}
      {uncertain && status !== 'sent' && reason === null && (
        <Text size="sm">{words.uncertain}</Text>
      )}
    </Alert>
  )
}

const STATE_SHAPES: Readonly<Record<string, Shape>> = {
  accepted: 'done',
  rejected: 'late',
  bounced: 'late',
  delayed: 'due',
}

const SAID_ABOVE: ReadonlySet<string> = new Set(['accepted', 'bounced'])

function Recipients({ message: { recipients, reason } }: { readonly message: Message }) {
  const words = useWords().mail
  return (
    <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
      {recipients.map(({ role, name, address, state, detail, cause }, _, all) => (
        <li key={address}>
          <Group gap="xs" wrap="nowrap" align="baseline">
            <Text size="sm" c="dimmed" miw={28}>
              {words.roles[role]}
            </Text>
            <div>
              <Group gap="xs">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {name !== null && <b>{name} </b>}
                  <Address of={address} />
                </Text>
                {/* The state above says the same of a single one. */}
                {(all.length > 1 || !SAID_ABOVE.has(state)) && state !== 'waiting' && (
                  <State shape={STATE_SHAPES[state] ?? 'open'}>
                    {words.recipientStates[state]}
                  </State>
                )}
              </Group>
              {/* The reason above says the same. */}
              {detail !== reason && (
                <MailFault cause={cause} said={detail} isGrave={state === 'bounced'} />
              )}
            </div>
          </Group>
        </li>
      ))}
    </Stack>
  )
}

/** Where the page with the id of the subject is. */
const PLACES: Readonly<Record<string, string>> = {
  invoice: '/invoices',
  quote: '/quotes',
  statement: '/customers',
}

interface ActionsProps {
  readonly message: Message
  readonly etag: string | undefined
}

function Actions({ message, etag }: ActionsProps) {
  const words = useWords().mail
  const { correct } = useWords().attention
  const mayIssue = useMay('issue')
  const mayWrite = useMay('write')
  const queries = useQueryClient()
  const { act, isBusy } = useAct(MAIL_KEY)
  const path = { id: message.id }
  const { subject } = message
  const seen = etag === undefined ? {} : { ifMatch: etag }
  const perform = async (given: Parameters<typeof act>[0]) => {
    await act(given)
    await queries.invalidateQueries({ queryKey: [INVOICES_KEY] })
  }
  return (
    <Group gap="xs">
      {mayWrite && message.customer_id !== null && isBounced(message) && (
        <ButtonLink
          to="/customers/$id/edit"
          params={{ id: message.customer_id }}
          hash="email"
          variant="filled"
          size="sm"
        >
          {correct}
        </ButtonLink>
      )}
      {mayIssue && message.status === 'queued' && (
        <ConfirmButton
          title={words.cancelTitle}
          text={words.cancelText}
          verb={words.cancelIt}
          disabled={isBusy}
          onConfirm={() =>
            perform({ run: (api) => api.cancelMessage({ path, ...seen }), done: words.canceled })
          }
        >
          {words.cancelIt}
        </ConfirmButton>
      )}
      {mayIssue && message.status === 'failed' && (
        <Button
          variant={isBounced(message) ? 'default' : 'filled'}
          loading={isBusy}
          onClick={() =>
            perform({ run: (api) => api.retryMessage({ path, ...seen }), done: words.retried })
          }
        >
          {words.retry}
        </Button>
      )}
      {mayIssue && !['queued', 'sending'].includes(message.status) && (
        <ConfirmButton
          title={words.resendTitle}
          text={words.resendText}
          verb={words.resend}
          verbColor="pine"
          disabled={isBusy}
          onConfirm={() =>
            perform({ run: (api) => api.resendMessage({ path }), done: words.resent })
          }
        >
          {words.resend}
        </ConfirmButton>
      )}
      {subject && PLACES[subject.type] && (
        <Button
          component={Link}
          to={`${PLACES[subject.type]}/${subject.id}`}
          variant="subtle"
          px={4}
        >
          {words.toDocument}
        </Button>
      )}
    </Group>
  )
}

function Attachments({ message: { attachments, warnings } }: { readonly message: Message }) {
  const words = useWords().mail
  const format = useFormat()
  if (attachments.length === 0) return null
  const sizeOf = (bytes: number | null) => (bytes === null ? '' : ` (${format.bytes(bytes)})`)
  return (
    <Text size="sm">
      {words.attachments}:{' '}
      {attachments.map(({ name, bytes }) => `${name}${sizeOf(bytes)}`).join(', ')}
      {warnings.includes('attachment_left_out') && ` ${words.leftOut}`}
    </Text>
  )
}

const Later = ({ message }: { readonly message: Message }) => (
  <Text size="sm" c="dimmed">
    {useLater(message)}
  </Text>
)

/** The message as it was sent. */
function Original({ message }: { readonly message: Message }) {
  const words = useWords().mail
  const mayIssue = useMay('issue')
  return (
    <Stack gap={4} align="flex-start">
      {mayIssue && message.raw_sha256 !== null && (
        <Anchor href={inCompany(`/api/v1/messages/${message.id}/raw`)} download size="sm">
          {words.raw}
        </Anchor>
      )}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {words.messageId}: {message.message_id}
      </Text>
    </Stack>
  )
}

function Attempts({ message: { attempts, reason } }: { readonly message: Message }) {
  const words = useWords().mail
  const outcomes: Readonly<Record<string, string>> = words.outcomes
  const { instant, number } = useFormat()
  return (
    <Stack gap="xs">
      <Title order={3}>{words.attempts}</Title>
      {attempts.length === 0 && <Text size="sm">{words.noAttempt}</Text>}
      {attempts.map(({ at, outcome, reply, cause, steps }) => (
        <div key={at}>
          <Text size="sm" fw={500}>
            {dotted([
              instant(at),
              outcome === null ? words.underWay : (outcomes[outcome] ?? outcome),
            ])}
          </Text>
          <MailFault cause={reply === reason ? null : cause} said={reply} />
          {steps.length > 0 && (
            <Dialogue
              label={words.dialogue}
              lines={steps.map(
                ({ command, reply, ms }) => `> ${command}\n${reply}  (${number(ms)} ms)`,
              )}
            />
          )}
        </div>
      ))}
    </Stack>
  )
}

/** The SMTP dialogue, which can be scrolled with the keyboard. */
export function Dialogue({
  label,
  lines,
}: {
  readonly label: string
  readonly lines: readonly string[]
}) {
  return (
    <Code
      block
      tabIndex={0}
      role="region"
      aria-label={label}
      mah={260}
      mt={6}
      style={{ overflow: 'auto' }}
    >
      {lines.join('\n')}
    </Code>
  )
}
