import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../givens.ts'
import { type Got, type History, hashOf, type Kind, nowMs, type Operation } from './history.ts'
import { type Answer, call } from './request.ts'

interface ClientOptions {
  readonly count: number
  readonly history: History
  /** Where the next request goes; asked for each, so that it may change, or be waited for. */
  url(): string | Promise<string>
  /** Of another company's key; absent: the key of the environment. */
  readonly headers?: Readonly<Record<string, string>>
  /** Share (0 to 1) of requests with an Idempotency-Key; they are repeated until answered. */
  readonly keyed?: number
  /** Share of requests whose connection the client cuts within 20 ms. */
  readonly aborted?: number
  /** Share of creates with a body that must be refused. */
  readonly invalid?: number
  /** Kinds of changes, as often as they are named. */
  readonly kinds?: readonly Kind[]
  /** Pause between two requests of a client. */
  readonly pauseMs?: number
  /** Requests of each client; without it they go on until `stop`. */
  readonly operations?: number
  readonly timeoutMs?: number
}

export interface Clients {
  /** Lets requests under way end, and waits for them. */
  stop(): Promise<void>
  /** Resolves when each has made its `operations`, or after `stop`. */
  readonly finished: Promise<void>
}

/** An invoice of one client alone: what it did last is known, so the next change is legal. */
interface Owned {
  readonly id: string
  issued: boolean
  published: boolean
  paid: number
}

interface Wish {
  readonly kind: Kind
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly wanted: Operation['wanted']
  readonly owned: Owned | null
}

const KINDS: readonly Kind[] = [
  'create',
  'create',
  'update',
  'issue',
  'publish',
  'unpublish',
  'pay',
  'delete',
]
const DOWN_PAUSE_MS = 100
const ATTEMPTS_MAX = 500
/** Items of an invoice, and what they come to; `judge.ts` compares. */
export const ITEMS = [
  { description: 'Design', quantity: '2', unit_price: '40.00', tax: { category: 'S', rate: '19' } },
  { description: 'Proof', quantity: '1.5', unit_price: '9.90', tax: { category: 'S', rate: '7' } },
]

/** Starts clients that write at once, each one request after another, until `stop`. */
export function startClients(options: ClientOptions): Clients {
  let isStopped = false
  const work = async (client: number) => {
    const owned: Owned[] = []
    const most = options.operations ?? Number.POSITIVE_INFINITY
    for (let n = 0; n < most && !isStopped; n++) {
      const wish = wishFor(options, owned, `c${client}-${n}-${randomUUID().slice(0, 8)}`)
      await carryOut(options, wish, owned, () => isStopped)
      if (options.pauseMs) await sleep(Math.random() * 2 * options.pauseMs)
    }
  }
  const finished = Promise.all(Array.from({ length: options.count }, (_, n) => work(n))).then(
    () => {},
  )
  return {
    finished,
    async stop() {
      isStopped = true
      await finished
    },
  }
}

type Named = Wish & { readonly op: string }

/** Something that this client may do now. */
function wishFor(options: ClientOptions, owned: readonly Owned[], op: string): Named {
  const kinds = options.kinds ?? KINDS
  const kind = kinds[Math.floor(Math.random() * kinds.length)] ?? 'create'
  const it = owned[Math.floor(Math.random() * owned.length)]
  const wish = (it && changeOf(it, kind, op)) ?? creation(options, op)
  return { ...wish, op }
}

function changeOf(owned: Owned, kind: Kind, op: string): Wish | null {
  const path = `/invoices/${owned.id}`
  const to = (method: string, rest: string, wanted: Wish['wanted'] = {}, body?: unknown): Wish => ({
    kind,
    method,
    path: path + rest,
    owned,
    wanted,
    ...(body === undefined ? {} : { body }),
  })
  if (kind === 'update' && !owned.issued) return to('PUT', '', { notes: op }, { notes: op })
  if (kind === 'issue' && !owned.issued) return to('PUT', '', { issued: true }, { status: 'sent' })
  if (kind === 'publish') return to('POST', '/publish')
  if (kind === 'unpublish' && owned.published) return to('POST', '/unpublish')
  if (kind === 'pay' && owned.issued && owned.paid < 20)
    return to('POST', '/payments', { amount: '1.00' }, { amount: '1.00' })
  if (kind === 'delete' && !owned.issued) return to('DELETE', '')
  return null
}

