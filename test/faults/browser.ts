import { execFileSync } from 'node:child_process'
import { browserUser } from '../../src/platform/browser/inner/folders.ts'
import { canEnclose } from '../../src/platform/browser/inner/namespace.ts'
import { ITEMS } from './clients.ts'
import { get } from './final-state.ts'
import {
  type Fault,
  fault,
  ms,
  percentile,
  randomBetween,
  rounds,
  type Service,
  sleep,
  until,
} from './harness.ts'
import { processes, signal } from './processes.ts'
import { call } from './request.ts'

const DEADLINE_MS = 15_000
const GRACE_MS = 1_000
const NEXT_PDF_MAX_MS = 3_000
/**
 * On a machine that is slow: what is waited for a hung page and then for its end, which does not
 * depend on the machine, and of what the first PDF took with the start of a browser.
 */
const HANGING_MS = 2_000
const NEXT_PDF_MAX_FACTOR = 3
const FAULTS = [
  'renderer killed',
  'renderer stopped',
  'renderer starved',
  'browser killed',
  'browser stopped',
  'browser starved',
  'bomb',
]
/** Small and harmless to look at; each takes a browser longer than its deadline, or much memory. */
const BOMBS = [
  `<div style="columns:1000 1px;height:10px">${'<p>x</p>'.repeat(5_000)}</div>`,
  `<div style="display:grid;grid-template-columns:repeat(900,1fr)">${'<i>x</i>'.repeat(12_000)}</div>`,
  `${'<table><tr><td>'.repeat(50)}x${'</td></tr></table>'.repeat(50)}`,
]

/**
 * The browser's processes are killed, stopped and left without memory while they print, and are given
 * documents that take too long: the request fails in time and in words, the others go on, the next PDF
 * is printed, and no process is left behind, nor a zombie where the browser may have a namespace of its
 * own (C25).
 */
await fault(async (it) => {
  const service = await it.service({ withBrowser: true })
  await service.ready()
  const firstMs = await takes(() => printed(service.url, 'none'))
  const limitMs = Math.max(NEXT_PDF_MAX_MS, HANGING_MS + NEXT_PDF_MAX_FACTOR * firstMs)
  const bombs = await installBombs(service.url)
  const longMs = await takes(() => printed(service.url, 'long', { isLong: true }))
  const groups = new Set<number>()
  const latencies: number[] = []
  const nextMs: number[] = []
  const outcomes: string[] = []
  let isOver = false
  const reading = readOn(it, service, latencies, () => isOver)
  const count = rounds(2 * FAULTS.length)
  for (let round = 0; round < count; round++) {
    const kind = FAULTS[round % FAULTS.length] ?? ''
    for (const { group } of browserOf(service)) groups.add(group)
    const bomb = kind === 'bomb' ? bombs[Math.floor(round / FAULTS.length) % bombs.length] : null
    outcomes.push(`${kind}: ${await oneFault(it, service, { kind, bomb: bomb ?? null, longMs })}`)
    nextMs.push(await nextPdf(it, service, limitMs))
  }
  isOver = true
  await reading
  for (const { group } of browserOf(service)) groups.add(group)
  const zombies = processes().filter(({ parent, state }) => parent === service.pid && state === 'Z')
  if (zombies.length > 0) it.finding(`${zombies.length} zombies of the service`)
  const code = await service.stop()
  if (code !== 0) it.finding(`the service ended with ${code}`)
  await until('no process is left', () => leftOf(groups).length === 0, 10_000).catch(() => {
    for (const { pid, command } of leftOf(groups)) it.finding(`left behind: ${pid} ${command}`)
  })
  const unreaped = processes().filter(({ group, state }) => groups.has(group) && state === 'Z')
  const isEnclosed = await canEnclose(browserUser())
  if (isEnclosed && unreaped.length > 0)
    it.finding(`${unreaped.length} zombies of ${groups.size} browsers`)
  return [
    outcomes.join(', '),
    `next PDF after ${ms(percentile(nextMs, 0.5))}, at most ${ms(Math.max(...nextMs))} (the first: ${ms(firstMs)})`,
    `p95 of ${latencies.length} reads meanwhile ${ms(percentile(latencies, 0.95))}`,
    `${groups.size} browsers ${isEnclosed ? 'in' : 'without'} namespaces, ${unreaped.length} zombies`,
  ].join('; ')
})

