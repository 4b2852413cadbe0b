import { type Alarm, createAlarm } from '../../platform/alarm.ts'
import { after, type Clock, every, instant, instantAfter } from '../../platform/clock.ts'
import { onAnnouncement } from '../../platform/database/commit-hook.ts'
import type { Db } from '../../platform/database/db.ts'
import { companyDb } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { newSecret, randomBelow } from '../../platform/ids.ts'
import { isOpen } from '../companies/company.ts'
import {
  type Directory,
  firstCompany,
  hasCompany,
  requireCompanyByNumber,
} from '../companies/directory.ts'
import type { JobFigures } from '../http/metrics.ts'
import { transaction } from '../record/transaction.ts'
import { SERVICE, type WorkFor } from '../record/work.ts'
import { type Ended, type JobHandler, runJob } from './handler.ts'
import { type Choice, chooseFair, type Place } from './inner/fairness.ts'
import {
  bringBack,
  claim,
  countByKind,
  findEarliest,
  type HeldJob,
  listDueGroups,
  listFirstDue,
  release,
  renew,
} from './inner/repository.ts'
import { type JobKind, PAUSE_SECONDS_MAX } from './job.ts'
import { enqueuePeriodic } from './queue.ts'

/** Renewed three times before it ends, to allow for a slow database and clocks half a minute apart. */
const LEASE_SECONDS = 60
const RENEW_MS = 20_000
/** Finds jobs of other processes; commits of this process and known due times wake it at once. */
const LOOK_MS = 60_000
const LOOK_JITTER_MS = 250
/** Pause while due jobs cannot be claimed. */
const LOOK_AGAIN_MS = 1_000
/** Pause after a failed query. */
const FAILED_LOOK_MS = 5_000
const LOOK_LIMIT = 100
/** Correct clocks differ by less; a job set further ahead comes from a wrong clock. */
const SKEW_SECONDS = 10 * 60
/** Pauses are up to a tenth longer than the kind sets. */
const LONGER = 1.2
/** Finding the groups of a long queue reads all of it. */
const GROUPS_KEPT_MS = 1_000
const NEVER = '9999-12-31T00:00:00.000Z'
/** One company's share of a kind's places while other companies have jobs. */
const SHARE_OF_A_COMPANY = 4
/** After this time their leases are released, and other processes take over. */
const STOP_MS = 5_000

interface JobRunnerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
  readonly workFor: WorkFor
  readonly handlers: readonly JobHandler[]
  readonly observer: JobObserver
  /** How often to look for jobs of other processes; default: every minute. */
  readonly lookMs?: number
}

/** Reports the jobs to the log and the metrics. */
export interface JobObserver {
  ended(job: HeldJob, ended: Ended, seconds: number): void
  /** Called when finding jobs or saving an outcome fails. */
  warn(error: unknown): void
}

export interface JobRunner extends JobFigures {
  /** The kinds that do not run again and again. */
  readonly kinds: readonly string[]
  /** Runs due jobs until stopped. */
  start(): void
  /** Claims no more jobs; resolves when none runs or all leases are released. */
  stop(): Promise<void>
  /** Runs until no job is due, and returns how many ran. */
  runDue(): Promise<number>
}

interface Running {
  readonly job: HeldJob
  readonly stopping: AbortController
  readonly ended: Promise<void>
}

/** What the functions below share while the process lives. */
interface State extends JobRunnerDeps {
  readonly kinds: readonly JobKind[]
  readonly alarm: Alarm
  readonly running: Map<string, Running>
  /** By kind, where the queue is long. */
  readonly groups: Map<string, { readonly places: readonly Place[]; readonly readMs: number }>
  readonly lookMs: number
  isStopping: boolean
  endedCount: number
  broughtBackMs: number
  looping: Promise<void>
}

export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const state: State = {
    ...deps,
    kinds: deps.handlers.map(({ kind }) => kind),
    alarm: createAlarm(),
    running: new Map(),
    groups: new Map(),
    lookMs: deps.lookMs ?? LOOK_MS,
    isStopping: false,
    endedCount: 0,
    broughtBackMs: 0,
    looping: Promise.resolve(),
  }
  return {
    kinds: state.kinds.filter((it) => !isPeriodic(it)).map(({ name }) => name),
    count: () => countByKind(deps.db),
    oldestDueSeconds: () => oldestDueSeconds(state),
    start: () => start(state),
    stop: () => stop(state),
    runDue: () => runDue(state),
  }
}

