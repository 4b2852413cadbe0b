import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import { Anchor, Box, Button, Checkbox, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Api } from '../api/client.ts'
import { inCompany } from '../api/company.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { ConfirmDialog } from '../components/confirm.tsx'
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
import { useLanguage, useWords } from '../words/language.ts'
import '../components/sentence.css'
import './due.css'
import { RemindersFrame } from './frame.tsx'
import { type DueReminder, dueQuery } from './queries.ts'
import { useReminderWords } from './words.ts'

/** Reminders that wait for approval: send or dismiss one or several. */
export function DueReminders() {
  const words = useReminderWords()
  const mayIssue = useMay('issue')
  const due = useInfiniteQuery(dueQuery)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const entries = due.data?.pages.flatMap(({ data }) => data) ?? []
  const decision = useDecision(() => setChosen(new Set()))
  return (
    <RemindersFrame
      title={words.title}
      actions={
        mayIssue &&
        entries.length > 0 && (
          <Decisions ids={entries.map(({ id }) => id)} chosen={chosen} decision={decision} />
        )
      }
    >
      {due.isPending ? (
        <p className="sentence">{'\u00a0'}</p>
      ) : (
        <DueSentence entries={entries} hasMore={due.hasNextPage} />
      )}
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
        {(shown) => (
          <DueTable entries={shown} chosen={chosen} setChosen={setChosen} decision={decision} />
        )}
      </ListView>
    </RemindersFrame>
  )
}

interface SentenceProps {
  readonly entries: readonly DueReminder[]
  /** Whether the list has more pages. */
  readonly hasMore: boolean
}

/** How many reminders are due, and how late the oldest invoice is. */
function DueSentence({ entries, hasMore }: SentenceProps) {
  const words = useReminderWords()
  const { language } = useLanguage()
  const format = useFormat()
  if (entries.length === 0) return null
  const sums = [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, own]) =>
    format.roughly(
      formatMinor(sumOf(own.map(({ due }) => parseMinor(due, currency))), currency),
      currency,
    ),
  )
  const days = Math.max(...entries.map((it) => it.days_late))
  return (
    <p className="sentence due-sentence">
      {hasMore
        ? words.moreDue(entries.length)
        : words.countDue(entries.length, new Intl.ListFormat(language).format(sums))}
      {days > 0 && (
        <>
          {' '}
          <span className="sentence-late">
            {entries.length === 1 ? words.isLate(days) : words.oldestLate(days)}
          </span>
        </>
      )}
    </p>
  )
}

type Verb = 'sendReminders' | 'dismissReminders'

interface DecisionsProps {
  /** Every reminder in the list. */
  readonly ids: readonly string[]
  readonly chosen: ReadonlySet<string>
  readonly decision: Decision
}

/** Sends the chosen reminders; without a choice all of them, after a question. */
function Decisions({ ids, chosen, decision: { decide, isBusy } }: DecisionsProps) {
  const words = useReminderWords()
  const [isAsked, question] = useDisclosure()
  const some = ids.filter((id) => chosen.has(id))
  const isSome = some.length > 0
  return (
    <>
      {isSome && (
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => decide('dismissReminders', some)}
        >
          {words.dismissSome(some.length)}
        </Button>
      )}
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => (isSome ? decide('sendReminders', some) : question.open())}
      >
        {words.sendSome(isSome ? some.length : ids.length)}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={question.close}
        title={words.sendAllTitle(ids.length)}
        text={words.sendAllText}
        verb={words.send}
        verbColor="pine"
        onConfirm={() => decide('sendReminders', ids)}
      />
    </>
  )
}

interface TableProps {
  readonly entries: readonly DueReminder[]
  readonly chosen: ReadonlySet<string>
  readonly setChosen: (chosen: ReadonlySet<string>) => void
  readonly decision: Decision
}

