import type { Entry } from '@billwright/sdk'
import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment } from 'react'
import { EntryCard } from '../access/entry-card.tsx'
import { SentEntries, SentIcon } from '../access/sent-entries.tsx'
import { useMay } from '../api/session.ts'
import { Address } from '../components/address.tsx'
import { DayField } from '../components/date-field.tsx'
import { dotted } from '../components/dotted.ts'
import { Empty, NothingFound } from '../components/empty.tsx'
import { FindField } from '../components/find-field.tsx'
import { IconX } from '../components/icons.ts'
import { RefreshButton } from '../components/refresh-button.tsx'
import { withoutEmpty } from '../components/search.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { MailFrame } from './frame.tsx'
import { MessageDialog } from './message.tsx'
import { MESSAGE_KINDS, MESSAGE_STATES, type OutboxSearch } from './outbox-search.ts'
import { messagesQuery, transportQuery } from './queries.ts'
import { MailState } from './state.tsx'

type MessageEntry = Entry<'listMessages'>
type SearchChange = { readonly [K in keyof OutboxSearch]: OutboxSearch[K] | undefined }

const route = getRouteApi('/app/mail')

/** The list of sent and waiting messages, with filters in the URL. */
export function Outbox() {
  const words = useWords().mail
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useMay('admin')
  const transport = useQuery({ ...transportQuery, enabled: isAdmin })
  const isDemo = transport.data?.transport.source === 'demo'
  const messages = useInfiniteQuery(messagesQuery(search))
  const { message: _, ...filters } = search
  const isFiltered = Object.keys(filters).length > 0
  const change = (next: SearchChange) =>
    navigate({
      search: (before) => withoutEmpty<OutboxSearch>({ ...before, ...next }),
      replace: true,
    })
  return (
    <MailFrame title={words.outbox}>
      {isDemo && <Alert title={words.mailServer.demo}>{words.mailServer.demoText}</Alert>}
      <Filters search={search} onChange={change} onRefresh={() => messages.refetch()} />
      <SentEntries
        of={messages}
        lines={6}
        none={
          isFiltered ? (
            <NothingFound
              icon={<SentIcon />}
              words={words}
              onClear={() => navigate({ search: {}, replace: true })}
            />
          ) : (
            <Empty icon={<SentIcon />} title={words.none} text={words.noneText} />
          )
        }
      >
        {(entry) => (
          <MessageCard key={entry.id} entry={entry} onOpen={() => change({ message: entry.id })} />
        )}
      </SentEntries>
      <MessageDialog id={search.message ?? null} onClose={() => change({ message: undefined })} />
    </MailFrame>
  )
}

interface FiltersProps {
  readonly search: OutboxSearch
  readonly onChange: (next: SearchChange) => void
  readonly onRefresh: () => void
}

function Filters({ search, onChange, onRefresh }: FiltersProps) {
  const words = useWords().mail
  const choose = (value: string) =>
    onChange({ status: MESSAGE_STATES.find((it) => it === value) ?? undefined })
  const isOfOne = search.subject_id !== undefined || search.customer_id !== undefined
  return (
    <Group gap="sm" className="screen-only">
      <Group gap="sm" wrap="nowrap" flex={{ base: '1 1 100%', sm: '1 1 290px' }} maw={{ sm: 480 }}>
        <FindField
          label={words.search}
          q={search.q ?? ''}
          onFind={(q) => onChange({ q: q || undefined })}
          flex={1}
          miw={0}
        />
        <RefreshButton label={words.refresh} onClick={onRefresh} />
      </Group>
      <NativeSelect
        flex="1 1 145px"
        maw={{ sm: 200 }}
        aria-label={words.state}
        value={search.status ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: '', label: words.all },
          ...MESSAGE_STATES.map((value) => ({ value, label: words.states[value] })),
        ]}
      />
      <NativeSelect
        flex="1 1 145px"
        maw={{ sm: 200 }}
        aria-label={words.kind}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: MESSAGE_KINDS.find((it) => it === value) })
        }
        data={[
          { value: '', label: words.allKinds },
          ...MESSAGE_KINDS.map((value) => ({ value, label: words.kinds[value] })),
        ]}
      />
      <Group
        gap="sm"
        wrap="nowrap"
        flex={{ base: '1 1 290px', sm: '1 1 360px' }}
        miw={0}
        maw={{ base: '100%', sm: 412 }}
      >
        {DAYS.map(([name, label]) => (
          <DayField
            key={name}
            flex={1}
            miw={0}
            aria-label={words[label]}
            leftSection={
              <Text size="xs" c="dimmed" aria-hidden>
                {words[label]}
              </Text>
            }
            leftSectionWidth={46}
            value={search[name] ?? ''}
            onChange={(value) => onChange({ [name]: value || undefined })}
          />
        ))}
      </Group>
      {isOfOne && (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => onChange({ subject_id: undefined, customer_id: undefined })}
        >
          {words.ofOne}
        </Button>
      )}
    </Group>
  )
}

const DAYS = [
  ['from', 'fromDay'],
  ['to', 'toDay'],
] as const

interface CardProps {
  readonly entry: MessageEntry
  readonly onOpen: () => void
}

function MessageCard({ entry, onOpen }: CardProps) {
  const words = useWords().mail
  const { instant } = useFormat()
  const { next_attempt_at: next, send_after: planned } = entry
  const isWaiting = entry.status === 'queued'
  const facts = [
    words.kinds[entry.kind],
    entry.sent_at === null ? words.written(instant(entry.created_at)) : instant(entry.sent_at),
    isWaiting && next !== null && words.next(instant(next)),
    isWaiting && next === null && planned !== null && words.planned(instant(planned)),
  ]
  return (
    <EntryCard
      title={entry.subject_line}
      state={<MailState of={entry} />}
      text={dotted(facts)}
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={onOpen}
          aria-label={`${words.show}: ${entry.subject_line}, ${instant(entry.created_at)}`}
        >
          {words.show}
        </Button>
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {entry.recipients.map(({ role, address }, at) => (
          <Fragment key={`${role} ${address}`}>
            {at > 0 && ', '}
            <Address of={address} />
          </Fragment>
        ))}
      </Text>
    </EntryCard>
  )
}