const isPeriodic = ({ everySeconds }: JobKind): boolean => everySeconds !== undefined
const namesOf = ({ kinds }: State): readonly string[] => kinds.map(({ name }) => name)

async function oldestDueSeconds(state: State): Promise<ReadonlyMap<string, number>> {
  const earliest = await findEarliest(state.db, namesOf(state))
  const secondsSince = (at: string) => Math.max(0, (state.clock.now() - Date.parse(at)) / 1000)
  return new Map([...earliest].map(([kind, at]) => [kind, secondsSince(at)]))
}

function start(state: State): void {
  const { db, alarm, observer } = state
  const stopListening = onAnnouncement(db, alarm.ring)
  const stopRenewing = every(RENEW_MS, () => void renewLeases(state).catch(observer.warn))
  state.looping = loop(state).finally(() => {
    stopListening()
    stopRenewing()
  })
}

async function stop(state: State): Promise<void> {
  const { alarm, running } = state
  state.isStopping = true
  alarm.ring()
  await state.looping
  await within(STOP_MS, Promise.all([...running.values()].map(({ ended }) => ended)))
  await Promise.all([...running.values()].map((it) => giveBack(state, it)))
}

async function runDue(state: State): Promise<number> {
  const { running } = state
  for (let count = 0; ; ) {
    const before = state.endedCount
    const begun = (await look(state)).count
    count += begun
    if (begun > 0 || state.endedCount > before) continue
    if (running.size === 0) return count
    await Promise.race([...running.values()].map(({ ended }) => ended))
  }
}

async function loop(state: State): Promise<void> {
  const { observer, alarm } = state
  let isPrepared = false
  while (!state.isStopping) {
    const waitMs = await (async () => {
      if (!isPrepared) await prepare(state)
      isPrepared = true
      return (await look(state)).waitMs
    })().catch((error: unknown) => {
      observer.warn(error)
      return FAILED_LOOK_MS
    })
    await alarm.wait(waitMs)
  }
}

const prepare = async ({ workFor, directory, kinds }: State): Promise<void> =>
  transaction(workFor(SERVICE, await firstCompany(directory)), (work) =>
    enqueuePeriodic(work, kinds.filter(isPeriodic)),
  )

/** Starts the due jobs. Returns their number and when to look again. */
async function look(state: State): Promise<{ readonly count: number; readonly waitMs: number }> {
  const { db, clock, handlers, lookMs } = state
  await bringBackJobs(state)
  for (let count = 0; ; ) {
    const earliest = await findEarliest(db, namesOf(state))
    const now = instant(clock)
    const open = handlers.filter(({ kind }) => freeOf(state, kind) > 0)
    const timeOf = ({ kind }: JobHandler) => earliest.get(kind.name) ?? NEVER
    const due = open.filter((handler) => timeOf(handler) <= now)
    let begun = 0
    for (const handler of due) begun += await fill(state, handler)
    count += begun
    if (begun > 0 && !state.isStopping) continue
    if (due.length > 0) return { count, waitMs: LOOK_AGAIN_MS }
    const [next = NEVER] = open.map(timeOf).toSorted()
    const untilMs = Math.min(Date.parse(next) - clock.now(), lookMs)
    return { count, waitMs: untilMs + randomBelow(LOOK_JITTER_MS) }
  }
}

/** Once a minute, so that no job waits for the date of a wrong clock. */
async function bringBackJobs(state: State): Promise<void> {
  const { db, clock, kinds } = state
  if (Math.abs(clock.now() - state.broughtBackMs) < LOOK_MS) return
  state.broughtBackMs = clock.now()
  const until = (seconds: number) => instantAfter(clock, Math.ceil(seconds) + SKEW_SECONDS)
  for (const { name: kind, everySeconds } of kinds)
    await bringBack(db, {
      kind,
      lease: until(LEASE_SECONDS),
      retry: until(PAUSE_SECONDS_MAX * LONGER),
      periodic: everySeconds === undefined ? null : until(everySeconds * LONGER),
      now: instant(clock),
    })
}

