import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RequestSpan, startRequestSpan } from '../../../platform/telemetry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null
  }
}

/** One span per request, continuing the caller's `traceparent`. Nearly free without an SDK. */
export function registerTracing(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = startRequestSpan(request.method, request.headers)
    request.span.run(done)
  })
  // The body arrives outside of any span.
  app.addHook('preHandler', ({ span }, _reply, done) => (span ? span.run(done) : done()))
  app.addHook('onResponse', (request, reply, done) => {
    request.span?.end({ route: routeOf(request), status: reply.statusCode })
    done()
  })
}

const routeOf = ({ routeOptions }: FastifyRequest): string | undefined => routeOptions.url
