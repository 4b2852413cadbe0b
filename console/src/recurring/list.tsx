import { Anchor, Box, Button, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useMay } from '../api/session.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconPlus } from '../components/icons.ts'
import { isBlank, ListView } from '../components/list-view.tsx'
import { Page } from '../components/page.tsx'
import { State } from '../components/state.tsx'
import { useOpenRow } from '../components/use-open-row.ts'
import { useRowKeys } from '../components/use-row-keys.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { type Recurring, recurringListQuery, upcomingQuery } from './queries.ts'
import { RepriceDialog } from './reprice-dialog.tsx'
import { ruleText, scheduleOf } from './rule.ts'

/** The list of recurring invoices, the next one first. */
export function RecurringList() {
  const words = useWords().recurring
  const all = useInfiniteQuery(recurringListQuery)
  const mayIssue = useMay('issue')
  const mayWrite = useMay('write')
  const isEmpty = isBlank(all)
  return (
    <Page
      title={words.title}
      actions={
        !isEmpty && (
          <>
            {mayIssue && <Reprice />}
            {mayWrite && <Create />}
          </>
        )
      }
    >
      <ListView
        isTable
        of={all}
        lines={8}
        none={
          <Empty
            icon={<Drawing of="sheet" />}
            title={words.noneTitle}
            text={words.noneText}
            action={mayWrite && <Create />}
          />
        }
      >
        {(entries) => <RecurringTable entries={entries} />}
      </ListView>
    </Page>
  )
}

function Create() {
  const words = useWords().recurring
  return (
    <Button component={Link} to="/recurring/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {words.create}
    </Button>
  )
}

function Reprice() {
  const words = useWords().recurring
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {words.reprice}
      </Button>
      <RepriceDialog isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}

/** What is payable of each next invoice within a year. */
function useNextAmounts(): ReadonlyMap<string, string> {
  const { money } = useFormat()
  const { data } = useQuery(upcomingQuery({ days: 366, only_next: true }))
  return new Map(
    data?.data.flatMap(({ recurring_id: id, payable, currency }) =>
      payable === null || currency === null ? [] : [[id, money(payable, currency)]],
    ),
  )
}

function RecurringTable({ entries }: { readonly entries: readonly Recurring[] }) {
  const words = useWords().recurring
  const { language } = useLanguage()
  const { date, shortDate } = useFormat()
  const amounts = useNextAmounts()
  const openRow = useOpenRow()
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  return (
    <Table ref={table} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={{ sm: '32%', md: '24%' }}>{words.name}</Table.Th>
          <Table.Th visibleFrom="sm">{words.schedule}</Table.Th>
          <Table.Th ta={{ base: 'end', sm: 'start' }}>{words.next}</Table.Th>
          <Table.Th visibleFrom="md" className="figures">
            {words.amount}
          </Table.Th>
          <Table.Th visibleFrom="sm" className="nowrap">
            {words.action}
          </Table.Th>
          <Table.Th visibleFrom="sm">{words.state}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(({ id, name, customer_name: customer, schedule, next, action, ...rest }) => (
          <Table.Tr key={id} {...openRow(`/recurring/${id}`)}>
            <Table.Td miw={120} style={{ overflowWrap: 'anywhere' }}>
              <Anchor
                renderRoot={(props) => <Link {...props} to="/recurring/$id" params={{ id }} />}
                fw={600}
                size="sm"
              >
                {name}
              </Anchor>
              <Text size="xs" c="dimmed" className="row-more">
                {customer}
              </Text>
              <Box hiddenFrom="sm" mt={4}>
                <RecurringState status={rest.status as Stage} attention={rest.attention !== null} />
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm">
                {ruleText(scheduleOf(schedule), { language, words: words.rule, date })}
              </Text>
            </Table.Td>
            <Table.Td ta={{ base: 'end', sm: 'start' }} c="dimmed">
              <span className="nowrap">{next === null ? '–' : shortDate(next.date)}</span>
              <Text size="xs" c="dimmed" hiddenFrom="md">
                {amounts.get(id)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="md" className="figures">
              {amounts.get(id)}
            </Table.Td>
            <Table.Td visibleFrom="sm">{words.actions[action as Action]}</Table.Td>
            <Table.Td visibleFrom="sm">
              <RecurringState status={rest.status as Stage} attention={rest.attention !== null} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

export type Action = 'draft' | 'issue' | 'send'
type Stage = 'active' | 'paused' | 'ended'
const SHAPES = { active: 'open', paused: 'dashed', ended: 'void' } as const

interface StateProps {
  readonly status: Stage
  readonly attention: boolean
}

export function RecurringState({ status, attention }: StateProps) {
  const words = useWords().recurring
  return attention ? (
    <State shape="due">{words.needsYou}</State>
  ) : (
    <State shape={SHAPES[status]}>{words.states[status]}</State>
  )
}
