import { AppError } from '../../kernel/errors.ts'
import { type Alarm, createAlarm } from '../../platform/alarm.ts'
import { after, type Clock, every, instant, instantAfter } from '../../platform/clock.ts'
import { onAnnouncement } from '../../platform/database/commit-hook.ts'
import { asSeenOnMachineOf, type Db, engineOf } from '../../platform/database/db.ts'
import { isDistributed } from '../../platform/database/postgres/distribution.ts'
import { type Among, companyDb } from '../../platform/database/scope.ts'
import { isUnavailable } from '../../platform/database/storage-error.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { newSecret, randomBelow } from '../../platform/ids.ts'
import { FIRST_COMPANY, isOpen } from '../companies/company.ts'
import {
  companiesByMachine,
  type Directory,
  hasCompany,
  requireCompanyByNumber,
} from '../companies/directory.ts'
import type { JobCounts, JobFigures } from '../http/metrics.ts'
import { type ReadWork, SERVICE, type WorkFor } from '../record/work.ts'
import { type Ended, type JobHandler, runJob } from './handler.ts'
import { type Choice, chooseFair, type Place } from './inner/fairness.ts'
import type { HeldJob } from './inner/held-job.ts'
import {
  bringPeriodicBack,
  claimPeriodic,
  insertPeriodic,
  listPeriodic,
  renewPeriodic,
} from './inner/periodic.ts'
import {
  bringBack,
  claim,
  countByKind,
  listDueGroups,
  listWaiting,
  release,
  renew,
  type Waiting,
} from './inner/repository.ts'
import { isPeriodicJob, type JobKind, PAUSE_SECONDS_MAX } from './job.ts'

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
/** A machine of a distributed database that does not answer in this time is away. */
const PATIENCE_MS = 5_000
const EVERY_COMPANY: Among = { after: 0n as CompanyId }
/** Jobs read in one statement. A kind with more due jobs has a long queue. */
const LOOK_LIMIT = 500
/** Correct clocks differ by less; a job set further ahead comes from a wrong clock. */
const SKEW_SECONDS = 10 * 60
/** Pauses are up to a tenth longer than the kind sets. */
const LONGER = 1.2
/** Finding the groups of a long queue reads all of it. */
const GROUPS_KEPT_MS = 1_000
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

interface Machines {
  readonly readMs: number
  readonly all: readonly Machine[]
}

interface Machine {
  readonly companies: readonly CompanyId[]
  /** Whether an answer of it is still awaited; shared with the machine as it was read before. */
  readonly asked: { isOpen: boolean }
}

/** Jobs of companies up to an instant. */
interface Found {
  readonly waiting: ReadonlyMap<string, readonly Waiting[]>
  /** Kinds with a long queue, of which only the first jobs are known. */
  readonly long: ReadonlySet<string>
  /** The companies that were asked. */
  readonly among: Among
}

/** What the functions below share while the process lives. */
interface State extends JobRunnerDeps {
  readonly kinds: readonly JobKind[]
  readonly alarm: Alarm
  readonly running: Map<string, Running>
  /** By kind, where the queue is long. */
  readonly groups: Map<string, { readonly places: readonly Place[]; readonly readMs: number }>
  readonly lookMs: number
  /** Kinds with due jobs that found no place, or that were not looked for. */
  readonly crowded: Set<string>
  isStopping: boolean
  /** The end of a job may bring it forward. */
  nextLookMs: number
  /** Of a distributed database while one of them is away; else null. */
  machines: Machines | null
  isDistributed: boolean
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
    crowded: new Set(),
    isStopping: false,
    nextLookMs: 0,
    machines: null,
    isDistributed: false,
    endedCount: 0,
    broughtBackMs: 0,
    looping: Promise.resolve(),
  }
  return {
    kinds: namesOf(state),
    count: async () => [...(await countPeriodic(state)), ...(await countByKind(deps.db))],
    oldestDueSeconds: () => oldestDueSeconds(state),
    start: () => start(state),
    stop: () => stop(state),
    runDue: () => runDue(state),
  }
}

const isPeriodic = ({ everySeconds }: JobKind): boolean => everySeconds !== undefined
/** Of the kinds with jobs of companies. */
const namesOf = ({ kinds }: State): readonly string[] =>
  kinds.filter((it) => !isPeriodic(it)).map(({ name }) => name)

async function oldestDueSeconds(state: State): Promise<ReadonlyMap<string, number>> {
  const { clock } = state
  const found = await findWaiting(state, state.kinds, instant(clock))
  const secondsSince = (at: string) => Math.max(0, (clock.now() - Date.parse(at)) / 1000)
  const ageOf = (kind: string) => {
    const [first] = found
      .flatMap(({ waiting }) => waiting.get(kind)?.slice(0, 1) ?? [])
      .toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1))
    return first ? secondsSince(first.dueAt) : 0
  }
  return new Map(state.kinds.map(({ name }) => [name, ageOf(name)]))
}

