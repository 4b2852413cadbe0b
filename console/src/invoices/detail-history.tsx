import { Anchor, Paper, Stack, Text, Timeline, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { More } from '../components/more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useFormat } from '../format.ts'
import { useWords } from '../language.ts'
import { messagesAboutQuery } from '../mail/queries.ts'
import { happeningsQuery, revisionsQuery } from './queries.ts'

/** Events that change nothing and so have no revision. */
const HAPPENINGS: Readonly<Record<string, string>> = {
  'invoice.viewed': 'viewed',
  'invoice.overdue': 'overdue',
}

interface Moment {
  readonly key: string
  readonly action: string
  readonly at: string
  readonly actor: string
  readonly fields: readonly string[]
  /** Of the message that it tells of. */
  readonly message?: string
}

/** Who did what and when, newest first. */
export function History({ id }: { readonly id: string }) {
  const words = useWords().history
  const revisions = useInfiniteQuery(revisionsQuery(id))
  const { data: happenings } = useQuery(happeningsQuery(id))
  const { data: messages } = useQuery(messagesAboutQuery(id))
  return (
    <Paper withBorder p="md">
      <Title order={2} size="sm" mb="sm">
        {words.title}
      </Title>
      <QueryView of={revisions} lines={3}>
        {({ pages }) => {
          const changes = pages.flatMap(({ data }) => data.map(toMoment))
          const others = (happenings?.data ?? []).flatMap(toHappening)
          const mails = (messages?.data ?? []).map(toMail)
          const moments = [...changes, ...others, ...mails].sort((a, b) => (a.at < b.at ? 1 : -1))
          return (
            <Stack>
              <Moments moments={moments} />
              <More of={revisions} />
            </Stack>
          )
        }}
      </QueryView>
    </Paper>
  )
}

function Moments({ moments }: { readonly moments: readonly Moment[] }) {
  const words = useWords().history
  const format = useFormat()
  const actions: Readonly<Record<string, string>> = words.actions
  const fields: Readonly<Record<string, string>> = words.fields
  return (
    <Timeline bulletSize={12} lineWidth={2}>
      {moments.map(({ key, action, at, actor, fields: changed, message }) => {
        const names = [...new Set(changed.flatMap((field) => fields[field] ?? []))]
        return (
          <Timeline.Item
            key={key}
            title={
              <Text size="sm" fw={600}>
                {actions[action] ?? action}
              </Text>
            }
          >
            {message !== undefined && (
              <Anchor
                size="xs"
                renderRoot={(props) => <Link {...props} to="/mail" search={{ message }} />}
              >
                {changed.join(', ')}
              </Anchor>
            )}
            {names.length > 0 && <Text size="xs">{names.join(', ')}</Text>}
            <Text size="xs" c="dimmed">
              {[format.instant(at), actor && words.by(actor)].filter(Boolean).join(' · ')}
            </Text>
          </Timeline.Item>
        )
      })}
    </Timeline>
  )
}

interface Revision {
  readonly sequence: number
  readonly action: string
  readonly at: string
  readonly actor: { readonly name: string }
  readonly changes: readonly { readonly field: string }[]
}

/** A message stands where it was sent, or else where it was written. */
const toMail = (message: {
  readonly id: string
  readonly status: string
  readonly recipients: readonly { readonly address: string }[]
  readonly created_at: string
  readonly sent_at: string | null
}): Moment => ({
  key: message.id,
  action: message.status === 'sending' ? 'mail_queued' : `mail_${message.status}`,
  at: message.sent_at ?? message.created_at,
  actor: '',
  fields: message.recipients.map(({ address }) => address),
  message: message.id,
})

/** Only edits are told field by field: what issuing or paying changes is clear by itself. */
const toMoment = ({ sequence, action, at, actor, changes }: Revision): Moment => ({
  key: `revision ${sequence}`,
  action,
  at,
  actor: actor.name,
  fields: action === 'updated' ? changes.map(({ field }) => field.split('.')[0] ?? field) : [],
})

function toHappening(event: {
  readonly id: string
  readonly type: string
  readonly created_at: string
}): readonly Moment[] {
  const action = HAPPENINGS[event.type]
  if (action === undefined) return []
  return [{ key: event.id, action, at: event.created_at, actor: '', fields: [] }]
}
