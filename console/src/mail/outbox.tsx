import type { Entry } from '@billwright/sdk'
import {
  Anchor,
  Box,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Table,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { Address } from '../components/address.tsx'
import { DayField } from '../components/date-field.tsx'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { IconAdjustments, IconX } from '../components/icons.ts'
import { ButtonLink } from '../components/list-links.tsx'
import { isBlank, ListView } from '../components/list-view.tsx'
import { Page } from '../components/page.tsx'
import { withoutEmpty } from '../components/search.ts'
import { StateBar } from '../components/state-bar.tsx'
import { useRowKeys } from '../components/use-row-keys.ts'
import { Waiting } from '../components/waiting.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import './outbox.css'
import { MessageSide, MessageView } from './message.tsx'
import { MESSAGE_KINDS, MESSAGE_STATES, type OutboxSearch } from './outbox-search.ts'
import { messagesQuery, transportQuery } from './queries.ts'
import { isLost, MailState, useLater } from './state.tsx'

type MessageEntry = Entry<'listMessages'>
type SearchChange = { readonly [K in keyof OutboxSearch]: OutboxSearch[K] | undefined }

const route = getRouteApi('/app/mail')

/** From this width on, the message lies beside the list: see `outbox.css`. */
const WIDE = '(min-width: 80em)'

/** The list of sent and waiting messages, with filters in the URL, and the message that is read. */
export function Outbox() {
  const words = useWords().mail
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useMay('admin')
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const transport = useQuery({ ...transportQuery, enabled: isAdmin })
  const isDemo = transport.data?.transport.source === 'demo'
  const messages = useInfiniteQuery(messagesQuery(search))
  const first = useFirst(messages.data?.pages[0]?.data ?? [])
  const { message, ...filters } = search
  const isFiltered = Object.keys(filters).length > 0
  const change = (next: SearchChange) =>
    navigate({
      search: (before) => withoutEmpty<OutboxSearch>({ ...before, ...next }),
      replace: true,
    })
  // The notice and the filters above the list appear with it, so that the list does not move.
  if (transport.isLoading || messages.isLoading)
    return (
      <OutboxPage>
        <Waiting as="ledger" lines={6} />
      </OutboxPage>
    )
  const read = message ?? (isWide ? first : null)
  return (
    <OutboxPage>
      {isDemo && (
        <Text c="dimmed">
          <b>{words.mailServer.demo}</b>. {words.mailServer.demoLine}{' '}
          <Anchor component={Link} to="/mail/server" underline="always">
            {words.send.setUp}
          </Anchor>
        </Text>
      )}
      {(isFiltered || !isBlank(messages)) && <Filters search={search} onChange={change} />}
      <div className="outbox-desk">
        <div>
          <ListView
            isTable
            of={messages}
            lines={6}
            none={
              isFiltered ? (
                <NothingFound
                  words={words}
                  onClear={() => navigate({ search: {}, replace: true })}
                />
              ) : (
                <Empty
                  icon={<Drawing of="envelope" />}
                  title={words.none}
                  text={words.noneText}
                  action={
                    transport.data?.transport.source === null ? (
                      <ButtonLink to="/mail/server" variant="filled" size="sm">
                        {words.send.setUp}
                      </ButtonLink>
                    ) : (
                      <ButtonLink to="/invoices" variant="default" size="sm">
                        {words.toInvoices}
                      </ButtonLink>
                    )
                  }
                />
              )
            }
          >
            {(entries) => (
              <MessageTable
                entries={entries}
                read={isWide ? read : null}
                onOpen={(id) => change({ message: id })}
              />
            )}
          </ListView>
        </div>
        {isWide && read !== null && (
          <section className="outbox-message" aria-labelledby="outbox-subject">
            <MessageView key={read} id={read} />
          </section>
        )}
      </div>
      {!isWide && <MessageSide id={read} onClose={() => change({ message: undefined })} />}
    </OutboxPage>
  )
}

function OutboxPage({ children }: { readonly children: ReactNode }) {
  const words = useWords().mail
  const isAdmin = useMay('admin')
  return (
    <Page
      title={words.outbox}
      actions={
        <>
          {isAdmin && (
            <ButtonLink to="/mail/server" variant="subtle" size="sm">
              {words.server}
            </ButtonLink>
          )}
          <ButtonLink to="/mail/words" size="sm">
            {words.words}
          </ButtonLink>
        </>
      }
    >
      {children}
    </Page>
  )
}

/**
 * The message that is read first: one that failed or came back, because it asks for a person. It
 * stays while it is listed, also after it was sent again.
 */
function useFirst(entries: readonly MessageEntry[]): string | null {
  const [kept, keep] = useState<string | null>(null)
  const isListed = entries.some(({ id }) => id === kept)
  const first = isListed ? kept : ((entries.find(isLost) ?? entries[0])?.id ?? null)
  if (first !== kept) keep(first)
  return first
}

interface FiltersProps {
  readonly search: OutboxSearch
  readonly onChange: (next: SearchChange) => void
}

const MORE = ['kind', 'from', 'to'] as const

/** Search and state are always visible, kind and days on demand. */
function Filters({ search, onChange }: FiltersProps) {
  const words = useWords().mail
  const { moreFilters } = useWords().invoiceList
  const count = MORE.filter((name) => search[name] !== undefined).length
  const [isOpen, more] = useDisclosure(count > 0)
  const isOfOne = search.subject_id !== undefined || search.customer_id !== undefined
  return (
    <>
      <Group gap="sm" className="list-filters screen-only">
        <StateBar
          label={words.search}
          q={search.q ?? ''}
          states={{ label: words.state, all: words.all, of: MESSAGE_STATES, words: words.states }}
          state={search.status}
          onChange={(q, status) => onChange({ q: q || undefined, status })}
        />
        <Button
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustments size={16} aria-hidden />}
          onClick={more.toggle}
          aria-expanded={isOpen}
        >
          {count > 0 ? `${moreFilters} (${count})` : moreFilters}
        </Button>
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
      {isOpen && <MoreFilters search={search} onChange={onChange} />}
    </>
  )
}

