import { randomUUIDv7 } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { Json } from '../givens.ts'
import type { TestApp } from '../harness.ts'
import { type Operation, type StringPlace, withValue } from './operations.ts'
import { addressesOf, type Headers, rowsOf, type Side, type Sides } from './sides.ts'

/** Who sends requests on behalf of company A. */
export interface Caller {
  readonly name: string
  readonly headers: Headers
  /** A person of both companies, who may name B. */
  readonly isInBoth?: boolean
}

/** Two requests that differ in one place: it names what is B's, or what nobody has. */
interface Probe {
  readonly operation: Operation
  readonly place: string
  readonly request: (value: string) => Request
  readonly value: string
  readonly unknown: string
  /** Both are done with success: what is there is a text, and no reference to something. */
  readonly mayPass?: boolean
  /** In the body of a change. */
  readonly isStored?: boolean
}

interface Request {
  readonly url: string
  readonly headers?: Headers
  readonly body?: Json
}

type Ids = ReadonlyMap<string, readonly string[]>

interface Targets {
  readonly sides: Sides
  readonly idsOfA: Ids
  readonly idsOfB: Ids
  /** One id of each kind in company B, and its other names. */
  readonly values: readonly string[]
  readonly cursors: readonly string[]
  readonly etags: readonly string[]
  /** Tries every value in every place. */
  readonly isLong: boolean
}

const ID = /\b[a-z]{3}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
/** The names of strings that may refer to something. */
const REFERENCE = /(^|_)(ids?|tokens?|template|number)$/

/** A value of that form that nobody has. */
export function unknownLike(value: string): string {
  if (UUID.test(value)) return value.replace(UUID, randomUUIDv7())
  return value.replace(/[a-z2-7]/g, (it) => NEXT[it] ?? it)
}

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', '234567']
const NEXT: Readonly<Record<string, string>> = Object.fromEntries(
  ALPHABETS.flatMap((letters) =>
    [...letters].map((it, at) => [it, letters[(at + 1) % letters.length] ?? '']),
  ),
)

/** Places where a caller chooses the id or the number of a new resource. */
const NEW_IDS = [
  'createTemplate id',
  'loadTemplateFromFile id',
  ...['createProduct', 'putProduct', 'patchProduct', 'putProductByExternalId'].map(
    (id) => `${id} item_number`,
  ),
]

/** What B has, to be put into requests of A. */
export async function targetsOf(
  app: TestApp,
  sides: Sides,
  given: Pick<Targets, 'idsOfA' | 'idsOfB' | 'isLong'>,
): Promise<Targets> {
  const { idsOfB } = given
  const { b, bothId } = sides
  const text = (await rowsOf(app, b)).join('\n')
  const byPrefix = new Map((text.match(ID) ?? []).map((id) => [id.slice(0, 3), id]))
  byPrefix.delete('req')
  // The person of both companies may be known to A.
  byPrefix.set('usr', b.ownerId)
  const { template = '', number = '', itm = '', share_token = '' } = b.known
  byPrefix.set('itm', itm)
  const answers = [...idsOfB.keys()]
    .filter((key) => key.includes(' in '))
    .map((key) => key.split(' in ')[1] ?? '')
  const cursors = []
  const etags = []
  for (const url of answers) {
    const page = await app.send({ url: `${url}?limit=1`, headers: b.owner })
    if (page.statusCode === 200) cursors.push(page.json().next_cursor)
    const [first] = idsOfB.get(`${url} in ${url}`) ?? []
    const one = await app.send({ url: `${url}/${first}`, headers: b.owner })
    etags.push(one.headers.etag)
  }
  const { id, handle } = b.company
  const isText = (it: unknown): it is string => typeof it === 'string' && it !== ''
  if (bothId === b.ownerId) throw new Error('The owner of B must not be in A.')
  return {
    ...given,
    sides,
    values: [...byPrefix.values(), template, number, share_token, id, handle].filter(isText),
    cursors: cursors.filter(isText),
    etags: etags.filter(isText),
  }
}

/** Every place of an operation for an id, a token, a cursor, a version or a company. */
export function probesOf(operation: Operation, targets: Targets): readonly Probe[] {
  return [
    ...inPath(operation, targets),
    ...inQuery(operation, targets),
    ...inBody(operation, targets),
    ...inHeaders(operation, targets),
  ]
}

