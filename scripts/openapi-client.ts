import type { Schema } from './openapi-schema-breaks.ts'

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  /** The members of the object are separate parameters, such as `metadata.crm`. */
  readonly explode?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>
type AnswerKind = 'nothing' | 'json' | 'text' | 'bytes'

const HEADER = '/** Generated from the OpenAPI document by scripts/openapi.ts. Do not edit. */\n'
/**
 * Texts with four or more values are not checked, because the type would be too large. Pass an array
 * instead.
 */
const LISTS = `/** One value or several: an array, or a text with commas. */
export type OneOrMore<Value extends string> =
  | Value
  | readonly Value[]
  | \`\${Value},\${Value}\`
  | \`\${Value},\${Value},\${Value}\`
  | \`\${Value},\${Value},\${Value},\${string}\`
`
const IS_TEXT = /^(text\/.+|application\/(xml|jsonl))$/

/**
 * The types of every request and answer: packages/sdk/src/schema.ts. Errors are left out, as each is a
 * `Problem`; so are headers, which `fetch` gives as they come.
 */
export function clientTypes(document: string): string {
  const { paths, components, webhooks = {} }: OpenApiDocument = JSON.parse(document)
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const [content] = Object.values(post.requestBody?.content ?? {})
    return member(type, typeOf(content?.schema ?? {}), {
      isRequired: true,
      about: post.description,
    })
  })
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    member(name, typeOf(schema), { isRequired: true, about: schema.description }),
  )
  const operations = Object.values(paths).flatMap((item) =>
    Object.values(item).map((it) => {
      const about = [it.summary, it.description].filter(Boolean).join('\n\n')
      return member(it.operationId, operationType(it), { isRequired: true, about })
    }),
  )
  return (
    `${HEADER}${LISTS}` +
    `export interface components {\nreadonly schemas: ${block(schemas)}\n}\n` +
    `export interface operations ${block(operations)}\n` +
    `/** The body of each webhook, by the type of its event. */\n` +
    `export interface webhooks ${block(events)}\n`
  )
}

/**
 * What a client needs to know about each operation at run time: packages/sdk/src/operations.ts. Left out
 * are files found by a path of any depth, and operations that only redirect.
 */
export function clientOperations(document: string): string {
  const { paths }: OpenApiDocument = JSON.parse(document)
  const lines = Object.entries(paths)
    .filter(([path]) => !path.endsWith('/{path}'))
    .flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        const answer = answerOf(operation)
        const call = `${method.toUpperCase()} ${path} ${answer}${isKeyed(operation) ? ' keyed' : ''}`
        return answer === null ? [] : [`  ${operation.operationId}: '${call}',\n`]
      }),
    )
  const about =
    '/** For each operation: method, path, kind of answer, and whether it takes an idempotency key. */\n'
  return `${HEADER}\n${about}export const OPERATIONS = {\n${lines.join('')}} as const\n`
}

interface Tree {
  [name: string]: Tree | string
}

/**
 * The operations as methods of resources, from their paths: packages/sdk/src/resources.ts. Behind the
 * name of an operation stands what its method takes and gives.
 */
export function clientResources(document: string): string {
  const { paths }: OpenApiDocument = JSON.parse(document)
  const tree: Tree = {}
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      if (path.endsWith('/{path}') || answerOf(operation) === null) continue
      const { chain, name } = placeOf(path, method, { paths, operation })
      let at = tree
      for (const part of chain) at = branchOf(at, part)
      at[name] ??= [operation.operationId, ...traitsOf(operation)].join(' ')
    }
  const about = '/** The operations by resource and method. */\n'
  return `${HEADER}\n${about}export const RESOURCES = ${JSON.stringify(tree)} as const\n`
}

const traitsOf = ({ requestBody, parameters = [] }: Operation): readonly string[] => [
  ...(requestBody ? ['body'] : []),
  ...(parameters.some(({ name }) => name === 'cursor') ? ['list'] : []),
]

function branchOf(tree: Tree, name: string): Tree {
  const known = tree[name]
  if (typeof known === 'object') return known
  // A method and a resource of one name: the method stays under the verb.
  const made: Tree = known === undefined ? {} : { get: known }
  tree[name] = made
  return made
}

const VERBS: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
}