async function takes(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function installBombs(url: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (const [n, bomb] of BOMBS.entries()) {
    const html = `<!doctype html><html><body><p>{{invoiceNumber}}</p>${bomb}</body></html>`
    const body = { id: `bomb-${n}`, name: `Bomb ${n}`, html }
    const { status, text } = await call(url, 'POST', '/templates', { body })
    if (status !== 201) throw new Error(`The template was refused: ${text}`)
    ids.push(`bomb-${n}`)
  }
  return ids
}

interface Printed {
  readonly template?: string | null
  /** Takes long enough to be struck in the midst of it. */
  readonly isLong?: boolean
}

/** A new invoice each time, because what was printed once is kept. */
async function printed(url: string, note: string, options: Printed = {}) {
  const { template = null, isLong = false } = options
  const items = isLong ? Array.from({ length: 100 }, () => ITEMS).flat() : ITEMS
  const body = { customer: { name: 'Fernweh Books' }, items, status: 'sent', notes: note }
  const { json } = await call(url, 'POST', '/invoices', { body })
  const query = template === null ? '' : `?template=${template}`
  return call(url, 'GET', `/invoices/${json.id}/pdf${query}`, { timeoutMs: 60_000 })
}

interface Strike {
  readonly kind: string
  /** A template that takes too long. */
  readonly bomb: string | null
  /** What a document like the one that is struck takes when nothing is wrong. */
  readonly longMs: number
}

/** Prints, strikes in the midst of it, and says how the request ended. */
async function oneFault(it: Fault, service: Service, { kind, bomb, longMs }: Strike) {
  const startedAt = performance.now()
  const printing = printed(service.url, `${kind} ${startedAt}`, {
    template: bomb,
    isLong: true,
  })
  await sleep(randomBetween(0, longMs))
  strike(service, kind)
  const { status, json } = await printing
  const tookMs = performance.now() - startedAt
  const isClear = [200, 503, 504].includes(status) || (bomb !== null && status === 413)
  if (!isClear) it.finding(`${kind}: answered ${status} ${json?.code}`)
  if (tookMs > DEADLINE_MS + GRACE_MS) it.finding(`${kind}: answered only after ${ms(tookMs)}`)
  return `${status} after ${ms(tookMs)}`
}

function strike(service: Service, kind: string): void {
  const [who, how] = kind.split(' ')
  for (const { pid, command } of browserOf(service)) {
    const isRenderer = command.includes('--type=renderer')
    const isMain = /^(?!unshare\0).*--headless/s.test(command) && !command.includes('--type=')
    if (!(who === 'renderer' ? isRenderer : who === 'browser' && isMain)) continue
    if (how === 'starved') starve(pid)
    else signal(pid, how === 'stopped' ? 'SIGSTOP' : 'SIGKILL')
  }
}

/**
 * From now on the process gets no more memory: what it asks for next is refused. Asked for by the
 * process's own user, as even root may lack the right to limit others.
 */
function starve(pid: number): void {
  const user = browserUser() ?? {}
  try {
    execFileSync('prlimit', [`--pid=${pid}`, '--as=1', '--data=1'], { ...user, stdio: 'pipe' })
  } catch (error) {
    // It may have gone already.
    if (processes().some((it) => it.pid === pid && it.state !== 'Z')) throw error
  }
}

/** Every process of the browsers that the service started: each leads a group. */
function browserOf({ pid: service }: Service) {
  const all = processes()
  const leaders = all.filter(({ pid, parent, group }) => parent === service && pid === group)
  const groups = new Set(leaders.map(({ pid }) => pid))
  return all.filter(({ group, state }) => groups.has(group) && state !== 'Z')
}

function leftOf(groups: ReadonlySet<number>) {
  return processes().filter(({ group, state }) => groups.has(group) && state !== 'Z')
}

/** How long it takes until an ordinary PDF is printed again. */
async function nextPdf(it: Fault, { url }: Service, limitMs: number): Promise<number> {
  const startedAt = performance.now()
  const { status, json, bytes } = await printed(url, `next ${startedAt}`)
  const tookMs = performance.now() - startedAt
  if (status !== 200 || !bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
    it.finding(`the next PDF: ${status} ${json?.code}`)
  if (tookMs > limitMs) it.finding(`the next PDF only after ${ms(tookMs)}`)
  return tookMs
}

async function readOn(it: Fault, { url }: Service, latencies: number[], isOver: () => boolean) {
  while (!isOver()) {
    const startedAt = performance.now()
    await get(url, '/invoices?limit=10').catch((error: Error) => it.finding(error.message))
    latencies.push(performance.now() - startedAt)
    await sleep(20)
  }
}