function DueTable({ entries, chosen, setChosen, decision }: TableProps) {
  const words = useReminderWords()
  const mayIssue = useMay('issue')
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  const all = entries.map(({ id }) => id)
  const count = all.filter((id) => chosen.has(id)).length
  const choose = (some: readonly string[], isChosen: boolean) => {
    const kept = [...chosen].filter((id) => !some.includes(id))
    setChosen(new Set(isChosen ? [...kept, ...some] : kept))
  }
  return (
    <Table ref={table} className="due-table">
      <Table.Thead>
        <Table.Tr>
          {mayIssue && (
            <Table.Th w={40}>
              <Checkbox
                size="xs"
                aria-label={words.selectAll}
                checked={count === all.length}
                indeterminate={count > 0 && count < all.length}
                onChange={({ currentTarget }) => choose(all, currentTarget.checked)}
              />
            </Table.Th>
          )}
          <Table.Th>{words.invoice}</Table.Th>
          <Table.Th visibleFrom="sm">{words.level}</Table.Th>
          <Table.Th visibleFrom="sm">{words.dueDate}</Table.Th>
          <Table.Th visibleFrom="sm">{words.status}</Table.Th>
          <Table.Th className="figures">{words.amount}</Table.Th>
          {mayIssue && <Table.Th visibleFrom="md" aria-label={words.send} />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <DueRow
            key={entry.id}
            entry={entry}
            isChosen={chosen.has(entry.id)}
            onChoose={mayIssue ? (isChosen) => choose([entry.id], isChosen) : null}
            decision={decision}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface RowProps {
  readonly entry: DueReminder
  readonly isChosen: boolean
  /** Null: this person may not decide. */
  readonly onChoose: ((isChosen: boolean) => void) | null
  readonly decision: Decision
}

function DueRow({ entry, isChosen, onChoose, decision: { decide, isBusy } }: RowProps) {
  const words = useReminderWords()
  const { days: daysLate, level: levelName, remind, skip } = useWords().attention
  const whose = `${entry.number ?? ''} ${entry.customer_name}`
  const format = useFormat()
  const { problem, days_late: days } = entry
  const problems: Readonly<Record<string, string>> = words.problems
  const paper = `/api/v1/invoices/${entry.invoice_id}/reminder/pdf?level=${entry.level}`
  const lateness =
    days > 0 ? (
      <State shape="late">{daysLate(days)}</State>
    ) : (
      <State shape="open">{words.notDueYet}</State>
    )
  const level = (
    <>
      <Text size="sm" c="dimmed" className="row-first">
        {entry.name ??
          (entry.title === 'reminder' ? levelName(entry.level) : words.titles[entry.title])}
      </Text>
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
  const buttons = (
    <Group gap={4} wrap="nowrap">
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        disabled={isBusy}
        aria-label={`${skip} ${whose}`}
        onClick={() => decide('dismissReminders', [entry.id])}
      >
        {skip}
      </Button>
      <Button
        size="xs"
        variant="default"
        c="var(--pine-ink)"
        disabled={isBusy}
        aria-label={`${remind} ${whose}`}
        onClick={() => decide('sendReminders', [entry.id])}
      >
        {words.send}
      </Button>
    </Group>
  )
  return (
    <Table.Tr>
      {onChoose && (
        <Table.Td>
          <Checkbox
            size="xs"
            aria-label={words.select(whose)}
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
        {onChoose && (
          <Box hiddenFrom="md" mt={4} ms={-14}>
            {buttons}
          </Box>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{level}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" className="nowrap">
          {entry.due_date === null ? '' : format.shortDate(entry.due_date)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" className="nowrap">
        {lateness}
      </Table.Td>
      <Table.Td className="figures">
        {format.money(entry.due, entry.currency)}
        <Box hiddenFrom="sm">{lateness}</Box>
      </Table.Td>
      {onChoose && (
        <Table.Td visibleFrom="md" className="due-buttons">
          {buttons}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

type Decision = ReturnType<typeof useDecision>

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
