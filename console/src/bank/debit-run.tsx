import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { Back } from '../components/back.tsx'
import { dotted } from '../components/dotted.ts'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import '../components/sentence.css'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import {
  type Collected,
  collectedQuery,
  NAMED_MAX,
  RUNS_KEY,
  type Run,
  runQuery,
} from '../direct-debit/queries.ts'
import { OUTCOME_SHAPES, RUN_SHAPES } from '../direct-debit/states.ts'
import { useDirectDebitWords, useReason } from '../direct-debit/words.ts'
import { useFormat } from '../words/format.ts'
import { RunSteps } from './debit-actions.tsx'
import { LeftOut } from './debit-left.tsx'
import { RunMenu } from './debit-menu.tsx'
import { DebitTable, sumText } from './debit-table.tsx'
import { NoteOutcome } from './outcome-dialog.tsx'

const route = getRouteApi('/app/bank/direct-debit/$id')

/** A run: what is in it, what to do next, and what became of each collection. */
export function DirectDebitRun() {
  const { id } = route.useParams()
  const read = useQuery(runQuery(id))
  return (
    <QueryView of={read} kind="directDebitRun" lines={8}>
      {(it) => <Content {...it} />}
    </QueryView>
  )
}

export interface RunProps {
  readonly run: Run
  readonly etag: string | undefined
}

type Item = Run['collections'][number]

function Content({ run, etag }: RunProps) {
  const words = useDirectDebitWords().run
  const { bank } = useDirectDebitWords()
  const format = useFormat()
  const { status, collections, left_out: left } = run
  const isDraft = status === 'draft'
  const rows = collections.map((it) => ({
    ...it,
    id: it.collection_id,
    day: it.collect_on,
  }))
  return (
    <Page
      title={words.title(format.date(run.created_at.slice(0, 10)))}
      back={
        <Back to="/bank/direct-debit" label={words.all}>
          <State shape={RUN_SHAPES[status] ?? 'open'} detail={run.refused_because}>
            {words.states[status]}
          </State>
        </Back>
      }
      actions={<RunMenu run={run} etag={etag} />}
    >
      <Said run={run} />
      <RunSteps run={run} etag={etag} />
      {rows.length > 0 &&
        (isDraft ? (
          <DebitTable
            rows={rows}
            runId={null}
            action={({ id }, it) => (
              <Exclude {...{ run, etag, id, name: it?.invoice?.number ?? '' }} />
            )}
          />
        ) : (
          <DebitTable
            rows={rows}
            runId={run.id}
            head={bank.state}
            state={(item, it) => <Outcome run={run} item={item} collected={it} />}
            action={
              isAtBank(run) && rows.some((it) => it.rejected === null)
                ? (item, it) => isOfRun(item, it) && <NoteOutcome collected={it} />
                : undefined
            }
          />
        ))}
      {isDraft && (
        <LeftOut
          left={left}
          include={(id, name) => <Exclude {...{ run, etag, id, name }} isExcluded />}
        />
      )}
    </Page>
  )
}

const isAtBank = ({ status }: Run): boolean => status === 'submitted' || status === 'settled'

/** Whether it is not in a later run by now. */
const isOfRun = (item: Item, it: Collected | undefined): it is Collected =>
  it?.collection.end_to_end === item.end_to_end

/** What became of a collection in this run; null: it was taken back with the run. */
function outcomeOf({ end_to_end: ref, rejected }: Item, collected: Collected | undefined) {
  const attempt = collected?.collection.attempts.find((it) => it.ref === ref)
  if (rejected !== null) return { outcome: 'failed', code: rejected }
  return attempt ?? null
}

