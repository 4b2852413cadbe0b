import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AppError } from '../kernel/errors.ts'

/**
 * Uses only OpenTelemetry's API, which does nothing without an SDK (docs/operations.md). Attributes
 * come from the code, never from a caller.
 */

const NAME = 'billwright'
const tracer = () => trace.getTracer(NAME)

/** Runs `work` as a child span; marks a failure with its code. */
export const inSpan = <T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> =>
  tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      markFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  })

/** The span of an incoming request, continuing its `traceparent`. The caller ends it. */
export interface RequestSpan {
  /** Connects log lines with traces; undefined without an SDK. */
  readonly traceId: string | undefined
  /** Runs `work` with this span as the current one. */
  run(work: () => void): void
  end(outcome: { readonly route: string | undefined; readonly status: number }): void
}

const NO_STATUS_FAILS_BELOW = 500

export function startRequestSpan(
  method: string,
  headers: Readonly<Record<string, unknown>>,
): RequestSpan {
  const parent = propagation.extract(context.active(), headers)
  const attributes = { 'http.request.method': method }
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
  const inside: Context = trace.setSpan(parent, span)
  const { traceId } = span.spanContext()
  return {
    traceId: /^0*$/.test(traceId) ? undefined : traceId,
    run: (work) => context.with(inside, work),
    end({ route, status }) {
      if (route !== undefined)
        span.updateName(`${method} ${route}`).setAttribute('http.route', route)
      span.setAttribute('http.response.status_code', status)
      if (status >= NO_STATUS_FAILS_BELOW) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function markFailed(span: Span, error: unknown): void {
  const code = error instanceof AppError ? error.code : 'internal'
  span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR })
}
