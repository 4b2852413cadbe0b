import type {
  FastifyError,
  FastifyInstance,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySchemaValidationError,
} from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { AppError, type Fault } from '../errors.ts'
import { problemOf, problems, STATUS } from '../http/problem.ts'
import { closed } from '../http/shapes.ts'
import { validationError } from '../http/validation.ts'
import { createCompanyGate } from '../platform/company-gate.ts'
import { transaction } from './transaction.ts'
import type { ReadWork, Work } from './work.ts'

const ITEMS_MAX = 1000
/** Beyond it the file belongs to an import. */
const BULK_BYTES_MAX = 5 * 1024 * 1024
/** So many items share a transaction, unless one of them fails. */
const CHUNK = 100
/** A reply lists no more. */
export const FAULTS_MAX = 1000

const Mode = Type.String({
  enum: ['each', 'all'],
  description:
    '`each` (default): a faulty item does not affect the others. `all`: everything or nothing, 422 with every fault.',
})

/** The schemas of a route that creates many. */
export const bulkOf = <Item extends TObject, View extends TSchema>(
  item: Item,
  view: View,
  { title, ...words }: BulkWords,
) => ({
  ...words,
  body: Type.Object(
    {
      mode: Type.Optional(Mode),
      items: Type.Array(item, { minItems: 1, maxItems: ITEMS_MAX }),
    },
    { title: `${title}Bulk`, ...closed },
  ),
  response: {
    200: Type.Object(
      {
        results: Type.Array(
          Type.Object({
            index: Type.Integer({ description: 'Place in `items`.' }),
            status: Type.Integer({ description: '201, or the status of the problem.' }),
            resource: Type.Optional(view),
            problem: Type.Optional(Type.Ref('Problem')),
          }),
        ),
        succeeded: Type.Integer(),
        failed: Type.Integer(),
      },
      { title: `${title}BulkResult` },
    ),
    ...problems(400, 401, 403, 409, 413, 415, 422),
  },
})

interface BulkWords {
  /** Of the resource: `Invoice`. */
  readonly title: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: string[]
}

interface BulkBody<Item> {
  readonly mode?: string
  readonly items: readonly Item[]
}

interface Bulk<Item, Made, View> {
  readonly create: (work: ReadWork, item: Item) => Promise<Made>
  readonly view: (made: Made) => View
}

interface Result<View> {
  readonly index: number
  readonly status: number
  readonly resource?: View
  readonly problem?: unknown
}

/** Options of the route. Its items are checked one by one, so that a bad one hurts no other. */
export const bulkOptions = (app: FastifyInstance) => ({
  bodyLimit: BULK_BYTES_MAX,
  validatorCompiler: (route: Parameters<Compiler>[0]) => {
    const schema =
      route.httpPart === 'body' ? withLooseItems(route.schema as TObject) : route.schema
    return compilerOf(app)({ ...route, schema })
  },
})

const withLooseItems = (schema: TObject) => ({
  ...schema,
  properties: {
    ...schema.properties,
    items: { ...schema.properties.items, items: { type: 'object' } },
  },
})

type Compiler = FastifySchemaCompiler<unknown>
function compilerOf(app: FastifyInstance): Compiler {
  if (!app.validatorCompiler) throw new Error('Bulk routes need the validator of the server.')
  return app.validatorCompiler as Compiler
}

/** Creates many. Made once for a route; each request calls it. */
export function createBulk<Item, Made, View>(
  app: FastifyInstance,
  item: TObject,
  { create, view }: Bulk<Item, Made, View>,
) {
  const check = compilerOf(app)({ schema: item, method: 'POST', url: '', httpPart: 'body' })

  const createValid = (work: ReadWork, body: unknown): Promise<Made> => {
    if (check(body) !== true) {
      const { errors } = check as { readonly errors?: FastifySchemaValidationError[] }
      throw validationError({ validation: errors, validationContext: 'body' } as FastifyError)
    }
    return create(work, body as Item)
  }

  const createAll = async (work: ReadWork, items: readonly unknown[]): Promise<readonly Made[]> => {
    const faults: Fault[] = []
    const run = async (work: Work) => {
      faults.length = 0
      const made: Made[] = []
      for (const [index, body] of items.entries())
        try {
          made.push(await createValid(work, body))
        } catch (error) {
          faults.push(...faultsAt(index, error))
        }
      if (faults.length > 0) throw bulkFailed(faults)
      return made
    }
    return transaction(work, run)
  }

  const createOne = async (work: ReadWork, body: unknown): Promise<Outcome<Made>> => {
    try {
      return { made: await createValid(work, body) }
    } catch (error) {
      if (error instanceof AppError) return { error }
      throw error
    }
  }

  /** In one transaction; where an item fails, one by one. */
  const createChunk = async (
    work: ReadWork,
    items: readonly unknown[],
  ): Promise<readonly Outcome<Made>[]> => {
    try {
      return await transaction(work, async (work) => {
        const outcomes: Outcome<Made>[] = []
        for (const body of items) outcomes.push({ made: await createValid(work, body) })
        return outcomes
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const outcomes: Outcome<Made>[] = []
      for (const body of items) outcomes.push(await createOne(work, body))
      return outcomes
    }
  }

  const gate = createCompanyGate()
  const createMany = async (
    work: ReadWork,
    { mode, items }: BulkBody<unknown>,
    requestId: string,
  ) => {
    const outcomes: Outcome<Made>[] = []
    if (mode === 'all') outcomes.push(...(await createAll(work, items)).map((made) => ({ made })))
    else
      for (let start = 0; start < items.length; start += CHUNK)
        outcomes.push(...(await createChunk(work, items.slice(start, start + CHUNK))))
    const results = outcomes.map(
      (outcome, index): Result<View> =>
        'made' in outcome
          ? { index, status: 201, resource: view(outcome.made) }
          : {
              index,
              status: STATUS[outcome.error.kind],
              problem: problemOf(outcome.error, requestId),
            },
    )
    const succeeded = outcomes.filter((it) => 'made' in it).length
    return { results, succeeded, failed: results.length - succeeded }
  }
  return (work: ReadWork, body: BulkBody<unknown>, { id }: FastifyRequest) =>
    gate.run(work.company, () => createMany(work, body, id))
}

type Outcome<Made> = { readonly made: Made } | { readonly error: AppError }

/** Other errors than those of the content end the whole: a failed statement spoils its transaction. */
function faultsAt(index: number, error: unknown): readonly Fault[] {
  if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
  const { faults, code, message } = error
  if (faults.length === 0) return [{ pointer: `/items/${index}`, code, message }]
  return faults.map((fault) => ({ ...fault, pointer: `/items/${index}${fault.pointer}` }))
}

const bulkFailed = (faults: readonly Fault[]): AppError =>
  new AppError('invalid', 'bulk_failed', 'Nothing was created. `errors` lists every fault.', {
    faults: faults.slice(0, FAULTS_MAX),
  })
