import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { type RecordedSpan, recordSpans, stopRecordingSpans } from './tracer.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`

let spans: RecordedSpan[]
beforeAll(() => {
  spans = recordSpans()
})
afterAll(stopRecordingSpans)

describe.each(ENGINES)('traces (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())
  beforeEach(() => void spans.splice(0))

  const named = (name: string): RecordedSpan => {
    const span = spans.find((it) => it.name === name)
    if (!span) throw new Error(`No span is called ${name}: ${spans.map((it) => it.name)}`)
    return span
  }

  test('a request continues its caller’s trace, and its transaction is part of it', async () => {
    const body = { name: 'Secret Name', email: 'who@example.org' }
    await app.call('POST', '/customers', body, { traceparent: TRACEPARENT })
    const request = named('POST /api/v1/customers')
    expect(request.parent).toMatchObject({ traceId: TRACE, spanId: 'b7ad6b7169203331' })
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/customers',
      'http.response.status_code': 201,
    })
    const transaction = named('transaction')
    expect(transaction.parent).toEqual(request.context)
    expect(transaction.attributes).toEqual({
      'db.system.name': engine === 'postgres' ? 'postgresql' : 'sqlite',
    })
    expect(spans.every(({ isEnded }) => isEnded)).toBe(true)
    expect(JSON.stringify(spans)).not.toMatch(/Secret|example\.org/)
  })

  test('a failed transaction has its code; a caller’s fault is no failure', async () => {
    await app.call('DELETE', '/customers/cus_01890a5d-ac96-774b-bcce-b302099a8057')
    expect(named('DELETE /api/v1/customers/:id').isFailed).toBe(false)
    expect(named('transaction')).toMatchObject({
      isFailed: true,
      attributes: { 'error.type': 'customer_not_found' },
    })
  })

  test('without a traceparent, or with a broken one, a trace begins here', async () => {
    await app.call('GET', '/customers', undefined, { traceparent: 'nonsense' })
    expect(named('GET /api/v1/customers').parent).toBeUndefined()
  })
})
