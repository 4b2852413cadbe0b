import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Json } from './givens.ts'
import { ROOT } from './source-files.ts'

const BASE = '/api/v1/'
const DOCUMENT = 'docs/openapi.json'

interface Operation {
  /** `GET /invoices/{id}`. */
  readonly name: string
  readonly method: string
  readonly place: string
  readonly pattern: RegExp
  readonly spec: Json
}

type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers'> & { readonly body?: unknown }

/** What a caller who knows the OpenAPI document would not expect of an answer; empty if it is as said. */
export function undocumented(request: InjectOptions, answer: Answer): readonly string[] {
  const url = typeof request.url === 'string' ? request.url : ''
  if (!url.startsWith(BASE)) return []
  const operation = findOperation(request.method?.toUpperCase() ?? 'GET', url.replace(/[?#].*/, ''))
  if (!operation || answer.statusCode === 405) return []
  const { operationId, responses } = operation.spec
  const said = resolved(responses[answer.statusCode])
  if (!said) return [`${operationId} does not document ${answer.statusCode}`]
  const [type = ''] = String(answer.headers['content-type'] ?? '').split(';')
  const types = Object.keys(said.content ?? {})
  const isKnown = type === '' || types.includes(type) || types.includes('*/*')
  const names = Object.keys(said.headers ?? {}).map((name) => name.toLowerCase())
  const missing = ['etag', 'location', 'content-disposition'].filter(
    (name) => names.includes(name) && !(name in answer.headers) && answer.statusCode < 300,
  )
  const unsaid = HEADERS.filter((name) => name in answer.headers && !names.includes(name))
  return [
    ...(isKnown ? [] : [`${operationId} does not document ${answer.statusCode} as ${type}`]),
    ...missing.map(
      (name) => `${operationId} documents ${name} of ${answer.statusCode}, without one`,
    ),
    ...(type === 'application/problem+json' ? unpromised(answer.body) : []),
    ...unsaid.map((name) => `${operationId} does not document ${name} of ${answer.statusCode}`),
  ]
}

/** Throws if the document does not know such an answer. */
export function expectDocumented(request: InjectOptions, answer: Answer): void {
  const found = undocumented(request, answer)
  if (found.length > 0) throw new Error(`${found.join('; ')}: say so in its schema.`)
}

interface Said {
  readonly code: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** The params of a problem that docs/errors.md does not document for its code. */
function unpromised(body: unknown): readonly string[] {
  if (typeof body !== 'string' || body === '') return []
  const problem = JSON.parse(body) as Said & { readonly errors?: readonly Said[] }
  return [problem, ...(problem.errors ?? [])].flatMap(({ code, params = {} }) =>
    Object.keys(params)
      .filter((name) => !promises().get(code)?.includes(`\`${name}\``))
      .map((name) => `docs/errors.md does not promise the param ${name} of ${code}`),
  )
}

let promised: ReadonlyMap<string, string> | null = null

function promises(): ReadonlyMap<string, string> {
  if (promised) return promised
  const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')
  const [table = ''] = /^## Params$[\s\S]*?(?=^## )/m.exec(page) ?? []
  const rows = [...table.matchAll(/^\| `([a-z_]+)` \| ([^|]*) \|$/gm)]
  promised = new Map(rows.map(([, code = '', params = '']) => [code, params]))
  return promised
}

/** Headers that callers go by. */
const HEADERS = [
  'etag',
  'location',
  'content-disposition',
  'retry-after',
  'www-authenticate',
  'ratelimit-limit',
  'ratelimit-reset',
]

/** The operations by the first word of their paths: each answer of each test is looked up here. */
type Operations = Readonly<Record<string, readonly Operation[]>>

let known: { readonly document: Json; readonly operations: Operations } | null = null

/** The generated document: `global-setup.ts` keeps it current. */
function load() {
  const document: Json = JSON.parse(readFileSync(join(ROOT, DOCUMENT), 'utf8'))
  const operations = Object.entries<Json>(document.paths)
    .sort(([a], [b]) => placesOf(a) - placesOf(b))
    .flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, spec]) => ({
        name: `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
        method: method.toUpperCase(),
        place: placeOf(path),
        pattern: patternOf(path),
        spec,
      })),
    )
  const grouped = Object.groupBy(operations, ({ place }) => place) as Operations
  return { document, operations: grouped }
}

/** The word after `/api/v1`. */
const placeOf = (path: string): string => path.split('/')[3] ?? ''

const placesOf = (path: string): number => path.split('{').length

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('{path}', '.*').replace(/\{\w+\}/g, '[^/]+')}$`)

/** All of the document. */
export function documentedOperations(): readonly Operation[] {
  known ??= load()
  return Object.values(known.operations).flat()
}

export function findOperation(method: string, path: string): Operation | undefined {
  known ??= load()
  const asked = method === 'HEAD' ? 'GET' : method
  const near = known.operations[placeOf(path)] ?? []
  const found = near.find(({ pattern }) => pattern.test(path))
  return near.find((it) => it.method === asked && it.pattern.source === found?.pattern.source)
}

const resolved = (response: Json): Json =>
  response?.$ref
    ? known?.document.components.responses[String(response.$ref).split('/').at(-1) ?? '']
    : response