function MoreFilters({ search, onChange }: FiltersProps) {
  const words = useWords().mail
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm" maw={560}>
      <NativeSelect
        label={words.kind}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: MESSAGE_KINDS.find((it) => it === value) })
        }
        data={[
          { value: '', label: words.allKinds },
          ...MESSAGE_KINDS.map((value) => ({ value, label: words.kinds[value] })),
        ]}
      />
      {DAYS.map(([name, label]) => (
        <DayField
          key={name}
          label={words[label]}
          value={search[name] ?? ''}
          onChange={(value) => onChange({ [name]: value || undefined })}
        />
      ))}
    </SimpleGrid>
  )
}

const DAYS = [
  ['from', 'fromDay'],
  ['to', 'toDay'],
] as const

interface TableProps {
  readonly entries: readonly MessageEntry[]
  /** The message beside the list. */
  readonly read: string | null
  readonly onOpen: (id: string) => void
}

/** What failed or came back asks for a person, so it stands above all others; then the newest. */
function MessageTable({ entries, read, onOpen }: TableProps) {
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
          <Table.Th className="figures">{issued}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.toSorted(byNeedAndTime).map((entry) => (
          <MessageRow
            key={entry.id}
            entry={entry}
            isRead={entry.id === read}
            onOpen={() => onOpen(entry.id)}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const timeOf = ({ sent_at: sent, created_at: created }: MessageEntry): string => sent ?? created

const byNeedAndTime = (one: MessageEntry, other: MessageEntry): number =>
  Number(isLost(other)) - Number(isLost(one)) || timeOf(other).localeCompare(timeOf(one))

interface RowProps {
  readonly entry: MessageEntry
  readonly isRead: boolean
  readonly onOpen: () => void
}

/** The whole row opens the message. */
function MessageRow({ entry, isRead, onOpen }: RowProps) {
  const words = useWords().mail
  const { instant, listInstant } = useFormat()
  const { data: session } = useQuery(sessionQuery)
  const { subject_line: subject, created_at: created } = entry
  const later = useLater(entry)
  const addresses = entry.recipients.map(({ address }) => address).join(', ')
  const to = entry.recipients.map(({ role, name, address }, at) => (
    <Fragment key={`${role} ${address}`}>
      {at > 0 && ', '}
      {name ?? <Address of={address} />}
    </Fragment>
  ))
  return (
    <Table.Tr
      onClick={onOpen}
      style={{ cursor: 'pointer' }}
      data-chosen={isRead || undefined}
      aria-current={isRead || undefined}
    >
      <Table.Td visibleFrom="sm">
        <MailState of={entry} />
      </Table.Td>
      <Table.Td visibleFrom="sm" fw={500} className="outbox-cut" title={addresses}>
        {to}
      </Table.Td>
      <Table.Td className="outbox-cut" title={subject}>
        <Text fw={500} truncate hiddenFrom="sm" title={addresses}>
          {to}
        </Text>
        <div className="outbox-subject">
          <Box hiddenFrom="sm" flex="none">
            <MailState of={entry} />
          </Box>
          <UnstyledButton
            fz="sm"
            aria-label={`${words.show}: ${subject}, ${instant(created)}`}
            // The row, too, would open it.
            onClick={(event) => {
              event.stopPropagation()
              onOpen()
            }}
          >
            {withoutSender(subject, session?.company?.name)}
          </UnstyledButton>
        </div>
        {later && (
          <Text size="xs" c="dimmed" className="outbox-later">
            {later}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="figures" c="dimmed" title={instant(timeOf(entry))}>
        {listInstant(timeOf(entry))}
      </Table.Td>
    </Table.Tr>
  )
}

/** `Invoice INV-7 from Atelier Nordlicht` → `Invoice INV-7`: all of them are from this company. */
const withoutSender = (subject: string, company: string | undefined): string =>
  company !== undefined && subject.endsWith(` ${company}`)
    ? subject.slice(0, -company.length).replace(/\s+(\p{L}{1,4}|[–—-])\s+$/u, '')
    : subject