async function countPeriodic({ db }: State): Promise<readonly JobCounts[]> {
  return (await listPeriodic(db)).map(({ kind, lease }) => {
    const running = lease === null ? 0 : 1
    return { kind, running, waiting: 1 - running, failed: 0 }
  })
}

function start(state: State): void {
  const { db, observer } = state
  const stopListening = onAnnouncement(db, () => lookBy(state, 0))
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
  const left = [...running.values()]
  await Promise.all(left.map((it) => giveBack(state, it).catch(state.observer.warn)))
}

async function runDue(state: State): Promise<number> {
  const { running } = state
  for (let count = 0; ; ) {
    const before = state.endedCount
    const begun = await look(state)
    count += begun
    if (begun > 0 || state.endedCount > before) continue
    if (running.size === 0) return count
    await Promise.race([...running.values()].map(({ ended }) => ended))
  }
}

async function loop(state: State): Promise<void> {
  const { observer, clock } = state
  let isPrepared = false
  while (!state.isStopping) {
    try {
      if (!isPrepared) await prepare(state)
      isPrepared = true
      await look(state)
    } catch (error) {
      observer.warn(error)
      state.nextLookMs = clock.now() + FAILED_LOOK_MS
    }
    await untilNextLook(state)
  }
}

/** A clock that is set back does not make the wait longer. */
async function untilNextLook(state: State): Promise<void> {
  const { alarm, clock, lookMs } = state
  for (let hasRung = true; hasRung && !state.isStopping; ) {
    const waitMs = Math.min(state.nextLookMs - clock.now(), lookMs + LOOK_JITTER_MS)
    if (waitMs <= 0) return
    hasRung = await alarm.wait(waitMs)
  }
}

/** Looks for jobs at that time at the latest. */
function lookBy(state: State, ms: number): void {
  if (ms >= state.nextLookMs) return
  state.nextLookMs = ms
  state.alarm.ring()
}

async function prepare(state: State): Promise<void> {
  const { db, clock, kinds } = state
  const periodic = kinds.filter(isPeriodic).map(({ name }) => name)
  await insertPeriodic(db, periodic, instant(clock))
  state.isDistributed = engineOf(db) === 'postgres' && (await isDistributed(db, 'jobs'))
}

/**
 * Starts the due jobs and returns how many, and sets the time of the next look. On a distributed
 * database each look asks every machine, so there is none that can find nothing.
 */
async function look(state: State): Promise<number> {
  const { clock, handlers, crowded, lookMs, endedCount } = state
  // Of a machine that is away, jobs of wrong clocks come back later.
  if (state.machines === null) await soon(state, bringBackJobs(state)).catch(state.observer.warn)
  const latestMs = clock.now() + lookMs
  state.nextLookMs = latestMs + randomBelow(LOOK_JITTER_MS)
  crowded.clear()
  const open = handlers.filter(({ kind }) => freeOf(state, kind) > 0)
  for (const { kind } of handlers) if (freeOf(state, kind) === 0) crowded.add(kind.name)
  const found = await findWaiting(
    state,
    open.map(({ kind }) => kind),
    new Date(latestMs).toISOString(),
  )
  const now = instant(clock)
  let begun = 0
  let isAnyLeft = false
  for (const handler of open) {
    const { name } = handler.kind
    const jobsIn = (parts: readonly Found[]) => parts.flatMap((it) => it.waiting.get(name) ?? [])
    const dueIn = (parts: readonly Found[]) => jobsIn(parts).filter(({ dueAt }) => dueAt <= now)
    for (const { dueAt } of jobsIn(found)) if (dueAt > now) lookBy(state, Date.parse(dueAt))
    if (dueIn(found).length === 0) continue
    const isLong = (it: Found) => it.long.has(name)
    const filled = await fill(state, handler, {
      short: dueIn(found.filter((it) => !isLong(it))),
      long: found.filter(isLong).map(({ among }) => among),
    })
    begun += filled.begun
    isAnyLeft ||= filled.isLeft
  }
  if (isAnyLeft) lookBy(state, begun > 0 ? 0 : clock.now() + LOOK_AGAIN_MS)
  if (crowded.size > 0 && state.endedCount > endedCount) lookBy(state, 0)
  return begun
}

