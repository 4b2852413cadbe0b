import { createAlarm } from '../../platform/alarm.ts'
import { after, type Clock, every, instant, instantAfter } from '../../platform/clock.ts'
import { onAnnouncement } from '../../platform/database/commit-hook.ts'
import type { Db } from '../../platform/database/db.ts'
import { companyDb } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { newSecret, randomBelow } from '../../platform/ids.ts'
import { isOpen } from '../companies/company.ts'
import type { Directory } from '../companies/directory.ts'
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

export interface JobRunnerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Pick<Directory, 'first' | 'has' | 'requireByNumber'>
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

export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const { db, clock, directory, workFor, handlers, observer, lookMs = LOOK_MS } = deps
  const kinds = handlers.map(({ kind }) => kind)
  const names = kinds.map(({ name }) => name)
  const alarm = createAlarm()
  const running = new Map<string, Running>()
  /** By kind, where the queue is long. */
  const groups = new Map<string, { readonly places: readonly Place[]; readonly readMs: number }>()
  let isStopping = false
  let endedCount = 0
  let broughtBackMs = 0
  let looping: Promise<void> = Promise.resolve()

  const workOf = async ({ company }: Pick<HeldJob, 'company'>) =>
    workFor(SERVICE, await directory.requireByNumber(company))
  const jobsOf = ({ name }: JobKind): readonly HeldJob[] =>
    [...running.values()].map(({ job }) => job).filter(({ kind }) => kind === name)
  const freeOf = (kind: JobKind): number => kind.parallel - jobsOf(kind).length

  function begin(handler: JobHandler, job: HeldJob): void {
    const startedMs = clock.now()
    const stopping = new AbortController()
    const ended = workOf(job)
      .then((work) => runJob(handler, { work, job, stopping, clock }))
      .then((it) => observer.ended(job, it, (clock.now() - startedMs) / 1000))
      // The lease expires, and then the job runs again.
      .catch((error: unknown) => observer.warn(error))
      .finally(() => {
        running.delete(job.lease + job.id)
        endedCount += 1
        alarm.ring()
      })
    running.set(job.lease + job.id, { job, stopping, ended })
  }

  async function claimAndBegin(
    handler: JobHandler,
    { company, group, limit }: Choice,
  ): Promise<number> {
    // The company is moving: its jobs continue after the move, there or here.
    if (!isOpen(await directory.requireByNumber(company))) return 0
    const [now, until] = [instant(clock), instantAfter(clock, LEASE_SECONDS)]
    const { name: kind } = handler.kind
    const lease = newSecret()
    const claimed = await claim(companyDb(db, company), { kind, group, limit, lease, now, until })
    for (const job of claimed) begin(handler, job)
    return claimed.length
  }

  /** Claims as many jobs of a kind as there are free places, and returns how many. */
  async function fill(handler: JobHandler): Promise<number> {
    const { kind } = handler
    const due = await inOpenCompanies(await dueOf(kind))
    const places = {
      free: freeOf(kind),
      perGroup: kind.parallelPerGroup ?? kind.parallel,
      perCompany: Math.ceil(kind.parallel / SHARE_OF_A_COMPANY),
    }
    let count = 0
    for (const choice of chooseFair(due, jobsOf(kind), places))
      count += await claimAndBegin(handler, choice)
    return count
  }

  /** A company runs no jobs during its import, or after a killed import. */
  async function inOpenCompanies(due: readonly Place[]): Promise<readonly Place[]> {
    const closed = new Set<CompanyId>()
    for (const number of new Set(due.map(({ company }) => company)))
      if (!(await directory.has(number))) closed.add(number)
    return due.filter(({ company }) => !closed.has(company))
  }

  /** Reads a long queue by groups, in any order, so that no group waits behind another's jobs. */
  async function dueOf({ name, parallel }: JobKind): Promise<readonly Place[]> {
    const query = { kind: name, now: instant(clock) }
    const first = await listFirstDue(db, { ...query, limit: LOOK_LIMIT })
    if (first.length < LOOK_LIMIT) return first
    const known = groups.get(name)
    const isKnown = known !== undefined && clock.now() - known.readMs < GROUPS_KEPT_MS
    const places = isKnown ? known.places : await listDueGroups(db, query)
    if (!isKnown) groups.set(name, { places, readMs: clock.now() })
    return inAnyOrder(places).flatMap((place) => Array<Place>(parallel).fill(place))
  }

  /** Once a minute, so that no job waits for the date of a wrong clock. */
  async function bringBackJobs(): Promise<void> {
    if (Math.abs(clock.now() - broughtBackMs) < LOOK_MS) return
    broughtBackMs = clock.now()
    const within = (seconds: number) => instantAfter(clock, Math.ceil(seconds) + SKEW_SECONDS)
    for (const { name: kind, everySeconds } of kinds)
      await bringBack(db, {
        kind,
        lease: within(LEASE_SECONDS),
        retry: within(PAUSE_SECONDS_MAX * LONGER),
        periodic: everySeconds === undefined ? null : within(everySeconds * LONGER),
        now: instant(clock),
      })
  }

  /** Starts the due jobs. Returns their number and when to look again. */
  async function look(): Promise<{ readonly count: number; readonly waitMs: number }> {
    await bringBackJobs()
    for (let count = 0; ; ) {
      const earliest = await findEarliest(db, names)
      const now = instant(clock)
      const open = handlers.filter(({ kind }) => freeOf(kind) > 0)
      const timeOf = ({ kind }: JobHandler) => earliest.get(kind.name) ?? NEVER
      const due = open.filter((handler) => timeOf(handler) <= now)
      let begun = 0
      for (const handler of due) begun += await fill(handler)
      count += begun
      if (begun > 0 && !isStopping) continue
      if (due.length > 0) return { count, waitMs: LOOK_AGAIN_MS }
      const [next = NEVER] = open.map(timeOf).toSorted()
      const untilMs = Math.min(Date.parse(next) - clock.now(), lookMs)
      return { count, waitMs: untilMs + randomBelow(LOOK_JITTER_MS) }
    }
  }

  async function loop(): Promise<void> {
    let isPrepared = false
    while (!isStopping) {
      const waitMs = await (async () => {
        if (!isPrepared) await prepare()
        isPrepared = true
        return (await look()).waitMs
      })().catch((error: unknown) => {
        observer.warn(error)
        return FAILED_LOOK_MS
      })
      await alarm.wait(waitMs)
    }
  }

  const prepare = async (): Promise<void> =>
    transaction(workFor(SERVICE, await directory.first()), (work) =>
      enqueuePeriodic(
        work,
        kinds.filter(({ everySeconds }) => everySeconds !== undefined),
      ),
    )

  async function renewLeases(): Promise<void> {
    const all = [...running.values()]
    for (const [company, held] of Map.groupBy(all, ({ job }) => job.company)) {
      const until = instantAfter(clock, LEASE_SECONDS)
      const kept = await renew(
        companyDb(db, company),
        held.map(({ job }) => job),
        until,
      )
      for (const { job, stopping } of held) if (!kept.has(job.id)) stopping.abort()
    }
  }

  async function giveBack({ job, stopping }: Running): Promise<void> {
    stopping.abort()
    const now = instant(clock)
    const attempts = job.attempts - 1
    await release(companyDb(db, job.company), job, { dueAt: now, attempts, error: null, now })
  }

  const allEnded = (): Promise<unknown> =>
    Promise.all([...running.values()].map(({ ended }) => ended))

  return {
    kinds: kinds.filter(({ everySeconds }) => everySeconds === undefined).map(({ name }) => name),
    count: () => countByKind(db),
    async oldestDueSeconds() {
      const earliest = await findEarliest(db, names)
      const secondsSince = (at: string) => Math.max(0, (clock.now() - Date.parse(at)) / 1000)
      return new Map([...earliest].map(([kind, at]) => [kind, secondsSince(at)]))
    },
    start() {
      const stopListening = onAnnouncement(db, alarm.ring)
      const stopRenewing = every(RENEW_MS, () => void renewLeases().catch(observer.warn))
      looping = loop().finally(() => {
        stopListening()
        stopRenewing()
      })
    },
    async stop() {
      isStopping = true
      alarm.ring()
      await looping
      await within(STOP_MS, allEnded())
      await Promise.all([...running.values()].map(giveBack))
    },
    async runDue() {
      for (let count = 0; ; ) {
        const before = endedCount
        const begun = (await look()).count
        count += begun
        if (begun > 0 || endedCount > before) continue
        if (running.size === 0) return count
        await Promise.race([...running.values()].map(({ ended }) => ended))
      }
    },
  }
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