const firstOf = (path: string, ids: Ids, { known }: Side): string | undefined =>
  addressesOf(path, ids, known)[0]

/** Each part of the path in turn, with A's own before it, then all of them. */
function inPath(operation: Operation, { sides, idsOfA, idsOfB }: Targets): readonly Probe[] {
  const { a, b } = sides
  const theirs = firstOf(operation.path, idsOfB, b)?.split('/')
  const own = firstOf(operation.path, idsOfA, a)?.split('/')
  if (!theirs || operation.isPublic) return []
  const body = ownBody(operation, a)
  const places = operation.path.split('/').flatMap((part, at) => (part.startsWith('{') ? [at] : []))
  return places.flatMap((at) => {
    const value = theirs[at] ?? ''
    const isShared = own?.[at] === value
    if (isShared) return []
    const around = (parts: readonly string[]) => (id: string) => ({
      url: parts.map((part, place) => (place === at ? id : part)).join('/'),
      body,
    })
    const place = `path ${operation.path.split('/')[at]}`
    const probe = { operation, value, unknown: unknownLike(value) }
    const among = own ? [{ ...probe, place, request: around(own) }] : []
    return [...among, { ...probe, place: `${place} among B's`, request: around(theirs) }]
  })
}

function inQuery(operation: Operation, targets: Targets): readonly Probe[] {
  const { sides, idsOfA, cursors } = targets
  const url = firstOf(operation.path, idsOfA, sides.a)
  if (url === undefined || operation.isPublic) return []
  const free = operation.parameters.filter((it) => it.in === 'query' && it.isFree)
  const body = ownBody(operation, sides.a)
  return free.flatMap(({ name }) => {
    const candidates = name === 'cursor' ? cursors : likely([name], targets)
    return candidates.map((value) => ({
      operation,
      place: `query ${name}`,
      value,
      unknown: unknownLike(value),
      mayPass: true,
      request: (it: string) => ({ url: `${url}?${name}=${encodeURIComponent(it)}`, body }),
    }))
  })
}

function inBody(operation: Operation, targets: Targets): readonly Probe[] {
  const { sides, idsOfA } = targets
  const url = firstOf(operation.path, idsOfA, sides.a)
  if (url === undefined || operation.isPublic) return []
  const body = ownBody(operation, sides.a)
  return operation.strings
    .filter((place) => REFERENCE.test(nameOf(place)))
    .filter((place) => !NEW_IDS.includes(`${operation.id} ${place.join('/')}`))
    .flatMap((place) =>
      likely(place, targets).map((value) => ({
        operation,
        place: `body ${place.join('/')}`,
        value,
        unknown: unknownLike(value),
        mayPass: true,
        isStored: !isReading(operation),
        request: (it: string) => ({ url, body: withValue(body, place, it) }),
      })),
    )
}

/** Everyone who reads may store views. */
const isReading = ({ scope, path }: Operation): boolean =>
  (scope === 'read' && !path.includes('/invoice-views')) || path.endsWith('/preview')

const nameOf = (place: StringPlace): string =>
  String(place.findLast((part) => typeof part === 'string') ?? '')

/** `customer_id` names a customer: `cus_…`. Other names may mean anything; a short run tries two. */
function likely(place: StringPlace, { values, sides: { b }, isLong }: Targets): readonly string[] {
  const name = nameOf(place)
  const { template = '', number = '', share_token = '' } = b.known
  if (place.includes('template')) return [template]
  if (name === 'q') return [b.mark]
  if (name === 'number') return [number]
  if (/token$/.test(name)) return [share_token]
  const own = values.filter((value) => value.startsWith(`${name.slice(0, 3)}_`))
  if (own.length > 0) return own
  const start = place.join().length % values.length
  return isLong ? values : values.slice(start).concat(values).slice(0, 2)
}