/** The jobs of these kinds up to an instant, of the installation and of the companies. */
async function findWaiting(
  state: State,
  kinds: readonly JobKind[],
  until: string,
): Promise<readonly Found[]> {
  const [periodic, names] = [kinds.filter(isPeriodic), kinds.filter((it) => !isPeriodic(it))]
  const rows = periodic.length > 0 ? await listPeriodic(state.db) : []
  const due = rows.filter(({ due_at }) => due_at <= until)
  const waiting = new Map(
    due.map(({ kind, due_at: dueAt }) => [
      kind,
      [{ kind, dueAt, company: FIRST_COMPANY, group: '' }],
    ]),
  )
  const ofInstallation = { waiting, long: new Set<string>(), among: EVERY_COMPANY }
  return [ofInstallation, ...(await findInCompanies(state, names, until))]
}

/** In one statement, or in one for each machine while one of them is away. */
async function findInCompanies(
  state: State,
  kinds: readonly JobKind[],
  until: string,
): Promise<readonly Found[]> {
  const names = kinds.map(({ name }) => name)
  const { db, observer, clock } = state
  const known = state.machines
  if (known === null)
    try {
      return [await soon(state, findAmong(db, { names, until, among: EVERY_COMPANY }))]
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await divide(state, error)
    }
  // Meanwhile there may be more companies.
  else if (Math.abs(clock.now() - known.readMs) > LOOK_MS) await divide(state, null)
  const machines = state.machines?.all ?? []
  const answers = await Promise.all(
    machines.map(async ({ companies, asked }) => {
      // An earlier look still waits for its answer.
      if (asked.isOpen) return null
      asked.isOpen = true
      const answer = findAmong(db, { names, until, among: companies }).finally(() => {
        asked.isOpen = false
      })
      return soon(state, answer).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
        observer.warn(error)
        return null
      })
    }),
  )
  const found = answers.filter((it) => it !== null)
  if (found.length === machines.length) state.machines = null
  return found
}

/** Throws the error unless there are several machines. */
async function divide(state: State, error: unknown): Promise<void> {
  const groups = await companiesByMachine(state.directory)
  if (groups.length < 2 && error !== null) throw error
  const before = state.machines?.all ?? []
  const askedOf = ([first]: readonly CompanyId[]) =>
    before.find((it) => it.asked.isOpen && first !== undefined && it.companies.includes(first))
      ?.asked ?? { isOpen: false }
  state.machines = {
    readMs: state.clock.now(),
    all: groups.map((companies) => ({ companies, asked: askedOf(companies) })),
  }
}

/** On a distributed database, fails if the answer takes too long: a frozen machine sends none. */
async function soon<T>({ isDistributed }: State, work: Promise<T>): Promise<T> {
  if (!isDistributed) return await work
  const late = Promise.withResolvers<never>()
  const cancel = after(PATIENCE_MS, () => late.reject(new Late()))
  try {
    return await Promise.race([work, late.promise])
  } finally {
    cancel()
    work.catch(() => {})
  }
}

class Late extends AppError {
  constructor() {
    super('unavailable', 'storage_unavailable', 'A machine of the database does not answer.')
  }
}

/** One statement, and one more for each kind with a long queue, of which only the first jobs are read. */
async function findAmong(
  db: Db,
  {
    names,
    until,
    among,
  }: { readonly names: readonly string[]; readonly until: string; readonly among: Among },
): Promise<Found> {
  const waiting = new Map<string, readonly Waiting[]>()
  const long = new Set<string>()
  const there = dbFor(db, among)
  for (let left = names; left.length > 0; ) {
    const rows = await listWaiting(there, { kinds: left, until, limit: LOOK_LIMIT }, among)
    for (const [kind, jobs] of Map.groupBy(rows, (row) => row.kind)) waiting.set(kind, jobs)
    const last = rows.at(-1)
    if (!last || rows.length < LOOK_LIMIT) break
    long.add(last.kind)
    left = left.filter((kind) => !waiting.has(kind))
  }
  return { waiting, long, among }
}

/** Listed companies are those of one machine. */
function dbFor(db: Db, among: Among): Db {
  const [first] = 'after' in among ? [] : among
  return first === undefined ? db : asSeenOnMachineOf(db, first)
}

/** Once a minute, so that no job waits for the date of a wrong clock. */
async function bringBackJobs(state: State): Promise<void> {
  const { db, clock, kinds } = state
  if (Math.abs(clock.now() - state.broughtBackMs) < LOOK_MS) return
  state.broughtBackMs = clock.now()
  const now = instant(clock)
  const until = (seconds: number) => instantAfter(clock, Math.ceil(seconds) + SKEW_SECONDS)
  const horizon = { lease: until(LEASE_SECONDS), retry: until(PAUSE_SECONDS_MAX * LONGER) }
  for (const row of await listPeriodic(db)) {
    const everySeconds = kinds.find(({ name }) => name === row.kind)?.everySeconds
    if (everySeconds === undefined) continue
    const latest = row.lease === null ? until(everySeconds * LONGER) : horizon.lease
    if (row.due_at > latest) await bringPeriodicBack(db, row, now)
  }
  await bringBack(db, namesOf(state), { horizon, now })
}

