import type { Entry } from '@billwright/sdk'
import { Button, Group, SegmentedControl, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconX } from '../components/icons.ts'
import { RefreshButton } from '../components/refresh-button.tsx'
import { withoutEmpty } from '../components/search.ts'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { plural, useLanguage, useWords } from '../words/language.ts'
import { DeliveryDialog, DeliveryFault } from './delivery.tsx'
import type { DeliverySearch, DeliveryStatus } from './delivery-search.ts'
import { DeliveryState } from './delivery-state.tsx'
import { EntryCard } from './entry-card.tsx'
import { deliveriesQuery, WEBHOOKS_KEY } from './queries.ts'
import { SentEntries } from './sent-entries.tsx'

type Delivery = Entry<'listWebhookDeliveries'>
type SearchChange = { readonly [K in keyof DeliverySearch]: DeliverySearch[K] | undefined }

const route = getRouteApi('/app/access/webhooks/$id')

/** The deliveries of a webhook within 30 days, with the filters in the URL. */
export function Deliveries({ id }: { readonly id: string }) {
  const words = useWords().deliveries
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const deliveries = useInfiniteQuery(deliveriesQuery(id, search))
  const change = (next: SearchChange) =>
    navigate({
      search: (before) => withoutEmpty<DeliverySearch>({ ...before, ...next }),
      replace: true,
    })
  return (
    <>
      <Title order={2}>{words.title}</Title>
      <Filters search={search} onChange={change} onRefresh={() => deliveries.refetch()}>
        {search.status === 'failed' && search.event === undefined && <RedeliverAll id={id} />}
      </Filters>
      <SentEntries
        of={deliveries}
        lines={4}
        none={<Empty icon={<Drawing of="envelope" />} title={words.none} text={words.noneText} />}
      >
        {(entry) => (
          <DeliveryCard
            key={entry.id}
            entry={entry}
            onOpen={() => change({ delivery: entry.id })}
          />
        )}
      </SentEntries>
      <DeliveryDialog
        webhookId={id}
        id={search.delivery ?? null}
        onClose={() => change({ delivery: undefined })}
        onSameEvent={(event) => change({ event, delivery: undefined, status: undefined })}
      />
    </>
  )
}

interface FiltersProps {
  readonly search: DeliverySearch
  readonly onChange: (next: SearchChange) => void
  readonly onRefresh: () => void
  readonly children: ReactNode
}

function Filters({ search, onChange, onRefresh, children }: FiltersProps) {
  const words = useWords().deliveries
  const choose = (value: string) =>
    onChange({ status: value === 'all' ? undefined : (value as DeliveryStatus) })
  return (
    <Group gap="sm" className="states">
      <SegmentedControl
        aria-label={words.state}
        value={search.status ?? 'all'}
        onChange={choose}
        data={[
          { value: 'all', label: words.all },
          { value: 'pending', label: words.states.pending },
          { value: 'delivered', label: words.states.delivered },
          { value: 'failed', label: words.states.failed },
        ]}
      />
      <RefreshButton label={words.refresh} onClick={onRefresh} />
      {search.event !== undefined && (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => onChange({ event: undefined })}
        >
          {words.oneEvent}
        </Button>
      )}
      {children}
    </Group>
  )
}

function RedeliverAll({ id }: { readonly id: string }) {
  const words = useWords().deliveries
  const { act, isBusy } = useAct(WEBHOOKS_KEY)
  const redeliver = () =>
    act({
      run: (api) => api.redeliverWebhookDeliveries({ body: { webhook_id: id } }),
      done: words.allSentAgain,
    })
  return (
    <Button variant="default" onClick={redeliver} loading={isBusy}>
      {words.redeliverAll}
    </Button>
  )
}

function DeliveryCard({
  entry,
  onOpen,
}: {
  readonly entry: Delivery
  readonly onOpen: () => void
}) {
  const words = useWords().deliveries
  const { language } = useLanguage()
  const { instant } = useFormat()
  const facts = [
    instant(entry.created_at),
    plural(entry.attempt_count, language, words.attemptCount),
    entry.last_http_status !== null && `HTTP ${entry.last_http_status}`,
    entry.status === 'pending' &&
      entry.next_attempt_at !== null &&
      words.next(instant(entry.next_attempt_at)),
  ]
  return (
    <EntryCard
      title={<EventType of={entry.event_type} />}
      state={<DeliveryState status={entry.status} />}
      text={dotted(facts)}
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={onOpen}
          aria-label={`${words.show}: ${entry.event_type}, ${instant(entry.created_at)}`}
        >
          {words.show}
        </Button>
      }
    >
      {entry.status !== 'delivered' && (
        <DeliveryFault code={entry.last_error_code} text={entry.last_error} />
      )}
    </EntryCard>
  )
}

/** A line may end after each part of the name. */
const EventType = ({ of: name }: { readonly of: string }) =>
  name.split(/(?<=[._])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))