/** The name in `metadata` finds the invoice of a create whose answer was lost. */
function creation({ invalid = 0 }: ClientOptions, op: string): Wish {
  const issued = Math.random() < 0.5
  const isInvalid = Math.random() < invalid
  return {
    kind: 'create',
    method: 'POST',
    path: '/invoices',
    owned: null,
    wanted: { issued, notes: op, ...(isInvalid ? { invalid: true } : {}) },
    body: {
      customer: { name: 'Fernweh Books' },
      currency: 'EUR',
      notes: op,
      metadata: { op },
      status: issued ? 'sent' : 'draft',
      items: isInvalid ? [{ ...ITEMS[0], quantity: 'two' }] : ITEMS,
    },
  }
}

/** Sends it. With a key it tries again until a process answers or the client stops. */
async function carryOut(
  options: ClientOptions,
  wish: Named,
  owned: Owned[],
  isStopped: () => boolean,
): Promise<void> {
  const key = Math.random() < (options.keyed ?? 0.5) ? wish.op : null
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const operation = await attemptOf(options, wish, key)
    options.history.add(operation)
    if (operation.outcome === 'ok') return note(wish, operation, owned)
    if (operation.outcome === 'info') await sleep(DOWN_PAUSE_MS)
    // An answer that was lost stays lost, however often one asks.
    const isAsked = operation.outcome === 'info' && operation.code !== 'idempotency_answer_lost'
    if (isAsked && key !== null && !isStopped()) continue
    // What became of it is not known, so neither is what may be done next.
    if (wish.owned && operation.outcome === 'info') owned.splice(owned.indexOf(wish.owned), 1)
    return
  }
}

async function attemptOf(options: ClientOptions, wish: Named, key: string | null) {
  const { kind, op, wanted, method, path, body } = wish
  const isAborted = Math.random() < (options.aborted ?? 0)
  const url = await options.url()
  const start = nowMs()
  const fixed = { start, kind, op, key, wanted, invoice: wish.owned?.id ?? null }
  try {
    const answer = await call(url, method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { ...options.headers, ...(key === null ? {} : { 'idempotency-key': key }) },
      timeoutMs: options.timeoutMs ?? 30_000,
      ...(isAborted ? { signal: AbortSignal.timeout(Math.floor(Math.random() * 20)) } : {}),
    })
    return { ...fixed, end: nowMs(), ...outcomeOf(answer, wish) } satisfies Operation
  } catch {
    const unknown = { outcome: 'info', status: null, code: null, got: null } as const
    return { ...fixed, end: nowMs(), ...unknown } satisfies Operation
  }
}

/** The outcome of a key's first attempt is unknown if its answer was lost; it is no refusal. */
const UNTOLD = ['idempotency_in_flight', 'idempotency_answer_lost']

function outcomeOf({ status, json, bytes }: Answer, { owned }: Named) {
  const code: string | null = json?.code ?? null
  if (status < 300) {
    const got: Got = { ...gotOf(json, owned?.id ?? null), bodyHash: hashOf(bytes) }
    return { outcome: 'ok' as const, status, code, got, invoice: got.id }
  }
  const isUntold = status >= 500 || (code !== null && UNTOLD.includes(code))
  return { outcome: isUntold ? ('info' as const) : ('fail' as const), status, code, got: null }
}

/** A payment answers itself; everything else the invoice. */
function gotOf(json: Json, invoiceId: string | null): Omit<Got, 'bodyHash'> {
  const isInvoice = typeof json?.id === 'string' && json.id.startsWith('inv_')
  return {
    id: isInvoice ? json.id : (invoiceId ?? ''),
    version: isInvoice ? json.version : null,
    number: isInvoice ? json.number : null,
    total: isInvoice ? json.totals.total : null,
    token: isInvoice ? json.share_token : null,
  }
}

function note({ kind, wanted, owned: it }: Named, operation: Operation, owned: Owned[]): void {
  if (kind === 'create' && operation.invoice !== null) {
    const issued = wanted.issued === true
    owned.push({ id: operation.invoice, issued, published: false, paid: 0 })
  }
  if (!it) return
  if (kind === 'issue') it.issued = true
  if (kind === 'publish') it.published = true
  if (kind === 'unpublish') it.published = false
  if (kind === 'pay') it.paid += 1
  if (kind === 'delete') owned.splice(owned.indexOf(it), 1)
}
