import type { Entry } from '@billwright/sdk'
import { Alert, Box, Button, Group, NativeSelect, Table, Text, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment, useRef } from 'react'
import { useMay } from '../api/session.ts'
import { Address } from '../components/address.tsx'
import { DayField } from '../components/date-field.tsx'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { FindField } from '../components/find-field.tsx'
import { IconX } from '../components/icons.ts'
import { ListView } from '../components/list-view.tsx'
import { RefreshButton } from '../components/refresh-button.tsx'
import { withoutEmpty } from '../components/search.ts'
import { useRowKeys } from '../components/use-row-keys.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import './outbox.css'
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
      <ListView
        isTable
        of={messages}
        lines={6}
        none={
          isFiltered ? (
            <NothingFound words={words} onClear={() => navigate({ search: {}, replace: true })} />
          ) : (
            <Empty icon={<Drawing of="envelope" />} title={words.none} text={words.noneText} />
          )
        }
      >
        {(entries) => <MessageTable entries={entries} onOpen={(message) => change({ message })} />}
      </ListView>
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

interface TableProps {
  readonly entries: readonly MessageEntry[]
  readonly onOpen: (id: string) => void
}

function MessageTable({ entries, onOpen }: TableProps) {
  const words = useWords().mail
  const { issued } = useWords().invoiceList
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  return (
    <Table ref={table} className="outbox">
      <Table.Thead>
        <Table.Tr>
          <Table.Th visibleFrom="sm">{words.state}</Table.Th>
          <Table.Th visibleFrom="sm">{words.send.to}</Table.Th>
          <Table.Th>{words.send.subject}</Table.Th>
          <Table.Th visibleFrom="lg">{words.kind}</Table.Th>
          <Table.Th className="figures">{issued}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <MessageRow key={entry.id} entry={entry} onOpen={() => onOpen(entry.id)} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface RowProps {
  readonly entry: MessageEntry
  readonly onOpen: () => void
}

/** The whole row opens the message. */
function MessageRow({ entry, onOpen }: RowProps) {
  const words = useWords().mail
  const { instant, shortInstant } = useFormat()
  const { next_attempt_at: next, send_after: planned, sent_at: sent, created_at: created } = entry
  const later =
    entry.status !== 'queued'
      ? null
      : next !== null
        ? words.next(instant(next))
        : planned && words.planned(instant(planned))
  const to = entry.recipients.map(({ role, address }, at) => (
    <Fragment key={`${role} ${address}`}>
      {at > 0 && ', '}
      <Address of={address} />
    </Fragment>
  ))
  return (
    <Table.Tr onClick={onOpen} style={{ cursor: 'pointer' }}>
      <Table.Td visibleFrom="sm">
        <MailState of={entry} />
      </Table.Td>
      <Table.Td visibleFrom="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {to}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <UnstyledButton
          fz="sm"
          aria-label={`${words.show}: ${entry.subject_line}, ${instant(created)}`}
          // The row, too, would open it.
          onClick={(event) => {
            event.stopPropagation()
            onOpen()
          }}
        >
          {entry.subject_line}
        </UnstyledButton>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {to}
        </Text>
        <Box hiddenFrom="sm" mt={2}>
          <MailState of={entry} />
        </Box>
        {later && (
          <Text size="xs" c="dimmed">
            {later}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="lg" c="dimmed">
        {words.kinds[entry.kind]}
      </Table.Td>
      <Table.Td className="figures" c="dimmed" title={instant(sent ?? created)}>
        {shortInstant(sent ?? created)}
      </Table.Td>
    </Table.Tr>
  )
}
