import { describe, expect, test } from 'vitest'
import { BillwrightError } from './errors.ts'
import { type RetryPolicy, sendUntilAnswered } from './retry.ts'

const URL = 'http://service.example/api/v1/invoices'
type Step = number | [status: number, retryAfter: string, date?: string] | Error
/** When the client's clock says that answers come. */
const NOW = Date.parse('Wed, 01 Jan 2031 00:00:00 GMT')

/** Sends through a service that answers these, one after the other. */
function sending(request: Request, steps: readonly Step[], given: Partial<RetryPolicy> = {}) {
  const sent: Request[] = []
  const pauses: number[] = []
  const answer = sendUntilAnswered(request, {
    retries: 3,
    timeoutMs: 5_000,
    random: () => 1,
    now: () => NOW,
    pause: async (ms) => void pauses.push(ms),
    send: async (it) => {
      const step = steps[sent.length] ?? 200
      sent.push(it)
      if (step instanceof Error) throw step
      const [status, retryAfter, date] = Array.isArray(step) ? step : [step]
      const headers = new Headers()
      if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
      if (date !== undefined) headers.set('date', date)
      return new Response(status === 204 ? null : 'body', { status, headers })
    },
    ...given,
  })
  return { answer, sent, pauses }
}

const get = () => new Request(URL)
const post = (headers: Record<string, string> = {}) =>
  new Request(URL, { method: 'POST', body: '{"a":1}', headers })
const keyed = () => post({ 'idempotency-key': 'k' })
const lost = new TypeError('fetch failed')

const CASES: readonly {
  readonly name: string
  readonly request: Request
  readonly steps: readonly Step[]
  readonly status: number
  readonly pauses: readonly number[]
}[] = [
  { name: 'an answer', request: get(), steps: [200], status: 200, pauses: [] },
  { name: 'no body', request: get(), steps: [204], status: 204, pauses: [] },
  { name: '503', request: get(), steps: [503, 503, 200], status: 200, pauses: [200, 400] },
  { name: 'lost', request: keyed(), steps: [lost, 201], status: 201, pauses: [200] },
  { name: '429', request: keyed(), steps: [[429, '7'], 201], status: 201, pauses: [7_000] },
  { name: '429, too long', request: get(), steps: [[429, '90'], 200], status: 429, pauses: [] },
  {
    name: 'a date',
    request: get(),
    steps: [[503, 'Wed, 01 Jan 2031 00:00:03 GMT'], 200],
    status: 200,
    pauses: [3_000],
  },
  {
    name: 'a date by the clock of who answers, which goes wrong',
    request: keyed(),
    steps: [[429, 'Wed, 01 Jan 2031 00:10:05 GMT', 'Wed, 01 Jan 2031 00:10:00 GMT'], 201],
    status: 201,
    pauses: [5_000],
  },
  {
    name: 'a date in the form of RFC 850',
    request: get(),
    steps: [[503, 'Wednesday, 01-Jan-31 00:00:04 GMT'], 200],
    status: 200,
    pauses: [4_000],
  },
  {
    name: 'a date that is past',
    request: get(),
    steps: [[503, 'Tue, 31 Dec 2030 23:00:00 GMT'], 200],
    status: 200,
    pauses: [200],
  },
  {
    name: 'a date too far away',
    request: get(),
    steps: [[503, 'Wed, 01 Jan 2031 00:02:00 GMT'], 200],
    status: 503,
    pauses: [],
  },
  ...['soon', '-1', '1.5', '2031-01-01T00:00:03Z'].map((retryAfter) => ({
    name: `neither seconds nor a date (${retryAfter})`,
    request: get(),
    steps: [[503, retryAfter], 200] satisfies Step[],
    status: 200,
    pauses: [200],
  })),
  { name: 'in flight', request: keyed(), steps: [[409, '1'], 201], status: 201, pauses: [1_000] },
  { name: 'a conflict', request: keyed(), steps: [409, 201], status: 409, pauses: [] },
  { name: 'a defect', request: get(), steps: [500, 200], status: 500, pauses: [] },
  { name: 'no key, 503', request: post(), steps: [503, 201], status: 503, pauses: [] },
  { name: 'no key, 429', request: post(), steps: [[429, '1'], 201], status: 429, pauses: [] },
  {
    name: 'never',
    request: get(),
    steps: [502, 502, 502, 504, 200],
    status: 504,
    pauses: [200, 400, 800],
  },
]

describe('repeated requests', () => {
  test.each(CASES)('$name → $status after $pauses', async ({ request, steps, status, pauses }) => {
    const sending_ = sending(request, steps)
    expect((await sending_.answer).status).toBe(status)
    expect(sending_.pauses).toEqual(pauses)
  })

  test('has the same key and the same body', async () => {
    const { answer, sent } = sending(keyed(), [lost, 503, 201])
    await answer
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k', 'k', 'k'])
    expect(await Promise.all(sent.map((it) => it.text()))).toEqual(Array(3).fill('{"a":1}'))
  })

  test('pauses stay between half and eight seconds', async () => {
    const { answer, pauses } = sending(get(), Array(9).fill(503), { retries: 8, random: () => 0 })
    await answer
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 4000, 4000])
  })
})

describe('requests without an answer', () => {
  test('no_answer names its cause, and a change without a key is sent once', async () => {
    const { answer, sent } = sending(post(), [lost, 201])
    await expect(answer).rejects.toMatchObject({ code: 'no_answer', status: 0, cause: lost })
    await expect(answer).rejects.toBeInstanceOf(BillwrightError)
    expect(sent.length).toBe(1)
  })

  test('a slow attempt counts as lost', async () => {
    const never = (request: Request) =>
      new Promise<Response>((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
      })
    const { answer } = sending(get(), [], { send: never, timeoutMs: 1, retries: 1 })
    await expect(answer).rejects.toMatchObject({
      code: 'no_answer',
      cause: expect.objectContaining({ name: 'TimeoutError' }),
    })
  })

  test('the caller’s signal ends it with its reason, also in a pause', async () => {
    const leaving = new AbortController()
    const { answer } = sending(new Request(URL, { signal: leaving.signal }), [503], {
      pause: async (_ms, signal) => {
        leaving.abort('gone')
        signal.throwIfAborted()
      },
    })
    await expect(answer).rejects.toBe('gone')
  })
})
