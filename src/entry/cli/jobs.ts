import { type Command, Option } from 'commander'
import { dropJob, listJobs, retryJob } from '../../core/jobs/failed.ts'
import { JOB_STATUSES, type Job, type JobStatus } from '../../core/jobs/job.ts'
import { jobView } from '../../core/jobs/view.ts'
import { createParts } from '../../core/record/app.ts'
import { createWorkFor, type ReadWork } from '../../core/record/work.ts'
import { systemClock } from '../../platform/clock.ts'
import { chosenCompany } from './company.ts'
import { OPERATOR, withDatabase } from './installation.ts'
import { note, print, printJson, printTable } from './terminal.ts'

interface ListOptions {
  readonly kind?: string
  readonly status?: JobStatus
  readonly json?: boolean
}

const LISTED = 100

export function registerJobs(program: Command): void {
  const jobs = program.command('jobs').description('background jobs')

  jobs
    .command('list')
    .description(`list jobs that wait, run or have failed, newest first, at most ${LISTED}`)
    .option('--kind <kind>', 'only jobs of this kind, e.g. webhook.deliver')
    .addOption(new Option('--status <status>', 'only jobs of this status').choices(JOB_STATUSES))
    .option('--json', 'print the jobs as JSON')
    .action(async ({ kind, status, json }: ListOptions) => {
      const query = { limit: LISTED, ...(kind ? { kind } : {}), ...(status ? { status } : {}) }
      const { data, hasMore } = await withWork((work) => listJobs(work, query))
      if (json) return printJson(data.map(jobView))
      printTable(['ID', 'KIND', 'STATE', 'ATTEMPTS', 'DUE', 'LAST ERROR'], data.map(toRow))
      if (hasMore) note(`There are more. Filter by kind or status to see others.`)
    })

  jobs
    .command('retry')
    .description('run a job now; it gets all its attempts again')
    .argument('<id>', 'id of the job; `jobs list` shows it')
    .option('--json', 'print the job as JSON')
    .action(async (id: string, { json }: { readonly json?: boolean }) => {
      const job = await withWork((work) => retryJob(work, id))
      if (json) return printJson(jobView(job))
      print(`${id} is due now. The service runs it within a minute.`)
    })

  jobs
    .command('drop')
    .description('delete a job; it does not run')
    .argument('<id>', 'id of the job; `jobs list` shows it')
    .option('--json', 'print the result as JSON')
    .action(async (id: string, { json }: { readonly json?: boolean }) => {
      await withWork((work) => dropJob(work, id))
      if (json) return printJson({ ok: true, id })
      print(`${id} is dropped.`)
    })
}

const withWork = <T>(run: (work: ReadWork) => Promise<T>): Promise<T> =>
  withDatabase(async (db, config) => {
    const workFor = createWorkFor(createParts({ config, db, clock: systemClock }))
    return run(workFor(OPERATOR, await chosenCompany(db)))
  })

const toRow = ({ id, kind, status, attempts, dueAt, lastError }: Job): readonly string[] => [
  id,
  kind,
  status,
  String(attempts),
  dueAt ?? '-',
  lastError ?? '-',
]
