import { Button, Group, Table } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isProblem } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { ButtonLink, TextLink } from '../components/list-links.tsx'
import { ListView } from '../components/list-view.tsx'
import { QueryView } from '../components/query-view.tsx'
import '../components/sentence.css'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import {
  type Collected,
  collectedQuery,
  type ListedRun,
  NAMED_MAX,
  previewQuery,
  RUNS_KEY,
  type Run,
  runsQuery,
} from '../direct-debit/queries.ts'
import { RUN_SHAPES } from '../direct-debit/states.ts'
import { useDirectDebitWords } from '../direct-debit/words.ts'
import { type Format, useFormat } from '../words/format.ts'
import { LeftOut, Section } from './debit-left.tsx'
import { DebitTable, sumText } from './debit-table.tsx'
import { BankFrame } from './frame.tsx'

/** What can be collected by direct debit, and the runs that did it. */
export function DirectDebits() {
  const words = useDirectDebitWords()
  const mayWrite = useMay('write')
  const preview = useQuery({ ...previewQuery, enabled: mayWrite })
  const runs = useInfiniteQuery(runsQuery)
  const made = runs.data?.pages.flatMap(({ data }) => data)
  const hasRuns = made === undefined || made.length > 0
  if (isProblem(preview.error, 'creditor_incomplete') && !hasRuns)
    return (
      <BankFrame title={words.title}>
        <NotSetUp />
      </BankFrame>
    )
  const isEmpty =
    !hasRuns && preview.data?.collections.length === 0 && preview.data.left_out.length === 0
  return (
    <BankFrame title={words.title}>
      {isEmpty ? (
        <Empty
          icon={<Drawing of="stamp" />}
          title={words.bank.noneTitle}
          text={words.bank.noneText}
          action={
            <ButtonLink to="/customers" variant="default" size="sm">
              {words.bank.toCustomers}
            </ButtonLink>
          }
        />
      ) : (
        <>
          {mayWrite && (
            <QueryView of={preview} lines={6}>
              {(found) => (
                <ToCollect preview={found} draft={made?.find((it) => it.status === 'draft')} />
              )}
            </QueryView>
          )}
          {hasRuns && (
            <Section title={words.bank.runs}>
              <ListView isTable of={runs} lines={3} none={null}>
                {(found) => <Runs runs={found} />}
              </ListView>
            </Section>
          )}
        </>
      )}
    </BankFrame>
  )
}

function NotSetUp() {
  const words = useDirectDebitWords().bank
  const isAdmin = useMay('admin')
  return (
    <Empty
      icon={<Drawing of="stamp" />}
      title={words.setUpTitle}
      text={words.setUpText}
      action={
        isAdmin && (
          <ButtonLink
            to="/settings/$section"
            params={{ section: 'payment' }}
            hash="bankAccount.creditorId"
            variant="filled"
            size="sm"
          >
            {words.setUp}
          </ButtonLink>
        )
      }
    />
  )
}

interface ToCollectProps {
  readonly preview: Run
  readonly draft: ListedRun | undefined
}

function ToCollect({ preview, draft }: ToCollectProps) {
  const { collections, left_out: left, sum } = preview
  const words = useDirectDebitWords().bank
  const format = useFormat()
  const navigate = useNavigate()
  const { act, isBusy } = useAct([RUNS_KEY])
  const create = () =>
    act({
      run: async (api) => {
        const made = await api.createDirectDebitRun({ body: {} })
        await navigate({ to: '/bank/direct-debit/$id', params: { id: made.id } })
        return made
      },
      done: words.created,
    })
  return (
    <>
      <Said {...preview} />
      <Group>
        {draft ? (
          <ButtonLink
            to="/bank/direct-debit/$id"
            params={{ id: draft.id }}
            variant="filled"
            size="sm"
          >
            {words.openDraft}
          </ButtonLink>
        ) : (
          collections.length > 0 && (
            <Button loading={isBusy} onClick={create}>
              {words.create(format.money(sum, 'EUR'))}
            </Button>
          )
        )}
      </Group>
      {collections.length > 0 && (
        <DebitTable
          rows={collections.map((it) => ({
            id: it.collection_id,
            amount: it.amount,
            day: it.collect_on,
          }))}
          runId={null}
        />
      )}
      <LeftOut left={left} />
    </>
  )
}

/** How much can be collected now and when, and what comes later. */
function Said({ collections, left_out: left, sum }: Run) {
  const words = useDirectDebitWords().bank
  const waiting = left.filter(({ reason }) => reason === 'too_early').slice(0, NAMED_MAX)
  const { data: later = new Map<string, Collected>() } = useQuery(
    collectedQuery(
      null,
      waiting.map((it) => it.collection_id),
    ),
  )
  const format = useFormat()
  const next = [...later.values()].map((it) => it.collection)
  if (collections.length === 0)
    return (
      <div>
        <p className="sentence">{words.nothing}</p>
        {next.length > 0 && <p className="sentence-more">{words.next(...firstOf(next, format))}</p>}
      </div>
    )
  const days = [...new Set(collections.map((it) => it.collect_on ?? ''))].toSorted()
  const say = days.length > 1 ? words.canBeFrom : words.canBe
  return (
    <div>
      <p className="sentence">{say(format.roughly(sum, 'EUR'), format.shortDate(days[0] ?? ''))}</p>
      <p className="sentence-more">
        {dotted([
          words.counted(collections.length),
          next.length > 0 && words.later(next.length, format.money(sumText(next), 'EUR')),
        ])}
      </p>
    </div>
  )
}

/** The sum of the next day, and that day. */
function firstOf(next: readonly Collected['collection'][], format: Format) {
  const [day = ''] = next.map((it) => it.next_on ?? '').toSorted()
  const own = next.filter((it) => it.next_on === day)
  return [format.money(sumText(own), 'EUR'), format.shortDate(day)] as const
}

function Runs({ runs }: { readonly runs: readonly ListedRun[] }) {
  const words = useDirectDebitWords()
  const format = useFormat()
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.bank.created_at}</Table.Th>
          <Table.Th>{words.bank.state}</Table.Th>
          <Table.Th visibleFrom="sm" className="figures">
            {words.bank.count}
          </Table.Th>
          <Table.Th className="figures">{words.bank.amount}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <Table.Tr key={run.id}>
            <Table.Td className="nowrap">
              <TextLink to="/bank/direct-debit/$id" params={{ id: run.id }} size="sm">
                {format.shortInstant(run.created_at)}
              </TextLink>
            </Table.Td>
            <Table.Td>
              <State shape={RUN_SHAPES[run.status] ?? 'open'} detail={run.refused_because}>
                {words.run.states[run.status]}
              </State>
            </Table.Td>
            <Table.Td visibleFrom="sm" className="figures">
              {format.number(run.count)}
            </Table.Td>
            <Table.Td className="figures">{format.money(run.sum, 'EUR')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