function Said({ run }: { readonly run: Run }) {
  const words = useDirectDebitWords().run
  const format = useFormat()
  const { status, count, collections } = run
  const isWhole = collections.length <= NAMED_MAX
  const { data } = useQuery({
    ...collectedQuery(
      run.id,
      collections.map((it) => it.collection_id),
    ),
    enabled: isAtBank(run) && isWhole && count > 0,
  })
  const sum = format.roughly(run.sum, 'EUR')
  const outcomes = collections.map((it) => ({
    amount: it.amount,
    outcome: outcomeOf(it, data?.get(it.collection_id))?.outcome ?? '',
  }))
  const say = (names: readonly string[], words: (sum: string) => string) => {
    const own = outcomes.filter(({ outcome }) => names.includes(outcome))
    return own.length === 0 ? null : words(format.roughly(sumText(own), 'EUR'))
  }
  const came = [say(['collected'], words.says.settled), say(['submitted'], words.says.submitted)]
  const back = say(['failed', 'returned'], words.cameBack)
  const sentences: Readonly<Record<string, string>> = {
    draft: words.says.draft(sum, count),
    approved: words.says.approved(sum),
    refused: words.says.refused(sum),
    canceled: words.says.canceled(sum),
  }
  const whole = isWhole ? came.filter(Boolean).join(' ') : words.of(sum, count)
  const { created_by: by, approved_by: approver, approved_at: approvedAt } = run
  return (
    <div>
      <p className="sentence">
        {(sentences[status] ?? whole) || '\u00a0'}
        {back !== null && (
          <>
            {' '}
            <span className="sentence-late">{back}</span>
          </>
        )}
      </p>
      <Text c="dimmed" mt={4}>
        {dotted([
          words.createdBy(by, format.shortInstant(run.created_at)),
          run.status === 'draft' &&
            run.first_approval !== null &&
            words.firstApprovedBy(
              run.first_approval.by,
              format.shortInstant(run.first_approval.at),
            ),
          approver !== null &&
            approvedAt !== null &&
            words.approvedBy(approver, format.shortInstant(approvedAt)),
          run.submitted_at !== null && words.submittedAt(format.shortInstant(run.submitted_at)),
          ...(status === 'refused' ? [] : run.files).map(
            ({ scheme, refused_because: reason }) =>
              reason !== null && words.fileRefused(scheme, reason),
          ),
        ])}
      </Text>
    </div>
  )
}

interface OutcomeProps {
  readonly run: Run
  readonly item: Item
  readonly collected: Collected | undefined
}

function Outcome({ run, item, collected }: OutcomeProps) {
  const words = useDirectDebitWords().run
  const reasonOf = useReason()
  const found = outcomeOf(item, collected)
  // Nobody has given the file to the bank yet.
  if (run.status === 'approved' && found?.outcome === 'submitted')
    return <State shape="dashed">{words.inFile}</State>
  if (!found) return collected ? <State shape="void">{words.withdrawn}</State> : null
  return (
    <>
      <State shape={OUTCOME_SHAPES[found.outcome] ?? 'open'}>{words.outcomes[found.outcome]}</State>
      {found.code !== null && (
        <Text span size="sm" c="var(--brick-ink)" ms={8}>
          {reasonOf(found.code)}
        </Text>
      )}
    </>
  )
}

interface ExcludeProps extends RunProps {
  readonly id: string
  /** Of the invoice. */
  readonly name: string
  readonly isExcluded?: boolean
}

/** Leaves a collection out of a draft, or takes it in again. */
function Exclude({ run, etag: ifMatch, id, name, isExcluded = false }: ExcludeProps) {
  const words = useDirectDebitWords().run
  const mayWrite = useMay('write')
  const { act, isBusy } = useAct([RUNS_KEY])
  if (!mayWrite) return null
  const exclude = isExcluded ? run.exclude.filter((it) => it !== id) : [...run.exclude, id]
  const change = () =>
    act({
      run: (api) => api.updateDirectDebitRun({ path: { id: run.id }, body: { exclude }, ifMatch }),
      done: words.recomputed,
    })
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      ms={{ base: -8, sm: 0 }}
      loading={isBusy}
      aria-label={isExcluded ? words.includeOne(name) : words.excludeOne(name)}
      onClick={change}
    >
      {isExcluded ? words.include : words.exclude}
    </Button>
  )
}
