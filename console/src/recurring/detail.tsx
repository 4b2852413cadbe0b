import { isItem } from '@billwright/rules/line-kinds'
import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Group,
  Menu,
  Stack,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { ActionMenu, Choices } from '../components/action-menu.tsx'
import { Back } from '../components/back.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { IconBan, IconCopy, IconDots, IconEdit } from '../components/icons.ts'
import { Ledger } from '../components/ledger.tsx'
import { isBlank, ListView } from '../components/list-view.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { shownDecimal } from '../words/decimal-text.ts'
import { problemText } from '../words/error-text.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { type Action, RecurringState } from './list.tsx'
import { PauseButton, ResumeButton } from './pause.tsx'
import {
  type Occurrence,
  occurrencesQuery,
  RECURRING_KEY,
  type Recurring,
  type Run,
  recurringQuery,
  runsQuery,
} from './queries.ts'
import { ruleText, scheduleOf } from './rule.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

const route = getRouteApi('/app/recurring/$id')

/** The page of a recurring invoice: its upcoming days, its invoices and its actions. */
export function RecurringDetail() {
  const { id } = route.useParams()
  const read = useQuery(recurringQuery(id))
  return (
    <QueryView of={read} kind="recurring">
      {(it) => <Detail {...it} />}
    </QueryView>
  )
}

interface Props {
  readonly recurring: Recurring
  readonly etag: string | undefined
}

/** A date is not far from its amount. */
const READING_WIDTH = 760

/** The scope that is needed to change it. */
const useMayChange = ({ action }: Recurring): boolean => {
  const mayIssue = useMay('issue')
  const mayWrite = useMay('write')
  return action === 'draft' ? mayWrite : mayIssue
}

function Detail({ recurring, etag }: Props) {
  const { recurring: words, dashboard } = useWords()
  const { date } = useFormat()
  const { name, customer_id: customerId, customer_name: customer, action, status } = recurring
  const { paused_until: until } = recurring
  return (
    <Page
      title={name}
      back={<Back to="/recurring" label={dashboard.allRecurring} />}
      actions={<Switches recurring={recurring} etag={etag} />}
    >
      <Waiting recurring={recurring} />
      <Stack maw={READING_WIDTH} gap="lg">
        <Stack gap={4}>
          <Group gap="xs">
            <RecurringState
              status={status as 'active' | 'paused' | 'ended'}
              attention={recurring.attention !== null}
            />
            <Text size="sm" c="dimmed">
              {dotted([until && words.untilDay(date(until)), words.effects[action as Action]])}
            </Text>
          </Group>
          <Text size="xl" fw={500} lts="-0.022em" style={{ textWrap: 'balance' }}>
            <Say recurring={recurring} />
          </Text>
          <Anchor component={Link} to={`/customers/${customerId}`} size="sm">
            {customer}
          </Anchor>
        </Stack>
        <Contents recurring={recurring} />
        {status !== 'ended' && <ToCome recurring={recurring} />}
        <Made id={recurring.id} />
      </Stack>
    </Page>
  )
}

/** What it costs and when: €58.31 every month on the 4th, from Dec 4, 2026, 12 times. */
function Say({ recurring }: Pick<Props, 'recurring'>) {
  const { rule: words } = useWords().recurring
  const { language } = useLanguage()
  const { date } = useFormat()
  const amount = useNextAmount(recurring)
  const rule = ruleText(scheduleOf(recurring.schedule), { language, words, date })
  if (amount === null) return rule
  return `${amount} ${rule.charAt(0).toLocaleLowerCase(language)}${rule.slice(1)}`
}

/** What the next invoice asks for, with tax; null if none follows. */
function useNextAmount({ id }: Recurring): string | null {
  const days = useQuery(occurrencesQuery(id))
  const { money } = useFormat()
  const next = days.data?.data.find((day) => !day.skip)
  return next?.totals && next.currency ? money(next.totals.payable, next.currency) : null
}

