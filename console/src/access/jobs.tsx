import type { Entry } from '@billwright/sdk'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ConfirmButton } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { ListView } from '../components/list-view.tsx'
import { RefreshButton } from '../components/refresh-button.tsx'
import { type Shape, State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { plural, useLanguage, useWords } from '../words/language.ts'
import { EntryCard, EntryList } from './entry-card.tsx'
import { AccessFrame } from './frame.tsx'
import type { JobStatus } from './job-search.ts'
import { JOBS_KEY, jobsQuery } from './queries.ts'

type Job = Entry<'listJobs'>

const SHAPES: Readonly<Record<string, Shape>> = {
  failed: 'late',
  retrying: 'due',
  waiting: 'dashed',
  running: 'open',
}
/** The key of a periodic job, which cannot be dropped. */
const PERIODIC = 'periodic'

const route = getRouteApi('/app/access/jobs')

/** Background jobs: the failed ones, and the next ones to run. */
export function Jobs() {
  const words = useWords().jobs
  const { jobs: title } = useWords().access
  const { status = 'failed' } = route.useSearch()
  const navigate = route.useNavigate()
  const jobs = useInfiniteQuery(jobsQuery(status))
  const choose = (value: string) =>
    navigate({ search: value === 'failed' ? {} : { status: value as JobStatus }, replace: true })
  return (
    <AccessFrame title={title}>
      <Group gap="sm">
        <NativeSelect
          aria-label={words.state}
          value={status}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={Object.entries(words.states).map(([value, label]) => ({ value, label }))}
        />
        <RefreshButton label={words.refresh} onClick={() => jobs.refetch()} />
      </Group>
      <ListView of={jobs} lines={4} none={<NoJobs status={status} />}>
        {(entries) => (
          <EntryList>
            {entries.map((job) => (
              <JobCard key={job.id} job={job} />
            ))}
          </EntryList>
        )}
      </ListView>
    </AccessFrame>
  )
}

function NoJobs({ status }: { readonly status: JobStatus }) {
  const words = useWords().jobs
  const isFailed = status === 'failed'
  return (
    <Empty
      icon={<Drawing of="stamp" />}
      title={isFailed ? words.noneFailed : words.none}
      text={isFailed ? words.noneFailedText : words.noneText}
    />
  )
}

function JobCard({ job }: { readonly job: Job }) {
  const words = useWords().jobs
  const { language } = useLanguage()
  const { instant } = useFormat()
  const kinds: Readonly<Record<string, string>> = words.kinds
  const kind = kinds[job.kind] ?? job.kind
  const facts = [
    job.attempts > 0 && plural(job.attempts, language, words.attempts),
    job.failed_at !== null && words.failedAt(instant(job.failed_at)),
    job.due_at !== null && words.dueAt(instant(job.due_at)),
  ]
  return (
    <EntryCard
      title={kind}
      state={
        <State shape={SHAPES[job.status] ?? 'open'}>{words.states[job.status as JobStatus]}</State>
      }
      text={dotted(facts)}
      actions={job.status !== 'running' && <JobActions job={job} kind={kind} />}
    >
      {job.key !== PERIODIC && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {job.key}
        </Text>
      )}
      {job.last_error !== null && (
        <Text
          component="q"
          lang="en"
          size="xs"
          display="block"
          style={{ overflowWrap: 'anywhere' }}
        >
          {job.last_error}
        </Text>
      )}
    </EntryCard>
  )
}

function JobActions({ job, kind }: { readonly job: Job; readonly kind: string }) {
  const words = useWords().jobs
  const { act, isBusy } = useAct(JOBS_KEY)
  const path = { id: job.id }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={isBusy}
        aria-label={`${words.retry}: ${kind}`}
        onClick={() => act({ run: (api) => api.retryJob({ path }), done: words.retried })}
      >
        {words.retry}
      </Button>
      {job.key !== PERIODIC && (
        <ConfirmButton
          size="xs"
          title={words.dropTitle(kind)}
          text={words.dropText}
          verb={words.drop}
          disabled={isBusy}
          onConfirm={() => act({ run: (api) => api.dropJob({ path }), done: words.dropped })}
        >
          {words.drop}
        </ConfirmButton>
      )}
    </>
  )
}