/** Claims as many jobs of a kind as there are free places, and returns how many. */
async function fill(state: State, handler: JobHandler): Promise<number> {
  const { kind } = handler
  const due = await inOpenCompanies(state, await dueOf(state, kind))
  const places = {
    free: freeOf(state, kind),
    perGroup: kind.parallelPerGroup ?? kind.parallel,
    perCompany: Math.ceil(kind.parallel / SHARE_OF_A_COMPANY),
  }
  let count = 0
  for (const choice of chooseFair(due, jobsOf(state, kind), places))
    count += await claimAndBegin(state, handler, choice)
  return count
}

const jobsOf = ({ running }: State, { name }: JobKind): readonly HeldJob[] =>
  [...running.values()].map(({ job }) => job).filter(({ kind }) => kind === name)

const freeOf = (state: State, kind: JobKind): number => kind.parallel - jobsOf(state, kind).length

/** Reads a long queue by groups, in any order, so that no group waits behind another's jobs. */
async function dueOf(
  { db, clock, groups }: State,
  { name, parallel }: JobKind,
): Promise<readonly Place[]> {
  const query = { kind: name, now: instant(clock) }
  const first = await listFirstDue(db, { ...query, limit: LOOK_LIMIT })
  if (first.length < LOOK_LIMIT) return first
  const known = groups.get(name)
  const isKnown = known !== undefined && clock.now() - known.readMs < GROUPS_KEPT_MS
  const places = isKnown ? known.places : await listDueGroups(db, query)
  if (!isKnown) groups.set(name, { places, readMs: clock.now() })
  return inAnyOrder(places).flatMap((place) => Array<Place>(parallel).fill(place))
}

/** A company runs no jobs during its import, or after a killed import. */
async function inOpenCompanies(
  { directory }: State,
  due: readonly Place[],
): Promise<readonly Place[]> {
  const closed = new Set<CompanyId>()
  for (const number of new Set(due.map(({ company }) => company)))
    if (!(await hasCompany(directory, number))) closed.add(number)
  return due.filter(({ company }) => !closed.has(company))
}

async function claimAndBegin(
  state: State,
  handler: JobHandler,
  { company, group, limit }: Choice,
): Promise<number> {
  const { db, clock, directory } = state
  // The company is moving: its jobs continue after the move, there or here.
  if (!isOpen(await requireCompanyByNumber(directory, company))) return 0
  const [now, until] = [instant(clock), instantAfter(clock, LEASE_SECONDS)]
  const { name: kind } = handler.kind
  const lease = newSecret()
  const claimed = await claim(companyDb(db, company), { kind, group, limit, lease, now, until })
  for (const job of claimed) begin(state, handler, job)
  return claimed.length
}

function begin(state: State, handler: JobHandler, job: HeldJob): void {
  const { clock, observer, running } = state
  const startedMs = clock.now()
  const stopping = new AbortController()
  const ended = workOf(state, job)
    .then((work) => runJob(handler, { work, job, stopping, clock }))
    .then((it) => observer.ended(job, it, (clock.now() - startedMs) / 1000))
    // The lease expires, and then the job runs again.
    .catch((error: unknown) => observer.warn(error))
    .finally(() => {
      running.delete(job.lease + job.id)
      state.endedCount += 1
      state.alarm.ring()
    })
  running.set(job.lease + job.id, { job, stopping, ended })
}

const workOf = async ({ workFor, directory }: State, { company }: HeldJob) =>
  workFor(SERVICE, await requireCompanyByNumber(directory, company))

async function renewLeases({ db, clock, running }: State): Promise<void> {
  const all = [...running.values()]
  for (const [company, held] of Map.groupBy(all, ({ job }) => job.company)) {
    const until = instantAfter(clock, LEASE_SECONDS)
    const jobs = held.map(({ job }) => job)
    const kept = await renew(companyDb(db, company), jobs, until)
    for (const { job, stopping } of held) if (!kept.has(job.id)) stopping.abort()
  }
}

async function giveBack({ db, clock }: State, { job, stopping }: Running): Promise<void> {
  stopping.abort()
  const now = instant(clock)
  const attempts = job.attempts - 1
  await release(companyDb(db, job.company), job, { dueAt: now, attempts, error: null, now })
}

const inAnyOrder = <Item>(items: readonly Item[]): readonly Item[] =>
  items
    .map((item) => ({ item, place: randomBelow(2 ** 32) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let cancel = () => {}
  const late = new Promise<void>((resolve) => {
    cancel = after(ms, resolve)
  })
  await Promise.race([work, late])
  cancel()
}