function Switches({ recurring, etag }: Props) {
  const words = useWords().recurring
  const navigate = useNavigate()
  const { act, isBusy } = useAct([RECURRING_KEY])
  const [isOpen, dialog] = useDisclosure()
  const [isEnding, ending] = useDisclosure()
  const mayChange = useMayChange(recurring)
  const { id, status, name, action } = recurring
  if (!mayChange) return null
  const path = { id }
  const duplicate = () =>
    act({
      run: async (api) => {
        const copy = await api.duplicateRecurringInvoice({ path })
        await navigate({ to: '/recurring/$id', params: { id: copy.id } })
      },
      done: words.duplicated,
    })
  if (status === 'ended')
    return (
      <Button variant="default" loading={isBusy} onClick={duplicate}>
        {words.duplicate}
      </Button>
    )
  const needs = action === 'draft' ? 'write' : 'issue'
  return (
    <>
      {status === 'active' ? <PauseButton id={id} /> : <ResumeButton recurring={recurring} />}
      <Button
        variant="default"
        leftSection={<IconEdit size={18} aria-hidden />}
        onClick={dialog.open}
      >
        {words.editSchedule}
      </Button>
      <ActionMenu>
        <Choices
          of={[
            { label: words.duplicate, Icon: IconCopy, needs, when: true, run: duplicate },
            { label: words.end, Icon: IconBan, needs, when: true, isGrave: true, run: ending.open },
          ]}
        />
      </ActionMenu>
      <ConfirmDialog
        isOpen={isEnding}
        onClose={ending.close}
        title={words.endTitle(name)}
        text={words.endText}
        verb={words.end}
        onConfirm={() =>
          act({ run: (api) => api.endRecurringInvoice({ path }), done: words.ended })
        }
      />
      <ScheduleDialog recurring={recurring} etag={etag} isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}

/** Shows why it needs a person, and the possible decisions. */
function Waiting({ recurring }: Pick<Props, 'recurring'>) {
  const words = useWords().recurring
  const { act, isBusy } = useAct([RECURRING_KEY])
  const { date } = useFormat()
  const mayChange = useMayChange(recurring)
  const { id, attention, last_run: last } = recurring
  if (attention === null) return null
  const known: Readonly<Record<string, string>> = words.attention
  const decide = (missed: 'make' | 'skip', done: string) =>
    act({ run: (api) => api.resumeRecurringInvoice({ path: { id }, body: { missed } }), done })
  const [day] = attention.dates
  const retry = () =>
    act({
      run: (api) =>
        api.runRecurringInvoice({ path: { id }, body: day === undefined ? {} : { date: day } }),
      done: words.made,
    })
  const hasFailed = last?.outcome === 'failed' && last.date === day
  return (
    <Alert color="yellow" title={words.needsYou}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{known[attention.code] ?? problemText(attention)}</Text>
        <Text size="sm">{attention.dates.map(date).join(', ')}</Text>
        {mayChange && (
          <Group gap="xs">
            {attention.code === 'too_many_due' ? (
              <>
                <Button size="xs" loading={isBusy} onClick={() => decide('make', words.resumed)}>
                  {words.makeMissed}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  loading={isBusy}
                  onClick={() => decide('skip', words.resumed)}
                >
                  {words.skipMissed}
                </Button>
              </>
            ) : hasFailed ? (
              <Button size="xs" loading={isBusy} onClick={retry}>
                {words.tryAgain}
              </Button>
            ) : (
              <Button
                size="xs"
                variant="default"
                loading={isBusy}
                onClick={() => decide('skip', words.settled)}
              >
                {words.settle}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

/** The contents of each invoice, and the button to change them. */
function Contents({ recurring }: Pick<Props, 'recurring'>) {
  const words = useWords().recurring
  const { language } = useLanguage()
  const { price } = useFormat()
  const days = useQuery(occurrencesQuery(recurring.id))
  const mayChange = useMayChange(recurring)
  const amount = useNextAmount(recurring)
  const { id, invoice, status, include_entries: joins } = recurring
  // A skipped day has no currency.
  const currency = invoice.currency ?? days.data?.data.find((day) => day.currency)?.currency
  const next = days.data?.data.find((day) => !day.skip)
  // If the contents change on the next day, its items do not match these.
  const filled = next?.change === false && next.items.length >= invoice.items.length && next.items
  // Shows the text of the next invoice, with placeholders filled in.
  const textAt = (index: number) => {
    if (days.isPending) return '\u00a0'
    return (filled || invoice.items)[index]?.description ?? words.fromProduct
  }
  const amountOf = (quantity: string | number, unitPrice: string | number) =>
    currency
      ? `${shownDecimal(String(quantity), language)} × ${price(String(unitPrice), currency)}`
      : ''
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{words.contents}</Title>
        {mayChange && status !== 'ended' && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/recurring/$id/contents" params={{ id }} search={NO_SEARCH} />
            )}
          >
            {words.editContents}
          </Button>
        )}
      </Group>
      <Ledger
        foot={
          amount !== null && (
            <Text inherit ms="auto">
              {words.withTax(amount)}
            </Text>
          )
        }
      >
        <Table verticalSpacing="xs" className="compact">
          <Table.Tbody>
            {invoice.items.map(
              (item, index) =>
                isItem(item) && (
                  // biome-ignore lint/suspicious/noArrayIndexKey: items of a schedule have no id.
                  <Table.Tr key={index}>
                    <Table.Td>{textAt(index)}</Table.Td>
                    <Table.Td className="figures">
                      {item.unit_price === undefined
                        ? words.listPrice
                        : amountOf(item.quantity ?? 1, item.unit_price)}
                    </Table.Td>
                  </Table.Tr>
                ),
            )}
            {joins && (
              <Table.Tr>
                <Table.Td colSpan={2}>{words.entriesJoin}</Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </Ledger>
    </Stack>
  )
}

const NO_SEARCH = { from: undefined, extra: undefined }

function ToCome({ recurring }: Pick<Props, 'recurring'>) {
  const words = useWords().recurring
  const days = useQuery(occurrencesQuery(recurring.id))
  return (
    <Stack gap="xs">
      <Title order={2}>{words.toCome}</Title>
      <QueryView of={days} lines={6}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.noDays}
            </Text>
          ) : (
            <Days recurring={recurring} days={data} />
          )
        }
      </QueryView>
    </Stack>
  )
}

const NEXT_DAYS = 3

interface DaysProps {
  readonly recurring: Recurring
  readonly days: readonly Occurrence[]
}

/** The next days; on demand all that were read. */
function Days({ recurring, days: all }: DaysProps) {
  const words = useWords().recurring
  const [isOpen, more] = useDisclosure()
  const days = isOpen ? all : all.slice(0, NEXT_DAYS)
  const rest = all.length - days.length
  const { shortDate, money } = useFormat()
  const mayChange = useMayChange(recurring)
  const { id } = recurring
  return (
    <Ledger
      foot={
        rest > 0 && (
          <Anchor component="button" type="button" size="sm" onClick={more.open}>
            {words.moreDays(rest)}
          </Anchor>
        )
      }
    >
      <Table verticalSpacing="xs" className="compact">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.day}</Table.Th>
            <Table.Th visibleFrom="sm">{words.period}</Table.Th>
            <Table.Th className="figures">{words.amount}</Table.Th>
            {mayChange && (
              <Table.Th w={1}>
                <VisuallyHidden>{words.change}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((day) => (
            <Table.Tr key={day.date}>
              <Table.Td>
                <Text inherit className="nowrap" td={day.skip ? 'line-through' : 'none'}>
                  {shortDate(day.date)}
                </Text>
                {day.extra && (
                  <Text size="xs" c="dimmed">
                    {words.extra}
                  </Text>
                )}
                {day.change && (
                  <Text size="xs" c="dimmed">
                    {words.changed}
                  </Text>
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm" c="dimmed" className="nowrap">
                {day.period_start !== null && day.period_end !== null
                  ? `${shortDate(day.period_start)} – ${shortDate(day.period_end)}`
                  : '–'}
              </Table.Td>
              <Table.Td ta="end" className={day.totals === null ? undefined : 'figures'}>
                {day.totals !== null && day.currency !== null
                  ? money(day.totals.payable, day.currency)
                  : day.problem === null
                    ? '–'
                    : problemText(day.problem)}
              </Table.Td>
              {mayChange && (
                <Table.Td>
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    <SkipButton id={id} day={day} />
                    <DayMenu id={id} day={day} />
                  </Group>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Ledger>
  )
}

function SkipButton({ id, day }: { readonly id: string; readonly day: Occurrence }) {
  const words = useWords().recurring
  const { date } = useFormat()
  const { act, isBusy } = useAct([RECURRING_KEY])
  const path = { id, date: day.date }
  const takeBack = (api: Api) => api.deleteOccurrence({ path })
  const skip = () =>
    act({
      run: (api) => api.putOccurrence({ path, body: { skip: true } }),
      done: words.skipped(date(day.date)),
      undo: takeBack,
    })
  const label = day.skip ? words.unskip : words.skip
  return (
    <Button
      size="xs"
      variant="subtle"
      px="xs"
      loading={isBusy}
      aria-label={`${label}: ${date(day.date)}`}
      onClick={() => (day.skip ? act({ run: takeBack, done: words.notSkipped }) : skip())}
    >
      {label}
    </Button>
  )
}

/** Further actions on an upcoming day. */
function DayMenu({ id, day }: { readonly id: string; readonly day: Occurrence }) {
  const words = useWords().recurring
  const { date } = useFormat()
  const navigate = useNavigate()
  const { act } = useAct([RECURRING_KEY])
  const write = (search: { readonly from?: string; readonly extra?: string }) =>
    navigate({ to: '/recurring/$id/contents', params: { id }, search: { ...NO_SEARCH, ...search } })
  const path = { id, date: day.date }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.moreOf(date(day.date))}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            act({
              run: (api) => api.runRecurringInvoice({ path: { id }, body: { date: day.date } }),
              done: words.made,
            })
          }
        >
          {words.makeNow}
        </Menu.Item>
        <Menu.Item onClick={() => write({ extra: day.date })}>{words.addItems}</Menu.Item>
        {day.extra && (
          <Menu.Item
            onClick={() =>
              act({ run: (api) => api.deleteOccurrence({ path }), done: words.extraDeleted })
            }
          >
            {words.deleteExtra}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => write({ from: day.date })}>{words.changeFrom}</Menu.Item>
        {day.change && (
          <Menu.Item
            onClick={() =>
              act({ run: (api) => api.deleteRecurringChange({ path }), done: words.changeDeleted })
            }
          >
            {words.deleteChange}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Made({ id }: { readonly id: string }) {
  const words = useWords().recurring
  const runs = useInfiniteQuery(runsQuery(id))
  if (isBlank(runs)) return null
  return (
    <Stack gap="xs">
      <Title order={2}>{words.history}</Title>
      <ListView of={runs} lines={3} none={null}>
        {(all) => <Runs runs={all} />}
      </ListView>
    </Stack>
  )
}

function Runs({ runs }: { readonly runs: readonly Run[] }) {
  const words = useWords().recurring
  const { shortDate, instant, shortInstant } = useFormat()
  const outcomes: Readonly<Record<string, string>> = words.outcomes
  return (
    <Ledger>
      <Table verticalSpacing="xs" className="compact">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.day}</Table.Th>
            <Table.Th>{words.outcome}</Table.Th>
            <Table.Th visibleFrom="sm">{words.at}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Table.Tr key={run.date}>
              <Table.Td c="dimmed" className="nowrap">
                {shortDate(run.date)}
              </Table.Td>
              <Table.Td>
                {run.invoice_id === null ? (
                  outcomes[run.outcome]
                ) : (
                  <Anchor component={Link} to={`/invoices/${run.invoice_id}`} size="sm">
                    {outcomes[run.outcome]}
                  </Anchor>
                )}
                {run.problem !== null && (
                  <Text size="sm" c="dimmed">
                    {problemText(run.problem)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm" c="dimmed" className="nowrap" title={instant(run.at)}>
                {shortInstant(run.at)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Ledger>
  )
}
