import {
  cpuTimeMs,
  type Fault,
  fault,
  percentile,
  type Service,
  seconds,
  sleep,
} from './harness.ts'
import { startReceiver } from './receiver.ts'
import { type Resources, resourcesOf } from './resources.ts'
import { startSteadyLoad, type Timed } from './steady-load.ts'
import { median } from './telling-apart.ts'

const REQUESTS_PER_SECOND = 20
const PDFS_PER_SECOND = 1
const USUAL_SECONDS = 120
const SAMPLE_MS = 2_000
const SAMPLES_MAX = 1_000
/** Not measured: code is compiled, caches fill and the heap takes its size. */
const WARM_UP_SHARE = 0.25

/** By how much the last third may exceed the first: a share of it, and an amount. */
const BOUNDS: Readonly<Record<keyof Resources, readonly [number, number]>> = {
  serviceMb: [0.15, 24],
  browserMb: [0.15, 32],
  descriptors: [0, 10],
  processes: [0, 3],
}
/** The machine may have other work meanwhile; what grows without end exceeds this sooner or later. */
const TIME_BOUND = [1, 20] as const

interface Sample extends Resources {
  readonly atMs: number
}

/**
 * Mixed load at a fixed rate for two minutes, or `FAULT_SECONDS_FACTOR` times as long: memory, open
 * files, processes and response times of the last third are those of the first (C30).
 */
await fault(async (it) => {
  const receiver = await startReceiver(it, () => 'take')
  const service = await it.service({ withBrowser: true, env: { OUTBOUND_ALLOW: receiver.allow } })
  await service.ready()
  await receiver.register(service.url)
  const totalMs = seconds(USUAL_SECONDS) * 1000
  const load = startSteadyLoad(it, {
    url: service.url,
    requestsPerSecond: REQUESTS_PER_SECOND,
    pdfsPerSecond: PDFS_PER_SECOND,
  })
  const samples = await sampled(service, totalMs)
  const cpuShare = cpuTimeMs(service.pid) / totalMs
  await load.stop()
  const answers = load.answers.filter(({ atMs }) => atMs < totalMs)
  const told = [
    `${Math.round(totalMs / 1000)} s, ${answers.length} answers, ${load.refusals} × 503`,
    `${receiver.deliveries.length} deliveries`,
    `the service took ${Math.round(cpuShare * 100)} % of a core`,
    ...resourceFigures(it, samples, totalMs),
    ...timeFigures(it, answers, totalMs),
  ]
  const code = await service.stop()
  if (code !== 0) it.finding(`the service ended with ${code}`)
  return told.join('; ')
})

async function sampled(service: Service, totalMs: number): Promise<readonly Sample[]> {
  const beganMs = performance.now()
  const samples: Sample[] = []
  for (let atMs = 0; atMs < totalMs; atMs = performance.now() - beganMs) {
    samples.push({ atMs, ...resourcesOf(service) })
    await sleep(Math.max(SAMPLE_MS, totalMs / SAMPLES_MAX))
  }
  return samples
}

/** The first and the last third of what comes after the warm-up. */
function thirds<T extends { readonly atMs: number }>(all: readonly T[], totalMs: number) {
  const beginMs = totalMs * WARM_UP_SHARE
  const thirdMs = (totalMs - beginMs) / 3
  return {
    first: all.filter(({ atMs }) => atMs >= beginMs && atMs < beginMs + thirdMs),
    last: all.filter(({ atMs }) => atMs >= totalMs - thirdMs),
  }
}

function resourceFigures(it: Fault, samples: readonly Sample[], totalMs: number) {
  const { first, last } = thirds(samples, totalMs)
  return (Object.keys(BOUNDS) as (keyof Resources)[]).map((name) => {
    const [before, after] = [first, last].map((part) => median(part.map((one) => one[name])))
    return compared(it, { name, before, after, bound: BOUNDS[name] })
  })
}

function timeFigures(it: Fault, answers: readonly Timed[], totalMs: number) {
  const { first, last } = thirds(answers, totalMs)
  return ['requests', 'pdf'].flatMap((which) => {
    const of = (part: readonly Timed[]) =>
      part.filter(({ kind }) => (kind === 'pdf') === (which === 'pdf')).map((one) => one.tookMs)
    return [0.5, 0.95].map((share) => {
      const [before, after] = [percentile(of(first), share), percentile(of(last), share)]
      const name = `${which} p${share * 100} (ms)`
      return compared(it, { name, before, after, bound: TIME_BOUND })
    })
  })
}

interface Compared {
  readonly name: string
  readonly before: number | undefined
  readonly after: number | undefined
  readonly bound: readonly [share: number, amount: number]
}

function compared(it: Fault, { name, before = 0, after = 0, bound }: Compared): string {
  const [share, amount] = bound
  const told = `${name} ${Math.round(before)} → ${Math.round(after)}`
  if (after > before * (1 + share) + amount) it.finding(`grew: ${told}`)
  return told
}
