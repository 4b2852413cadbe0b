import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../../../kernel/errors.ts'
import { escapePointer } from '../validation.ts'

/** The members of a JSON schema that are used here. */
interface Schema {
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly items?: Schema
}

const BY_EXTERNAL_ID = '/external/:system/:id'

/** Headers with the caller's credential and company. */
const ABOUT_CALLER = ['host', 'authorization', 'cookie', 'billwright-company', 'x-forwarded-for']

/**
 * Lets a caller read a resource, change some fields and send everything back. Read-only fields are
 * dropped; changed ones get the fault `read_only`. The resource is read only if the body has such
 * fields.
 */
export function registerReadOnlyFields(app: FastifyInstance): void {
  app.decorateRequest('readOnlyFaults', null)
  app.addHook('preValidation', async (request, reply) => {
    const { method, routeOptions, body } = request
    const schema = routeOptions.schema?.body as Schema | undefined
    if (!['PUT', 'PATCH'].includes(method) || !schema || !hasUnknown(body, schema)) return
    const path = await readablePath(app, request)
    if (path === null) return
    const now = await readAsCaller(app, request, `${path}${expansionsIn(body)}`)
    // Some callers may change parts of a resource that they cannot read.
    if (now.statusCode === 403) return
    if (now.statusCode !== 200) return relay(reply, now)
    const faults: Fault[] = []
    dropEqual(body, { schema, now: now.json(), pointer: '', faults })
    // `meaning.ts` reports them with the other faults of the body.
    if (faults.length > 0) request.readOnlyFaults = faults
  })
}

/** The URL of the resource; null: it has none, or does not exist yet. */
async function readablePath(app: FastifyInstance, request: FastifyRequest): Promise<string | null> {
  const { raw, params, routeOptions } = request
  const [path = '/'] = (raw.url ?? '/').split('?')
  const url = routeOptions.url ?? ''
  if (app.hasRoute({ method: 'GET', url })) return path
  if (!url.endsWith(BY_EXTERNAL_ID)) return null
  const { system, id } = params as { readonly system: string; readonly id: string }
  // A system may be called "external", too.
  const list = path
    .split('/')
    .slice(0, -BY_EXTERNAL_ID.split('/').length + 1)
    .join('/')
  const query = `?external_id=${encodeURIComponent(`${system}:${id}`)}`
  const found = await readAsCaller(app, request, `${list}${query}`)
  const [resource] = found.statusCode === 200 ? found.json().data : []
  return resource ? `${list}/${resource.id}` : null
}

function readAsCaller(app: FastifyInstance, { headers }: FastifyRequest, url: string) {
  const own = Object.entries(headers).filter(([name]) => ABOUT_CALLER.includes(name))
  return app.inject({ method: 'GET', url, headers: Object.fromEntries(own) })
}

/** The query with which the body was read. */
function expansionsIn(body: unknown): string {
  const names = isObject(body) && isObject(body.expanded) ? Object.keys(body.expanded) : []
  return names.length === 0 ? '' : `?expand=${encodeURIComponent(names.join(','))}`
}

type Answer = Awaited<ReturnType<typeof readAsCaller>>

/** A caller who cannot read the resource gets the same refusal as for reading it. */
const relay = (reply: FastifyReply, { statusCode, headers, body }: Answer) =>
  reply
    .code(statusCode)
    .headers(headers['retry-after'] ? { 'retry-after': headers['retry-after'] } : {})
    .type('application/problem+json')
    .serializer((text: string) => text)
    .send(body)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const variantsOf = (schema: Schema): readonly Schema[] => [
  schema,
  ...(schema.anyOf ?? []).flatMap(variantsOf),
]

const itemsOf = (schema: Schema): Schema | undefined =>
  variantsOf(schema).find(({ items }) => items)?.items

/** The fields of every variant; null if any name is allowed. */
function fieldsOf(schema: Schema): Readonly<Record<string, Schema>> | null {
  const objects = variantsOf(schema).filter(({ properties }) => properties)
  const isClosed = objects.every((it) => it.additionalProperties === false)
  if (objects.length === 0 || !isClosed) return null
  return Object.assign({}, ...objects.map(({ properties }) => properties))
}

function hasUnknown(value: unknown, schema: Schema): boolean {
  const items = Array.isArray(value) ? itemsOf(schema) : undefined
  if (items && Array.isArray(value)) return value.some((entry) => hasUnknown(entry, items))
  const fields = isObject(value) ? fieldsOf(schema) : null
  if (!fields || !isObject(value)) return false
  return Object.entries(value).some(([name, entry]) => {
    const field = fields[name]
    return field === undefined || hasUnknown(entry, field)
  })
}

interface Comparison {
  readonly schema: Schema
  /** The current value of the resource at this pointer. */
  readonly now: unknown
  readonly pointer: string
  readonly faults: Fault[]
}

/** Changes the body in place. Fields that the resource lacks stay, and validation refuses them. */
function dropEqual(value: unknown, { schema, now, pointer, faults }: Comparison): void {
  const items = itemsOf(schema)
  if (items && Array.isArray(value) && Array.isArray(now))
    for (const [index, entry] of value.entries()) {
      const at = `${pointer}/${index}`
      dropEqual(entry, { schema: items, now: counterpart(entry, now, index), pointer: at, faults })
    }
  const fields = fieldsOf(schema)
  if (!fields || !isObject(value) || !isObject(now)) return
  for (const [name, entry] of Object.entries(value)) {
    const at = `${pointer}/${escapePointer(name)}`
    const field = fields[name]
    if (field) dropEqual(entry, { schema: field, now: now[name], pointer: at, faults })
    else if (!Object.hasOwn(now, name)) continue
    else {
      delete value[name]
      if (!isDeepStrictEqual(entry, now[name]))
        faults.push({ pointer: at, code: 'read_only', message: readOnly(name) })
    }
  }
}

const readOnly = (name: string): string =>
  `\`${name}\` cannot be set. Leave it out, or send the value that you read.`

/** Longer lists without ids are matched by position only: comparing all pairs would take too long. */
const COMPARED_MAX = 20

/** The entry with the same id; without ids, the one with most fields in common, else by position. */
function counterpart(entry: unknown, now: readonly unknown[], index: number): unknown {
  if (!isObject(entry)) return now[index]
  if (entry.id !== undefined) return now.find((other) => isObject(other) && other.id === entry.id)
  if (now.length > COMPARED_MAX || index > COMPARED_MAX) return now[index]
  const common = (other: unknown): number =>
    isObject(other)
      ? Object.entries(entry).filter(([name, value]) => isDeepStrictEqual(value, other[name]))
          .length
      : -1
  return now.reduce(
    (best, other) => (common(other) > common(best) ? other : best),
    now[index] ?? now[0],
  )
}
