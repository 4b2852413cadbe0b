import type { FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import {
  HTML_MAX_BYTES,
  type PdfRenderer,
  PRINT_TIMEOUT_MS,
} from '../../platform/browser/pdf/renderer.ts'
import {
  answerSignature,
  isRecent,
  isSignature,
  PRINT_PATH,
  type PrintTicket,
  requestSignature,
} from '../../platform/browser/pdf/signature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Pressure } from '../../platform/pressure.ts'
import { registerHealth } from '../http/health.ts'
import { createServer, type Server } from '../http/server.ts'

interface RenderServerOptions {
  readonly secret: string
  readonly renderer: PdfRenderer
  readonly clock: Clock
  readonly logger: Logger
  readonly pressure?: Pressure
}

/**
 * Only prints documents for other processes. It has no database and sends no requests, so code
 * that breaks out of the browser finds no data.
 */
export async function createRenderServer(deps: RenderServerOptions): Promise<Server> {
  const { renderer, logger, pressure } = deps
  const app = await createServer({
    logger,
    trustProxy: false,
    authenticate: async () => null,
    ...(pressure ? { pressure } : {}),
  })
  registerHealth(app, {
    checks: {
      renderer: async () => {
        const check = await renderer.checkStarted()
        return { ok: check?.ok ?? true, detail: check?.detail ?? null }
      },
    },
  })
  const asBytes = { parseAs: 'buffer', bodyLimit: HTML_MAX_BYTES } as const
  app.addContentTypeParser('text/html', asBytes, (_request, body, done) => done(null, body))
  app.post<{ Body: Buffer }>(
    PRINT_PATH,
    { bodyLimit: HTML_MAX_BYTES, schema: { hide: true }, config: { access: 'public' } },
    async (request, reply) => {
      const { ticket, signature } = signed(request, deps)
      const pdf = await renderer.print(request.body.toString('utf8'), ticket)
      reply.type('application/pdf').header('cache-control', 'no-store')
      reply.header('billwright-signature', answerSignature(deps.secret, signature, pdf))
      return reply.send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
    },
  )
  return app
}

/** The ticket of the request, if it is signed with our secret and recent. */
function signed({ headers, body }: FastifyRequest, { secret, clock }: RenderServerOptions) {
  const ticket = ticketOf(headers)
  const signature = requestSignature(secret, ticket, Buffer.isBuffer(body) ? body : Buffer.from(''))
  const given = String(headers['billwright-signature'] ?? '')
  if (!isSignature(given, signature) || !isRecent(ticket, clock)) throw printUnsigned()
  return { ticket, signature }
}

function ticketOf(headers: FastifyRequest['headers']): PrintTicket {
  const [at, company, timeoutMs] = ['time', 'company', 'timeout'].map((name) => {
    const value = String(headers[`billwright-${name}`])
    if (!/^\d{1,15}$/.test(value)) throw printUnsigned()
    return value
  })
  return {
    at: Number(at),
    company: BigInt(company ?? 0),
    timeoutMs: Math.min(Number(timeoutMs), PRINT_TIMEOUT_MS),
  }
}

const printUnsigned = () =>
  new AppError(
    'unauthenticated',
    'print_unsigned',
    'The request is not signed with RENDER_SECRET, or its time is more than a minute off. Check the secret and the clocks of both machines.',
  )