/** `POST /invoices/{id}/publish` is `invoices.publish`, `GET /invoices/{id}/payments` is `invoices.payments.list`. */
function placeOf(
  path: string,
  method: string,
  { paths, operation }: { readonly paths: OpenApiDocument['paths']; readonly operation: Operation },
): { readonly chain: readonly string[]; readonly name: string } {
  const parts = path.replace(/^\/api\/v1\//, '').split('/')
  const names = parts.filter((part) => !part.startsWith('{')).map(camel)
  const verb = VERBS[method] ?? method
  if (path.endsWith('}')) return { chain: names, name: verb }
  const isCollection = Object.keys(paths).some((other) => other.startsWith(`${path}/{`))
  const isList = traitsOf(operation).includes('list') || (isCollection && method === 'get')
  const [last = ''] = names.slice(-1)
  if (last === 'bulk') return { chain: names.slice(0, -1), name: 'createMany' }
  if (isList) return { chain: names, name: 'list' }
  const isOnly = Object.keys(paths[path] ?? {}).length === 1
  if (names.length > 1 && isOnly && !isCollection) return { chain: names.slice(0, -1), name: last }
  return { chain: names, name: verb }
}

const camel = (part: string): string =>
  part.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const isKeyed = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ name }) => name === 'idempotency-key')

function answerOf({ responses }: Operation): AnswerKind | null {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  if (successes.length === 0) return null
  const types = successes.flatMap(([, { content = {} }]) => Object.keys(content))
  if (types.length === 0) return 'nothing'
  if (types.includes('application/json')) return 'json'
  return types.every((type) => IS_TEXT.test(type)) ? 'text' : 'bytes'
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const placed = ['path', 'query'].map((place) => {
    const these = parameters.filter((it) => it.in === place)
    const members = these.map((it) =>
      it.explode === true
        ? `/** ${it.description} */\nreadonly [name: \`${it.name}.\${string}\`]: string`
        : member(it.name, typeOf(it.schema), {
            isRequired: it.required === true,
            about: it.description,
          }),
    )
    const isRequired = these.some(({ required }) => required)
    return member(place, members.length > 0 ? block(members) : 'never', { isRequired })
  })
  const body = requestBody
    ? member('requestBody', contentType(requestBody.content), {
        isRequired: requestBody.required === true,
      })
    : member('requestBody', 'never', { isRequired: false })
  const answers = Object.entries(responses)
    .filter(([status]) => !/^[45]/.test(status))
    .map(([status, { content = {} }]) => member(status, contentType(content), { isRequired: true }))
  return block([
    member('parameters', block(placed), { isRequired: true }),
    body,
    member('responses', block(answers), { isRequired: true }),
  ])
}

const contentType = (content: Content): string =>
  block([
    member(
      'content',
      block(
        Object.entries(content).map(([type, { schema = {} }]) =>
          member(type, typeOf(schema), { isRequired: true }),
        ),
      ),
      { isRequired: true },
    ),
  ])

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  null: 'null',
}

/** The TypeScript type of a JSON Schema. */
function typeOf(schema: Schema): string {
  const { $ref, const: only, enum: values, type } = schema
  if ($ref !== undefined) return `components['schemas']['${$ref.split('/').at(-1)}']`
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.map(typeOf).join(' | ')
  if (Array.isArray(type))
    return type.map((one: string) => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`
  if (type === 'object') return objectType(schema)
  if (type === 'string') return listType(schema)
  return PRIMITIVES[String(type)] ?? 'unknown'
}

/** A filter that takes several values, by its pattern `^(a|b)(,(a|b)){0,49}$`; other texts. */
function listType({ pattern }: Schema): string {
  const [, words] = /^\^\((.+)\)\(,\(\1\)\)\{0,\d+\}\$$/.exec(String(pattern)) ?? []
  if (words === undefined) return 'string'
  if (!/^[a-z_]+(\|[a-z_]+)*$/.test(words)) return 'string | readonly string[]'
  return `OneOrMore<${words
    .split('|')
    .map((word) => JSON.stringify(word))
    .join(' | ')}>`
}

function objectType({ properties, required = [], additionalProperties: others }: Schema): string {
  const members = Object.entries(properties ?? {}).map(([name, schema]) =>
    member(name, typeOf(schema), {
      isRequired: required.includes(name),
      about: schema.description,
    }),
  )
  if (typeof others === 'object') members.push(`readonly [name: string]: ${typeOf(others)}`)
  if (others === true || (others === undefined && !properties))
    members.push('readonly [name: string]: unknown')
  return members.length > 0 ? block(members) : 'Record<string, never>'
}

interface Wording {
  readonly isRequired: boolean
  readonly about?: unknown
}

function member(name: string, type: string, { isRequired, about }: Wording): string {
  const comment = about ? `/** ${String(about).replaceAll('*/', '*\\/')} */\n` : ''
  // A status stays a number: TypeScript tells `200` from `"200"`.
  const key = /^\d+$/.test(name) ? name : JSON.stringify(name)
  return `${comment}readonly ${key}${isRequired ? '' : '?'}: ${type}`
}

const block = (members: readonly string[]): string => `{\n${members.join('\n')}\n}`