function inHeaders(operation: Operation, targets: Targets): readonly Probe[] {
  const { sides, idsOfA, etags } = targets
  const { a, b } = sides
  const url = firstOf(operation.path, idsOfA, a)
  if (url === undefined || operation.isPublic) return []
  const body = ownBody(operation, a)
  const probe = (name: string, value: string): Probe => ({
    operation,
    place: `header ${name}`,
    value,
    unknown: unknownLike(value),
    mayPass: name !== COMPANY,
    request: (it) => ({ url, body, headers: { [name]: it } }),
  })
  const names = operation.parameters.filter((it) => it.in === 'header').map((it) => it.name)
  const versions = names.filter((name) => /^if-/.test(name))
  const { id, handle, number } = b.company
  return [
    ...versions.flatMap((name) => etags.slice(0, 3).map((etag) => probe(name, etag))),
    ...(needsCompany(operation)
      ? [id, handle, String(number)].map((value) => probe(COMPANY, value))
      : []),
  ]
}

const COMPANY = 'billwright-company'

/** What is about the caller, or about companies, needs none. */
export const needsCompany = ({ isPublic, path }: Operation): boolean =>
  !isPublic && !/^\/api\/v1\/(session|me|companies|invitations)(\/|$)/.test(path)

/** An example, with ids that A has, that does not issue what later requests change. */
function ownBody({ example }: Operation, { known }: Side): Json {
  if (example === undefined) return undefined
  const text = JSON.stringify(example).replace(ID, (id) => known[id.slice(0, 3)] ?? id)
  const { status: _, ...body } = JSON.parse(text)
  return body
}

/** Sends both requests of a probe; answers sentences on what tells B's things from unknown ones. */
export async function sendProbe(
  app: TestApp,
  probe: Probe,
  {
    caller,
    leaks,
  }: { readonly caller: Caller; readonly leaks: (text: string) => readonly string[] },
): Promise<readonly string[]> {
  if (caller.isInBoth && /^(com_|[a-z2-7]{8}$)/.test(probe.value)) return []
  const ask = async (value: string) => {
    const { url, headers, body } = probe.request(value)
    const answer = await app.server.inject({
      method: probe.operation.method,
      url,
      headers: { host: 'localhost:3000', ...caller.headers, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { text: textOf(answer, value), status: answer.statusCode, code: codeOf(answer) }
  }
  const unknown = await ask(probe.unknown)
  // Any text is stored there, so B's would be A's from now on.
  if (probe.isStored && unknown.status < 400) return []
  const theirs = await ask(probe.value)
  const name = `${caller.name}: ${probe.operation.id}, ${probe.place} = ${probe.value}`
  const isSame = theirs.status === unknown.status && theirs.code === unknown.code
  const hasPassed = theirs.status < 400 && !probe.mayPass
  return [
    ...(isSame
      ? []
      : [`${name} answers ${theirs.status} ${theirs.code}, not ${unknown.status} ${unknown.code}`]),
    ...(hasPassed ? [`${name} answers ${theirs.status}`] : []),
    ...leaks(theirs.text).map((leak) => `${name} tells ${leak}`),
  ]
}

/** The whole answer, without what the request said itself. */
export function textOf(answer: LightMyRequestResponse, said = ''): string {
  const { headers, rawPayload } = answer
  const text = `${JSON.stringify(headers)}\n${rawPayload.toString('latin1')}`
  return said === '' ? text : text.replaceAll(said, '…').replaceAll(encodeURIComponent(said), '…')
}

/** All failures of other servers count as one code: they reveal nothing about a company. */
const codeOf = (answer: LightMyRequestResponse): string =>
  /problem\+json/.test(String(answer.headers['content-type']))
    ? answer.json().code.replace(/^upstream_.*/, 'upstream')
    : ''

/** Finds what is B's in a text. */
export async function leakFinder(app: TestApp, side: Side, shared: readonly string[]) {
  const rows = (await rowsOf(app, side)).join('\n')
  const ids = new Set(rows.match(ID))
  for (const id of shared) ids.delete(id)
  const mark = side.mark.toLowerCase()
  const words = [side.known.share_token?.slice(-43) ?? '', side.key.authorization?.slice(7) ?? '']
  return (text: string): readonly string[] => [
    ...(text.match(ID) ?? []).filter((id) => ids.has(id)),
    ...(text.toLowerCase().includes(mark) ? [mark] : []),
    ...words.filter((word) => word !== '' && text.includes(word)),
  ]
}
