import createFetchClient from 'openapi-fetch'
import { toError } from './errors.ts'
import { type ClientOptions, credentialsOf, policyOf, randomKey } from './http.ts'
import { OPERATIONS } from './operations.ts'
import { sendUntilAnswered } from './retry.ts'
import type {
  Answer,
  ArgsList,
  CallOptions,
  Data,
  Entry,
  ListId,
  Methods,
  OperationId,
} from './types.ts'

export {
  AuthenticationError,
  BillwrightError,
  ConflictError,
  type Fault,
  InvalidRequestError,
  NoAnswerError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.ts'
export type { ClientOptions } from './http.ts'
export type {
  Answer,
  Args,
  ArgsList,
  CallOptions,
  ChangeId,
  Data,
  Entry,
  ListId,
  Methods,
  OperationId,
  Problem,
} from './types.ts'

/** A method for each operation of the reference, and the general methods. */
export interface Client extends Methods {
  /** Calls an operation and returns its response with status, ETag and headers. */
  request<Id extends OperationId>(id: Id, ...args: ArgsList<Id>): Promise<Answer<Data<Id>>>
  /** Calls an operation without reading the body, for large downloads. The time limit covers only the headers. */
  stream<Id extends OperationId>(
    id: Id,
    ...args: ArgsList<Id>
  ): Promise<Answer<ReadableStream<Uint8Array> | null>>
  /** Every entry of a list, page by page. */
  each<Id extends ListId>(id: Id, ...args: ArgsList<Id>): AsyncGenerator<Entry<Id>, void>
}

export function createClient(options: ClientOptions): Client {
  const request = createRequest(options)

  async function* each(id: ListId, args: Loose = {}): AsyncGenerator<unknown, void> {
    let cursor: unknown = args.query?.cursor
    do {
      const query = { ...args.query, ...(cursor ? { cursor } : {}) }
      const { data } = await request(id, { ...args, query })
      const page = data as Page
      yield* page.data
      cursor = page.next_cursor
    } while (cursor)
  }

  const methods = Object.keys(OPERATIONS).map((id) => [
    id,
    async (args?: Loose) => (await request(id as OperationId, args)).data,
  ])
  // Only the name of an operation determines its types; internally all have one type.
  const stream = (id: OperationId, args?: Loose) => request(id, { ...args, isStreamed: true })
  return { ...Object.fromEntries(methods), request, each, stream } as Client
}

/** The arguments of any operation. */
interface Loose extends CallOptions {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly contentType?: string
  readonly isStreamed?: boolean
}

interface Page {
  readonly data: readonly unknown[]
  readonly next_cursor: string | null
}

type CallAny = (id: OperationId, args?: Loose) => Promise<Answer<unknown>>

/** `openapi-fetch` combines URL, query, headers and body; its own types need literal paths. */
type FetchAny = (
  method: string,
  path: string,
  init: object,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>

const PARSE_AS = { json: 'json', text: 'text', bytes: 'arrayBuffer', nothing: 'text' } as const

/** Filters take several values in one parameter: `status=sent,paid`. */
const SEPARATED = { array: { style: 'form', explode: false } } as const

const UNKNOWN_TYPE = 'application/octet-stream'
const unchanged = <T>(body: T): T => body

function createRequest(options: ClientOptions): CallAny {
  const { baseUrl } = options
  const headers = credentialsOf(options)
  const fetchAny = createFetchClient({ baseUrl, headers, querySerializer: SEPARATED })
    .request as FetchAny

  return async (id, { path, query, body, contentType, signal, isStreamed, ...args } = {}) => {
    const { method, url, kind, isKeyed } = callOf(id)
    const policy = { ...policyOf(options, args), isStreamed: isStreamed === true }
    const fileType = contentType ?? (body instanceof Blob ? body.type || UNKNOWN_TYPE : undefined)
    const { data, error, response } = await fetchAny(method, url, {
      params: { path, query },
      body,
      bodySerializer: fileType && unchanged,
      headers: { ...args.headers, ...headersOf(args, isKeyed), 'content-type': fileType },
      parseAs: isStreamed ? 'stream' : PARSE_AS[kind],
      fetch: (request: Request) => sendUntilAnswered(request, policy),
      ...(signal && { signal }),
    })
    if (!response.ok) throw toError(response, error)
    return toAnswer(response, data instanceof ArrayBuffer ? new Uint8Array(data) : data)
  }
}

function callOf(id: OperationId) {
  const [method = '', url = '', kind, keyed] = OPERATIONS[id].split(' ')
  return { method, url, kind: kind as keyof typeof PARSE_AS, isKeyed: keyed !== undefined }
}

function headersOf({ ifMatch, idempotencyKey }: CallOptions, isKeyed: boolean) {
  const key = isKeyed && idempotencyKey !== null ? (idempotencyKey ?? randomKey()) : undefined
  return { 'if-match': ifMatch, 'idempotency-key': key }
}

/**
 * The ETag as the service sent it: a proxy that compresses a response makes it weak or adds a
 * suffix.
 */
const strongOf = (etag: string | null): string | undefined =>
  etag?.replace(/^W\//, '').replace(/-(gzip|zstd|br|deflate)"$/, '"')

const toAnswer = <T>({ status, headers }: Response, data: T): Answer<T> => ({
  data,
  status,
  etag: strongOf(headers.get('etag')),
  isReplayed: headers.get('idempotency-replayed') === 'true',
  headers,
})