interface Filled {
  readonly begun: number
  /** There is a free place, and a due job that could not be claimed. */
  readonly isLeft: boolean
}

interface DueJobs {
  /** Of short queues: all. */
  readonly short: readonly Waiting[]
  /** The companies of each long queue. */
  readonly long: readonly Among[]
}

/** Claims as many jobs of a kind as there are free places. */
async function fill(state: State, handler: JobHandler, { short, long }: DueJobs): Promise<Filled> {
  const { kind } = handler
  const due = long.length > 0 ? [...short, ...(await inAllGroups(state, kind, long))] : short
  const open = await inOpenCompanies(state, due)
  const places = {
    free: freeOf(state, kind),
    perGroup: kind.parallelPerGroup ?? kind.parallel,
    perCompany: Math.ceil(kind.parallel / SHARE_OF_A_COMPANY),
  }
  let begun = 0
  let wanted = due.length - open.length
  for (const choice of chooseFair(open, jobsOf(state, kind), places)) {
    wanted += choice.limit
    begun += await claimAndBegin(state, handler, choice).catch((error: unknown) => {
      state.observer.warn(error)
      return 0
    })
  }
  if (long.length > 0 || due.length > begun) state.crowded.add(kind.name)
  return { begun, isLeft: begun < wanted && freeOf(state, kind) > 0 }
}

const jobsOf = ({ running }: State, { name }: JobKind): readonly HeldJob[] =>
  [...running.values()].map(({ job }) => job).filter(({ kind }) => kind === name)

const freeOf = (state: State, kind: JobKind): number => kind.parallel - jobsOf(state, kind).length

/** Reads a long queue by groups, in any order, so that no group waits behind another's jobs. */
async function inAllGroups(
  { db, clock, groups }: State,
  { name, parallel }: JobKind,
  long: readonly Among[],
): Promise<readonly Place[]> {
  const known = groups.get(name)
  const isKnown = known !== undefined && clock.now() - known.readMs < GROUPS_KEPT_MS
  const due = { kind: name, now: instant(clock) }
  const places = isKnown
    ? known.places
    : (await Promise.all(long.map((among) => listDueGroups(dbFor(db, among), due, among)))).flat()
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
  const isOfInstallation = isPeriodic(handler.kind)
  // The company is moving: its jobs continue after the move, there or here.
  if (!isOfInstallation && !isOpen(await requireCompanyByNumber(directory, company))) return 0
  const [now, until] = [instant(clock), instantAfter(clock, LEASE_SECONDS)]
  const { name: kind } = handler.kind
  const wanted = { kind, group, limit, lease: newSecret(), now, until }
  const claimed = isOfInstallation
    ? await claimPeriodic(db, wanted)
    : await claim(companyDb(db, company), wanted)
  for (const job of claimed) begin(state, handler, job)
  return claimed.length
}

function begin(state: State, handler: JobHandler, job: HeldJob): void {
  const { clock, observer, running } = state
  const startedMs = clock.now()
  const stopping = new AbortController()
  const ended = workOf(state, job)
    .then((work) => runJob(handler, { work, job, stopping, clock }))
    .then((it) => {
      observer.ended(job, it, (clock.now() - startedMs) / 1000)
      if (it.again !== null) lookBy(state, Date.parse(it.again))
    })
    // The lease expires, and then the job runs again.
    .catch((error: unknown) => observer.warn(error))
    .finally(() => {
      running.delete(job.lease + job.id)
      state.endedCount += 1
      if (state.crowded.has(job.kind)) lookBy(state, 0)
    })
  running.set(job.lease + job.id, { job, stopping, ended })
}

/** The work of a periodic job names the first company, but uses the rows of the installation. */
async function workOf({ db, workFor, directory }: State, job: HeldJob): Promise<ReadWork> {
  const work = workFor(SERVICE, await requireCompanyByNumber(directory, job.company))
  return isPeriodicJob(job) ? { ...work, db } : work
}

/** A machine that is away delays only the leases of its own companies. */
async function renewLeases({ db, clock, running, observer }: State): Promise<void> {
  const ownerOf = ({ job }: Running) => (isPeriodicJob(job) ? null : job.company)
  const renewOf = async (company: CompanyId | null, held: readonly Running[]) => {
    const until = instantAfter(clock, LEASE_SECONDS)
    const jobs = held.map(({ job }) => job)
    const kept =
      company === null
        ? await renewPeriodic(db, jobs, until)
        : await renew(companyDb(db, company), jobs, until)
    for (const { job, stopping } of held) if (!kept.has(job.id)) stopping.abort()
  }
  const groups = [...Map.groupBy(running.values(), ownerOf)]
  await Promise.all(groups.map((group) => renewOf(...group).catch(observer.warn)))
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
