import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { AppError, type Fault, invalidRequest } from '../../kernel/errors.ts'
import { closed } from '../../kernel/fields/shapes.ts'
import { createCompanySlots } from '../../platform/company-slots.ts'
import { type Fits, withFaultsOfMeaning } from '../http/meaning.ts'
import { problemOf, STATUS } from '../http/problem.ts'
import { validationError } from '../http/validation.ts'
import { transaction, tryOut } from './transaction.ts'
import type { ReadWork, Work } from './work.ts'

const ITEMS_MAX = 1000
/** Larger amounts of data need an import. */
const BULK_BYTES_MAX = 5 * 1024 * 1024
/*
 * On SQLite all companies wait for a transaction, so it takes few items, which have few entries in
 * their lists.
 */
const CHUNK = 100
const TOGETHER_MAX = 200
const ENTRIES_MAX = 5000
/** The maximum number of faults in a response. */
const FAULTS_MAX = 1000

const modeOf = (max: number) =>
  Type.String({
    enum: ['each', 'all'],
    description: `\`each\` (default): a faulty item does not affect the others. \`all\`: creates all items or none; 422 lists every fault. At most ${max} items, whose lists have at most ${ENTRIES_MAX} entries together.`,
  })

/** The schemas of a route that creates many. */
export const bulkOf = <Item extends TObject, View extends TSchema>(
  item: Item,
  view: View,
  { title, together = TOGETHER_MAX, ...words }: BulkWords,
) => ({
  ...words,
  body: Type.Object(
    {
      mode: Type.Optional(modeOf(together)),
      items: Type.Array(item, { minItems: 1, maxItems: ITEMS_MAX }),
    },
    {
      title: `${title}Bulk`,
      ...closed,
      examples: [{ mode: 'each', items: [exampleOf(item)] }],
    },
  ),
  response: {
    200: Type.Object(
      {
        results: Type.Array(
          Type.Object({
            index: Type.Integer({ description: 'Position in `items`, from 0.' }),
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
  },
})

function exampleOf(schema: TObject & { readonly examples?: readonly unknown[] }): unknown {
  const [example] = schema.examples ?? []
  if (example === undefined) throw new Error('The item of a bulk request needs an example.')
  return example
}

interface BulkWords {
  /** Of the resource: `Invoice`. */
  readonly title: string
  /** The number of items that `mode: all` takes. */
  readonly together?: number
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
  /** Returns the results in the order of the items. */
  readonly create: CreateAll<Item, Made>
  /** Throws the faults of meaning of an item, without an effect. Absent: creates it and rolls that back. */
  readonly meaning?: (work: ReadWork, item: Item) => Promise<unknown>
  readonly view: (made: Made) => View
  /** Fewer, if each item takes long. */
  readonly atOnce?: number
  readonly together?: number
}

type CreateAll<Item, Made> = (work: Work, items: readonly Item[]) => Promise<readonly Made[]>

export const oneByOne =
  <Item, Made>(create: (work: Work, item: Item) => Promise<Made>): CreateAll<Item, Made> =>
  async (work, items) => {
    const made: Made[] = []
    for (const item of items) made.push(await create(work, item))
    return made
  }

interface Result<View> {
  readonly index: number
  readonly status: number
  readonly resource?: View
  readonly problem?: unknown
}

/**
 * Options of the route. Its items are checked one by one, so that a faulty one does not affect the
 * others.
 */
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

/** Creates many resources. Made once for a route; each request calls it. */
export function createBulk<Item, Made, View>(
  app: FastifyInstance,
  item: TObject,
  bulk: Bulk<Item, Made, View>,
) {
  const fits = compilerOf(app)({ schema: item, method: 'POST', url: '', httpPart: 'body' }) as Fits
  const route = { atOnce: CHUNK, together: TOGETHER_MAX, ...bulk, fits }
  const gate = createCompanySlots()
  return (work: ReadWork, body: BulkBody<unknown>, { id }: FastifyRequest) =>
    gate.run(work.companyId, () => createMany(work, route, body, id))
}

type Route<Item, Made, View> = Required<Pick<Bulk<Item, Made, View>, 'atOnce' | 'together'>> &
  Bulk<Item, Made, View> & { readonly fits: Fits }

async function createMany<Item, Made, View>(
  work: ReadWork,
  route: Route<Item, Made, View>,
  { mode, items }: BulkBody<unknown>,
  requestId: string,
) {
  const outcomes =
    mode === 'all'
      ? (await createAll(work, route, items)).map((made) => ({ resource: route.view(made) }))
      : await createEach(work, route, items)
  const results = outcomes.map(
    (outcome, index): Result<View> =>
      'error' in outcome
        ? {
            index,
            status: STATUS[outcome.error.kind],
            problem: problemOf(outcome.error, requestId),
          }
        : { index, status: 201, ...outcome },
  )
  const succeeded = outcomes.filter((it) => 'resource' in it).length
  return { results, succeeded, failed: results.length - succeeded }
}

/** `mode: all`: creates all items or none. If one fails, checks the items one by one to report every fault. */
async function createAll<Item, Made, View>(
  work: ReadWork,
  route: Route<Item, Made, View>,
  items: readonly unknown[],
): Promise<readonly Made[]> {
  requireFew(items, route.together)
  const checked = await checkForms(work, route, items)
  if (checked.every(({ refusal }) => refusal === null))
    try {
      return await createTogether(work, route, checked.flatMap(fitting))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  const faults: Fault[] = []
  return transaction(work, async (work) => {
    faults.length = 0
    const made: Made[] = []
    for (const [index, { item, refusal }] of checked.entries())
      try {
        if (refusal) throw refusal
        made.push(...(await route.create(work, [item])))
      } catch (error) {
        faults.push(...faultsAt(index, error))
      }
    if (faults.length > 0) throw bulkFailed(faults)
    return made
  })
}

async function createEach<Item, Made, View>(
  work: ReadWork,
  route: Route<Item, Made, View>,
  items: readonly unknown[],
): Promise<readonly Outcome<View>[]> {
  const outcomes: Outcome<View>[] = []
  for (const chunk of chunksOf(items, route.atOnce)) {
    const checked = await checkForms(work, route, chunk)
    const made = [...(await createSome(work, route, checked.flatMap(fitting)))]
    for (const { refusal } of checked)
      outcomes.push(...(refusal ? [{ error: refusal }] : made.splice(0, 1)))
  }
  return outcomes
}

/** `mode: each`: one transaction for all items. If an item fails, repeats with each half. */
async function createSome<Item, Made, View>(
  work: ReadWork,
  route: Route<Item, Made, View>,
  items: readonly Item[],
): Promise<readonly Outcome<View>[]> {
  if (items.length === 0) return []
  try {
    const all = await createTogether(work, route, items)
    return all.map((made) => ({ resource: route.view(made) }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (items.length === 1) return [{ error }]
  }
  const middle = Math.ceil(items.length / 2)
  const before = await createSome(work, route, items.slice(0, middle))
  return [...before, ...(await createSome(work, route, items.slice(middle)))]
}

/**
 * Creates the items in one transaction. Its callback returns nothing, because a result would
 * name one resource for all.
 */
async function createTogether<Item, Made, View>(
  work: ReadWork,
  { create, atOnce }: Route<Item, Made, View>,
  items: readonly Item[],
): Promise<readonly Made[]> {
  const made: Made[] = []
  await transaction(work, async (work) => {
    made.length = 0
    for (const chunk of chunksOf(items, atOnce)) made.push(...(await create(work, chunk)))
  })
  return made
}

/**
 * Outside of any transaction, because faults of meaning are found in transactions that roll
 * back.
 */
async function checkForms<Item, Made, View>(
  work: ReadWork,
  route: Route<Item, Made, View>,
  items: readonly unknown[],
): Promise<readonly Checked<Item>[]> {
  const checked: Checked<Item>[] = []
  for (const body of items)
    checked.push({ item: body as Item, refusal: await refusalOf(work, route, body) })
  return checked
}

/** The problem of an item with faults of form, including its faults of meaning; null: valid. */
async function refusalOf<Item, Made, View>(
  work: ReadWork,
  { fits, create, meaning }: Route<Item, Made, View>,
  body: unknown,
): Promise<AppError | null> {
  if (fits(body) === true) return null
  const refused = validationError({ validation: fits.errors })
  const check = (sound: unknown) => {
    const item = sound as Item
    return meaning ? meaning(work, item) : tryOut(work, (inside) => create(inside, [item]))
  }
  return invalidRequest(await withFaultsOfMeaning(refused.faults, body, { fits, check }))
}

interface Checked<Item> {
  readonly item: Item
  readonly refusal: AppError | null
}

const fitting = <Item>({ item, refusal }: Checked<Item>): readonly Item[] => (refusal ? [] : [item])

function chunksOf<Item>(items: readonly Item[], atOnce: number): readonly (readonly Item[])[] {
  const chunks: Item[][] = []
  let entries = 0
  for (const item of items) {
    const own = entriesIn(item)
    const last = chunks.at(-1)
    if (last && last.length < atOnce && entries + own <= ENTRIES_MAX) last.push(item)
    else {
      chunks.push([item])
      entries = 0
    }
    entries += own
  }
  return chunks
}

/** The entries of all lists in a value, such as the items of an invoice. */
function entriesIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const inside = Object.values(value).reduce<number>((sum, it) => sum + entriesIn(it), 0)
  return Array.isArray(value) ? value.length + inside : inside
}

/** For one transaction. */
function requireFew(items: readonly unknown[], together: number): void {
  const entries = items.reduce<number>((sum, item) => sum + entriesIn(item), 0)
  const [what, count, max] =
    items.length > together
      ? ['items', items.length, together]
      : ['entries in the lists of all items', entries, ENTRIES_MAX]
  if (count <= max) return
  const message = `Too many entries: with \`mode: all\`, use at most ${max} ${what}, or send \`mode: each\`.`
  throw invalidRequest([{ pointer: '/items', code: 'too_many_items', message, params: { max } }])
}

type Outcome<View> = { readonly resource: View } | { readonly error: AppError }

/**
 * Other errors than faults of the content end everything, because a failed statement aborts its
 * transaction.
 */
function faultsAt(index: number, error: unknown): readonly Fault[] {
  if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
  const { faults, code, message, params } = error
  if (faults.length === 0) return [{ pointer: `/items/${index}`, code, message, params }]
  return faults.map((fault) => ({ ...fault, pointer: `/items/${index}${fault.pointer}` }))
}

const bulkFailed = (faults: readonly Fault[]): AppError =>
  new AppError('invalid', 'bulk_failed', 'Nothing was created. `errors` lists every fault.', {
    faults: faults.slice(0, FAULTS_MAX),
  })
