import { table } from '../../kernel/table.ts'

/* Commands of a service from its OpenAPI document: `invoices list`, `quotes open ID`. */

export interface Operation {
  /** The words after `billwright`, before the ids. */
  readonly words: readonly string[]
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Names of its query parameters. */
  readonly filters: readonly string[]
  /** Assigns a number, or sends or books money, so it asks first. */
  readonly asks: boolean
  /** For a step that changes the status. */
  readonly body?: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  /** The members of the object are separate parameters, such as `metadata.crm`. */
  readonly explode?: boolean
}

interface Described {
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly { readonly apiKey?: readonly string[] }[]
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<
  Record<string, { readonly schema?: { readonly properties?: Readonly<Record<string, unknown>> } }>
>

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

const BASE = '/api/v1/'
const INVOICE = `${BASE}invoices/{id}`
const IS_PARAMETER = /^\{.*\}$/
const IS_MONEY = /\/(payments|refund|apply-credit|keep-credit)(\/|$)/
const VERBS = table<string>({
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
})

const step = (word: string, summary: string, status: string): Operation => ({
  words: ['invoices', word],
  method: 'PATCH',
  path: INVOICE,
  summary,
  filters: [],
  asks: true,
  body: JSON.stringify({ status }),
})

const STEPS: readonly Operation[] = [
  step('issue', 'Issue an invoice', 'sent'),
  step('mark-paid', 'Record what is due as paid today', 'paid'),
  step('void', 'Void an invoice', 'void'),
  step('write-off', 'Write off what is due', 'uncollectible'),
  {
    words: ['payments', 'record'],
    method: 'POST',
    path: `${INVOICE}/payments`,
    summary: 'Record a payment of an invoice',
    filters: [],
    asks: true,
  },
]

/** Leaves out operations that only people use: their sessions, and pages of links. */
export function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith(BASE))
    .flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, { security }]) => (security?.[0]?.apiKey?.length ?? 0) > 0)
        .map(([method, it]) => operationOf({ method: method.toUpperCase(), path, item, it })),
    )
  return [...described, ...STEPS]
}

interface Place {
  readonly method: string
  readonly path: string
  readonly item: Readonly<Record<string, Described>>
  readonly it: Described
}

function operationOf({ method, path, item, it }: Place): Operation {
  const segments = path.slice(BASE.length).split('/')
  const fixed = segments.filter((segment) => !IS_PARAMETER.test(segment))
  const verb = verbOf({ method, path, item, it })
  const [scope] = it.security?.[0]?.apiKey ?? []
  return {
    words: verb === undefined ? fixed : [...fixed, verb],
    method,
    path,
    summary: it.summary ?? '',
    filters: (it.parameters ?? [])
      .filter((one) => one.in === 'query')
      .map(({ name, explode }) => (explode ? `${name}.` : name)),
    asks: scope === 'issue' || (method !== 'GET' && IS_MONEY.test(path)),
  }
}

/** Undefined: the last word of the path is the verb, as in `invoices pdf ID`. */
function verbOf({ method, path, item, it }: Place): string | undefined {
  if (Object.hasOwn(VERBS, method)) return VERBS[method]
  const isOfOne = IS_PARAMETER.test(path.split('/').at(-1) ?? '')
  if (method === 'POST') return item.get ? 'create' : undefined
  if (isOfOne) return 'get'
  if (isList(it)) return 'list'
  return path.slice(BASE.length).includes('/') ? undefined : 'get'
}

const isList = ({ responses }: Described): boolean =>
  'data' in (responses['200']?.content?.['application/json']?.schema?.properties ?? {})

const parametersOf = (path: string): readonly string[] => path.match(/\{[^}]+\}/g) ?? []

export interface Found {
  readonly operation: Operation
  /** The path with the ids. */
  readonly path: string
}

/** The operation of these words and ids. The longest name wins, so that no word counts as an id. */
export function findOperation(
  operations: readonly Operation[],
  given: readonly string[],
): Found | undefined {
  const [operation] = operations
    .filter(
      ({ words, path }) =>
        words.every((word, at) => word === given[at]) &&
        given.length - words.length === parametersOf(path).length,
    )
    .toSorted((a, b) => b.words.length - a.words.length)
  if (!operation) return undefined
  const ids = given.slice(operation.words.length)
  const path = parametersOf(operation.path).reduce(
    (filled, name, at) => filled.replace(name, encodeURIComponent(ids[at] ?? '')),
    operation.path,
  )
  return { operation, path }
}

/** One line for each command that begins with these words. */
export const usageOf = (
  operations: readonly Operation[],
  given: readonly string[],
): readonly (readonly [command: string, summary: string])[] =>
  operations
    .filter(({ words }) => words[0] === given[0])
    .map(({ words, path, summary }) => [
      [...words, ...parametersOf(path).map((it) => it.slice(1, -1).toUpperCase())].join(' '),
      summary,
    ])
