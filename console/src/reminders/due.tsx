import { Anchor, Box, Button, Checkbox, Group, Paper, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Api } from '../api/client.ts'
import { inCompany } from '../api/company.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconSend } from '../components/icons.ts'
import { ListView } from '../components/list-view.tsx'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { State } from '../components/state.tsx'
import { useRowKeys } from '../components/use-row-keys.ts'
import { useSend } from '../components/use-send.ts'
import { problemText } from '../words/error-text.ts'
import { useFormat } from '../words/format.ts'
import { RemindersFrame } from './frame.tsx'
import { type DueReminder, dueQuery } from './queries.ts'
import { useReminderWords } from './words.ts'

/** Reminders that wait for approval: send or dismiss one or several. */
export function DueReminders() {
  const words = useReminderWords()
  const due = useInfiniteQuery(dueQuery)
  return (
    <RemindersFrame title={words.title}>
      <ListView
        isTable
        of={due}
        lines={6}
        none={
          <Empty
            icon={<Drawing of="stamp" />}
            title={words.noneTitle}
            text={words.noneText}
            action={
              <Button component={Link} to="/reminders/plans" variant="default">
                {words.toPlans}
              </Button>
            }
          />
        }
      >
        {(entries) => <DueTable entries={entries} />}
      </ListView>
    </RemindersFrame>
  )
}

type Verb = 'sendReminders' | 'dismissReminders'

function DueTable({ entries }: { readonly entries: readonly DueReminder[] }) {
  const words = useReminderWords()
  const mayIssue = useMay('issue')
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { decide, isBusy } = useDecision(() => setChosen(new Set()))
  const ids = entries.map(({ id }) => id).filter((id) => chosen.has(id))
  const choose = (some: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const kept = [...before].filter((id) => !some.includes(id))
      return new Set(isChosen ? [...kept, ...some] : kept)
    })
  return (
    <>
      {mayIssue && (
        <Paper p="xs" className="screen-only">
          <Group justify="space-between" gap="xs">
            <Checkbox
              label={ids.length === 0 ? words.selectAll : words.selected(ids.length)}
              checked={ids.length === entries.length}
              indeterminate={ids.length > 0 && ids.length < entries.length}
              onChange={({ currentTarget }) =>
                choose(
                  entries.map(({ id }) => id),
                  currentTarget.checked,
                )
              }
            />
            <Group gap="xs">
              <Button
                leftSection={<IconSend size={16} aria-hidden />}
                disabled={ids.length === 0}
                loading={isBusy}
                onClick={() => decide('sendReminders', ids)}
              >
                {words.send}
              </Button>
              <Button
                variant="default"
                disabled={ids.length === 0 || isBusy}
                onClick={() => decide('dismissReminders', ids)}
              >
                {words.dismiss}
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
      <Table ref={table}>
        <Table.Thead>
          <Table.Tr>
            {mayIssue && <Table.Th w={40} aria-label={words.choice} />}
            <Table.Th>{words.invoice}</Table.Th>
            <Table.Th visibleFrom="sm">{words.level}</Table.Th>
            <Table.Th visibleFrom="sm">{words.dueDate}</Table.Th>
            <Table.Th className="figures">{words.amount}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <DueRow
              key={entry.id}
              entry={entry}
              isChosen={chosen.has(entry.id)}
              onChoose={mayIssue ? (isChosen) => choose([entry.id], isChosen) : null}
            />
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

interface RowProps {
  readonly entry: DueReminder
  readonly isChosen: boolean
  /** Null: this person may not decide. */
  readonly onChoose: ((isChosen: boolean) => void) | null
}

function DueRow({ entry, isChosen, onChoose }: RowProps) {
  const words = useReminderWords()
  const format = useFormat()
  const { problem, days_late: days } = entry
  const problems: Readonly<Record<string, string>> = words.problems
  const paper = `/api/v1/invoices/${entry.invoice_id}/reminder/pdf?level=${entry.level}`
  const lateness = (
    <Text size="sm" c="dimmed" className="row-more">
      {days > 0 ? words.daysLate(days) : words.notDueYet}
    </Text>
  )
  const level = (
    <>
      <State shape="due">{entry.name ?? words.titles[entry.title]}</State>
      <Anchor
        href={inCompany(paper)}
        target="_blank"
        rel="noreferrer"
        size="sm"
        className="row-more"
      >
        {words.paper}
      </Anchor>
    </>
  )
  return (
    <Table.Tr>
      {onChoose && (
        <Table.Td>
          <Checkbox
            aria-label={words.select(`${entry.number ?? ''} ${entry.customer_name}`)}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        </Table.Td>
      )}
      <Table.Td>
        <Anchor
          component={Link}
          to={`/invoices/${entry.invoice_id}`}
          fw={600}
          size="sm"
          className="nowrap"
        >
          {entry.number}
        </Anchor>
        <Text size="sm" c="dimmed" className="row-more" style={{ overflowWrap: 'anywhere' }}>
          {entry.customer_name}
        </Text>
        {problem && (
          <Text size="sm" c="red">
            {problems[problem.code] ?? problemText(problem)}
          </Text>
        )}
        <Box hiddenFrom="sm" mt={4}>
          {level}
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">{level}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" className="nowrap row-first">
          {entry.due_date === null ? '' : format.date(entry.due_date)}
        </Text>
        {lateness}
      </Table.Td>
      <Table.Td className="figures">
        {format.money(entry.due, entry.currency)}
        <Box hiddenFrom="sm">{lateness}</Box>
      </Table.Td>
    </Table.Tr>
  )
}

/** Sends or dismisses, and shows the number of successes and the reasons of failures. */
function useDecision(onDone: () => void) {
  const words = useReminderWords()
  const queries = useQueryClient()
  const { send, isBusy } = useSend()
  const run = async (api: Api, verb: Verb, ids: readonly string[]) => {
    const { data } = await api[verb]({ body: { ids: [...ids] } })
    await queries.invalidateQueries({ queryKey: [INVOICES_KEY] })
    const done = data.filter(({ problem }) => problem === null).length
    const refusals = data.flatMap(({ problem }) => (problem === null ? [] : [problemText(problem)]))
    if (done > 0) tellDone((verb === 'sendReminders' ? words.sent : words.dismissed)(done))
    if (refusals.length > 0) tellFailed(new Error([...new Set(refusals)].join(' ')))
    onDone()
  }
  const decide = (verb: Verb, ids: readonly string[]) =>
    send((api) => run(api, verb, ids)).catch(tellFailed)
  return { decide, isBusy }
}
