import { ITEMS } from './clients.ts'
import { type Fault, sleep } from './harness.ts'
import { type Answer, call, isOverloaded, request } from './request.ts'

/** One answer: when it was asked for, since the load began, and how long it took. */
export interface Timed {
  readonly atMs: number
  readonly tookMs: number
  readonly kind: string
}

interface SteadyLoad {
  readonly answers: readonly Timed[]
  readonly refusals: number
  /** Lets requests under way end, and waits for them. */
  stop(): Promise<void>
}

interface LoadOptions {
  readonly url: string
  readonly requestsPerSecond: number
  readonly pdfsPerSecond: number
}

interface Known {
  readonly id: string
  token: string | null
}

/** Of the newest invoices, so that the load itself does not grow with what it has made. */
const KNOWN_MAX = 50
const KINDS = ['create', 'create', 'update', 'publish', 'list', 'list', 'read', 'public', 'public']

/**
 * Requests of every kind at a fixed rate, whether those before are answered or not: a service that
 * becomes slower is not asked less. What is answered with 5xx is a finding; 503 for overload is counted.
 */
export function startSteadyLoad(it: Fault, options: LoadOptions): SteadyLoad {
  const { url } = options
  const beganMs = performance.now()
  const answers: Timed[] = []
  const underWay = new Set<Promise<void>>()
  const known: Known[] = []
  let isStopped = false
  let refusals = 0

  const timed = async (kind: string, work: () => Promise<Answer>) => {
    const atMs = performance.now() - beganMs
    const answer = await work()
    answers.push({ atMs, tookMs: performance.now() - beganMs - atMs, kind })
    if (isOverloaded(answer)) refusals += 1
    else if (answer.status >= 400) it.finding(`${kind}: ${answer.status} ${answer.json?.code}`)
  }
  const ask = (kind: string) => {
    const asked = timed(kind, () => send(url, kind, known))
      .catch((error: Error) => it.finding(`${kind}: ${error.message}`))
      .finally(() => underWay.delete(asked))
    underWay.add(asked)
  }
  const every = async (perSecond: number, kindOf: () => string) => {
    for (let n = 0; !isStopped; n++) {
      ask(kindOf())
      await sleep(Math.max(0, beganMs + ((n + 1) * 1000) / perSecond - performance.now()))
    }
  }
  const lanes = Promise.all([
    every(options.requestsPerSecond, () => KINDS[Math.floor(Math.random() * KINDS.length)] ?? ''),
    every(options.pdfsPerSecond, () => 'pdf'),
  ])
  return {
    answers,
    get refusals() {
      return refusals
    },
    async stop() {
      isStopped = true
      await lanes
      await Promise.all(underWay)
    },
  }
}

async function send(url: string, kind: string, known: Known[]): Promise<Answer> {
  const one = known[Math.floor(Math.random() * known.length)]
  const published = known.find(({ token }) => token !== null)
  if (kind === 'list') return call(url, 'GET', '/invoices?limit=50')
  if (kind === 'public' && published)
    return request(url, 'GET', `/api/v1/public/invoices/${published.token}/html`)
  if (kind === 'create' || kind === 'public' || !one) return create(url, known)
  if (kind === 'read') return call(url, 'GET', `/invoices/${one.id}`)
  // Each is another document: what was printed once is kept.
  if (kind === 'pdf') return call(url, 'GET', `/invoices/${(await fresh(url)).id}/pdf`)
  if (kind === 'publish') return publish(url, one)
  const body = { notes: `Changed ${Math.random()}` }
  return call(url, 'PUT', `/invoices/${one.id}`, { body })
}

const draft = () => ({
  customer: { name: 'Fernweh Books' },
  items: ITEMS,
  notes: `Order ${Math.random()}`,
})

async function create(url: string, known: Known[]): Promise<Answer> {
  const answer = await call(url, 'POST', '/invoices', { body: draft() })
  if (answer.status === 201) known.unshift({ id: answer.json.id, token: null })
  known.splice(KNOWN_MAX)
  return answer
}

async function fresh(url: string): Promise<{ readonly id: string }> {
  const { json } = await call(url, 'POST', '/invoices', { body: draft() })
  return json
}

async function publish(url: string, one: Known): Promise<Answer> {
  const answer = await call(url, 'POST', `/invoices/${one.id}/publish`)
  if (answer.status === 200) one.token = answer.json.share_token
  return answer
}
