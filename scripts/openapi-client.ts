import openapiTS, { astToString } from 'openapi-typescript'

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<object> }>>
}

type Answer = 'nothing' | 'json' | 'text' | 'bytes'

const HEADER = '/** Made from docs/openapi.json by scripts/openapi.ts; not edited by hand. */\n'
const IS_TEXT = /^(text\/.+|application\/(xml|jsonl))$/

/**
 * The types of every request and answer: packages/sdk/src/schema.ts. Errors are left out: whatever the
 * operation, they are a `Problem`. So are headers, which `fetch` gives as they come.
 */
export async function clientTypes(document: string): Promise<string> {
  const { components, ...parts } = JSON.parse(document, withoutErrors)
  const answers = { ...parts, components: { schemas: components.schemas } }
  return HEADER + astToString(await openapiTS(JSON.stringify(answers), { immutable: true }))
}

/**
 * What a client has to know of each operation at run time: packages/sdk/src/operations.ts. Left out is
 * what pages link to: files that are found by a path of any depth, and what only sends people elsewhere.
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
    '/** Of each operation: method, path, what it answers, and whether it heeds a key. */\n'
  return `${HEADER}\n${about}export const OPERATIONS = {\n${lines.join('')}} as const\n`
}

const withoutErrors = (key: string, value: unknown): unknown =>
  key === 'responses' && typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).flatMap(withoutHeaders))
    : value

const withoutHeaders = ([status, answer]: [string, object]) =>
  /^[45]/.test(status) ? [] : [[status, { ...answer, headers: undefined }]]

const isKeyed = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ name }) => name === 'idempotency-key')

function answerOf({ responses }: Operation): Answer | null {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  if (successes.length === 0) return null
  const types = successes.flatMap(([, { content = {} }]) => Object.keys(content))
  if (types.length === 0) return 'nothing'
  if (types.includes('application/json')) return 'json'
  return types.every((type) => IS_TEXT.test(type)) ? 'text' : 'bytes'
}
