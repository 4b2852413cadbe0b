import { AppError } from '../../../kernel/errors.ts'
import type { Clock } from '../../clock.ts'
import type { OutboundClient, OutboundResponse } from '../../outbound/client.ts'
import type { Log } from './engine.ts'
import {
  documentTooLarge,
  rendererBusy,
  rendererUnavailable,
  renderTimeout,
} from './inner/errors.ts'
import {
  HTML_MAX_BYTES,
  type PdfRenderer,
  PRINT_TIMEOUT_MS,
  type RendererCheck,
} from './renderer.ts'
import { answerSignature, isSignature, PRINT_PATH, requestSignature } from './signature.ts'

interface PoolRendererOptions {
  /** The origin of the render processes. */
  readonly url: string
  readonly secret: string
  /** The client that may reach that origin. */
  readonly outbound: OutboundClient
  readonly clock: Clock
  readonly log: Log
}

const PDF_MAX_BYTES = 64 * 1024 * 1024
const CHECK_MAX_BYTES = 64 * 1024
/** Time for the render process to wait for a turn, print and answer; and to start its browser. */
const ANSWER_TIMES = 2
const ANSWER_ALLOWANCE_MS = 22_000
/** The queue for work of the installation, not of a company. */
const NO_COMPANY = 0n

/** The queue of a client for a pool; the pool's processes have queues, too. */
export const POOL_QUEUE = { active: 64, waiting: 256, waitMs: 10_000 }

/**
 * Prints on the render processes of a pool. Answers that are not signed for this document, or are
 * no PDF, are refused as `renderer_unavailable`.
 */
export function createPoolRenderer(deps: PoolRendererOptions): PdfRenderer {
  const { url, secret, outbound, clock, log } = deps

  const ask = (path: string, request: Partial<Parameters<OutboundClient['send']>[0]>) =>
    outbound
      .send({ url: url + path, limitBytes: CHECK_MAX_BYTES, redirects: 0, ...request })
      .catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'outbound_busy'
          ? rendererBusy(error)
          : rendererUnavailable(error)
      })

  const check = async (): Promise<RendererCheck> => {
    const pool = { engine: url, version: null, sandbox: false, isEnclosed: null }
    try {
      const { status } = await ask('/readyz', {})
      const ok = status === 200
      return { ...pool, ok, detail: ok ? null : `The render process answered with ${status}.` }
    } catch {
      return { ...pool, ok: false, detail: `The render process at ${url} does not answer.` }
    }
  }

  return {
    async print(html, { timeoutMs = PRINT_TIMEOUT_MS, company = NO_COMPANY } = {}) {
      const body = Buffer.from(html)
      if (body.length > HTML_MAX_BYTES) throw documentTooLarge({ bytesMax: HTML_MAX_BYTES })
      const ticket = { at: clock.now(), company, timeoutMs }
      const signature = requestSignature(secret, ticket, body)
      const answerTimeoutMs = timeoutMs * ANSWER_TIMES + ANSWER_ALLOWANCE_MS
      const answer = await ask(PRINT_PATH, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'billwright-time': String(ticket.at),
          'billwright-company': String(company),
          'billwright-timeout': String(timeoutMs),
          'billwright-signature': signature,
        },
        limitBytes: PDF_MAX_BYTES,
        timeoutMs: answerTimeoutMs,
        answerTimeoutMs,
      })
      if (answer.status !== 200) throw refusalOf(answer)
      const right = answerSignature(secret, signature, answer.body)
      if (isSignature(answer.headers['billwright-signature'] ?? '', right) && isPdf(answer.body))
        return answer.body
      log('error', 'A render process answered with something else than the document.', { url })
      throw rendererUnavailable(new Error('The answer of the render process is not authentic.'))
    },
    check,
    checkStarted: check,
    warm: async () => {},
    close: () => outbound.close(),
  }
}

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** Passes on the refusals of a render process; any other answer means that it is unusable. */
function refusalOf({ status, body }: OutboundResponse): AppError {
  switch (codeOf(body)) {
    case 'document_too_large':
      return documentTooLarge({})
    case 'render_timeout':
      return renderTimeout()
    case 'renderer_busy':
    case 'overloaded':
      return rendererBusy()
    default:
      return rendererUnavailable(new Error(`The render process answered with ${status}.`))
  }
}

function codeOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')).code
  } catch {
    return undefined
  }
}
