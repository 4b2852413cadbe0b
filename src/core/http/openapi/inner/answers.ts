import { table } from '../../../../kernel/table.ts'
import { isOptionalBody } from '../../inner/optional-body.ts'
import { STATUS_TITLES } from '../../problem.ts'
import { isNode, type Json, mapped, type Node } from './json.ts'

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const header = (type: 'string' | 'integer', description: string): Node => ({
  description,
  schema: type === 'integer' ? { type, minimum: 0 } : { type },
})
const HEADERS = table<Node>({
  ETag: header('string', 'Version of the response, for `If-Match` and `If-None-Match`.'),
  'Retry-After': header('integer', 'Seconds to wait before trying again, if that makes sense.'),
  'RateLimit-Limit': header(
    'integer',
    'Requests per minute. Omitted without a limit, like the other two.',
  ),
  'RateLimit-Remaining': header('integer', 'Requests left.'),
  'RateLimit-Reset': header('integer', 'Seconds until the limit resets.'),
  Location: header('string', 'URL of the created resource, or of the redirect.'),
  'Content-Disposition': header('string', 'A file name with the number of the document.'),
  'WWW-Authenticate': header('string', 'The authentication scheme: a bearer key.'),
})

/** Additional headers of problems, by status. */
const OF_STATUS = table<readonly string[]>({
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
})
const FILE_TYPES = /^(application\/(pdf|xml|zip|jsonl|octet-stream)|text\/csv|message\/rfc822)$/
/** Requests refused before they are counted. */
const UNCOUNTED = ['408', '431']

/**
 * Moves repeated problems to `components.responses` and adds response headers: limits to all,
 * `ETag` to versioned resources that can be read with `If-None-Match`.
 */
export function withSharedAnswers(document: Node): Node {
  const problems = new Map<string, Node>()
  const hasTag = tagRule(document)
  const paths = eachNode(document.paths, (path, item) =>
    eachNode(item, (method, operation) => ({
      ...operation,
      ...optionalBody(method, operation),
      responses: eachNode(operation.responses, (status, response) => {
        if (!isProblem(response)) {
          const names = [
            ...(hasTag({ path, operation, status, response }) ? ['ETag'] : []),
            ...(['201', '302'].includes(status) ? ['Location'] : []),
            ...(isFile(response) ? ['Content-Disposition'] : []),
          ]
          return { ...named(status, response), headers: references([...names, ...RATE_LIMIT]) }
        }
        const name = nameOf(status)
        problems.set(name, { ...response, headers: references(problemHeaders(status)) })
        return { $ref: `#/components/responses/${name}` }
      }),
    })),
  )
  const responses = Object.fromEntries([...problems].sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    ...document,
    components: { ...node(document.components), responses, headers: HEADERS },
    paths,
  }
}

const eachNode = (json: Json | undefined, change: (name: string, it: Node) => Node): Node =>
  mapped(node(json), (name, it) => change(name, node(it)))

function optionalBody(method: string, { requestBody }: Node): Node {
  const body = node(requestBody)
  const { schema } = node(node(body.content)['application/json'])
  return isOptionalBody(method, node(schema)) ? { requestBody: { ...body, required: false } } : {}
}

const node = (json: Json | undefined): Node => (isNode(json) ? json : {})

/** Removes the default description of a response without one. */
const named = (status: string, response: Node): Node =>
  response.description === 'Default Response'
    ? { ...response, description: status === '201' ? 'Created' : 'OK' }
    : response

const isProblem = ({ content }: Node): boolean => 'application/problem+json' in node(content)

/** Whether browsers save the response as a file. */
const isFile = ({ content }: Node): boolean =>
  Object.keys(node(content)).some((type) => FILE_TYPES.test(type))

const nameOf = (status: string): string =>
  (STATUS_TITLES[Number(status)] ?? `Problem${status}`).replaceAll(' ', '')

const problemHeaders = (status: string): readonly string[] => [
  ...(OF_STATUS[status] ?? []),
  ...(UNCOUNTED.includes(status) ? [] : RATE_LIMIT),
]

const references = (names: readonly string[]): Node =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

interface Answer {
  readonly path: string
  readonly operation: Node
  readonly status: string
  readonly response: Node
}

/**
 * Whether a response has an `ETag`: reads with `If-None-Match`, and changes that take `If-Match`,
 * return such a resource or create one.
 */
function tagRule({ paths }: Node): (answer: Answer) => boolean {
  const reads = Object.entries(node(paths))
    .map(([path, item]) => ({ path, answers: node(node(node(item).get).responses) }))
    .filter(({ answers }) => '304' in answers)
  const bodies = new Set(reads.map(({ answers }) => bodyOf(node(answers['200']))))
  const lists = new Set(reads.map(({ path }) => /^(.+)\/\{\w+\}$/.exec(path)?.[1]))

  return ({ path, operation, status, response }) => {
    if ('304' in node(operation.responses)) return true
    const body = bodyOf(response)
    const isPublic = JSON.stringify(operation.security) === '[]'
    if (body === null || isPublic) return false
    return takesIfMatch(operation) || bodies.has(body) || (status === '201' && lists.has(path))
  }
}

const bodyOf = ({ content }: Node): string | null =>
  content === undefined ? null : JSON.stringify(content)

const takesIfMatch = ({ parameters }: Node): boolean =>
  Array.isArray(parameters) && parameters.some((it) => node(it).name === 'if-match')
