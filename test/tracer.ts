import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api'

export interface RecordedSpan {
  name: string
  readonly attributes: Attributes
  readonly context: SpanContext
  readonly parent: SpanContext | undefined
  isFailed: boolean
  isEnded: boolean
}

/** What an operator's SDK is to the service: keeps every span in memory. Once a process. */
export function recordSpans(): RecordedSpan[] {
  const spans: RecordedSpan[] = []
  context.setGlobalContextManager(new AsyncContexts())
  propagation.setGlobalPropagator(TRACEPARENT)
  trace.setGlobalTracerProvider({ getTracer: () => tracerInto(spans) })
  return spans
}

export function stopRecordingSpans(): void {
  context.disable()
  propagation.disable()
  trace.disable()
}

function tracerInto(spans: RecordedSpan[]): Tracer {
  const startSpan: Tracer['startSpan'] = (name, options = {}, on = context.active()) => {
    const parent = trace.getSpanContext(on)
    const own: RecordedSpan = {
      name,
      attributes: { ...options.attributes },
      context: {
        traceId: parent?.traceId ?? hex(spans.length + 1, 32),
        spanId: hex(spans.length + 1, 16),
        traceFlags: 1,
      },
      parent,
      isFailed: false,
      isEnded: false,
    }
    spans.push(own)
    return spanOf(own)
  }
  const startActiveSpan = (name: string, ...rest: readonly unknown[]) => {
    const work = rest.at(-1) as (span: Span) => unknown
    const span = startSpan(name, rest.length > 1 ? (rest[0] as object) : {})
    return context.with(trace.setSpan(context.active(), span), () => work(span))
  }
  return { startSpan, startActiveSpan: startActiveSpan as Tracer['startActiveSpan'] }
}

function spanOf(own: RecordedSpan): Span {
  const span: Span = {
    spanContext: () => own.context,
    setAttribute: (key, value) => Object.assign(own.attributes, { [key]: value }) && span,
    setAttributes: (attributes) => Object.assign(own.attributes, attributes) && span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus: ({ code }) => {
      own.isFailed = code === 2
      return span
    },
    updateName: (name) => {
      own.name = name
      return span
    },
    end: () => {
      own.isEnded = true
    },
    isRecording: () => !own.isEnded,
    recordException: () => {},
  }
  return span
}

class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()
  active = (): Context => this.#storage.getStore() ?? ROOT_CONTEXT
  with: ContextManager['with'] = (on, work, self, ...args) =>
    this.#storage.run(on, () => work.call(self as ThisParameterType<typeof work>, ...args))
  bind: ContextManager['bind'] = (_on, target) => target
  enable = (): this => this
  disable = (): this => this
}

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

const TRACEPARENT: TextMapPropagator = {
  fields: () => ['traceparent'],
  inject(on, carrier, setter) {
    const own = trace.getSpanContext(on)
    if (own) setter.set(carrier, 'traceparent', `00-${own.traceId}-${own.spanId}-01`)
  },
  extract(on, carrier, getter) {
    const [, traceId, spanId] = PARENT.exec(String(getter.get(carrier, 'traceparent'))) ?? []
    if (traceId === undefined || spanId === undefined) return on
    return trace.setSpanContext(on, { traceId, spanId, traceFlags: 1, isRemote: true })
  },
}

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0')
