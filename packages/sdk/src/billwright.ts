import { type Client, type ClientOptions, createClient } from './client.ts'
import { OPERATIONS } from './operations.ts'
import { RESOURCES } from './resources.ts'
import type { Args, CallOptions, Data, Entry, ListId, OperationId } from './types.ts'

export * from './client.ts'
export type * from './named.ts'
export * from './webhooks.ts'

/** One page of a list. `for await` iterates over the entries of all pages. */
export interface Pages<Id extends ListId> extends Promise<Data<Id>>, AsyncIterable<Entry<Id>> {
  /** The entries of all pages, at most `limit`. */
  autoPagingToArray(options: { readonly limit: number }): Promise<readonly Entry<Id>[]>
}

type Call<Id extends OperationId> = (typeof OPERATIONS)[Id]

/** One text for each parameter of the path, in the same order. */
type PathArgs<Url extends string> = Url extends `${string}{${infer _}}${infer Rest}`
  ? [id: string, ...rest: PathArgs<Rest>]
  : []

type QueryOf<Id extends OperationId> = NonNullable<Args<Id>['query']>
type BodyOf<Id extends OperationId> = Args<Id> extends { readonly body?: infer Body } ? Body : never

/** The media type of a file is among the options. */
type Options<Id extends OperationId> = CallOptions & {
  readonly query?: QueryOf<Id> | undefined
  readonly contentType?: string | undefined
}

type Input<Id extends OperationId> = [BodyOf<Id>] extends [never]
  ? Call<Id> extends `GET ${string}`
    ? [query?: QueryOf<Id>, options?: CallOptions]
    : [options?: Options<Id>]
  : Args<Id> extends { readonly body: unknown }
    ? [body: BodyOf<Id>, options?: Options<Id>]
    : [body?: BodyOf<Id>, options?: Options<Id>]

/** What a method returns: pages of a list, or the response. */
type Result<Id extends OperationId> = Id extends ListId ? Pages<Id> : Promise<Data<Id>>

export type Method<Id extends OperationId> = (
  ...args: [...PathArgs<Call<Id>>, ...Input<Id>]
) => Result<Id>

type ResourcesOf<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends string
    ? Method<OperationOf<Tree[Name]>>
    : ResourcesOf<Tree[Name]>
}
type OperationOf<Leaf extends string> = Extract<
  Leaf extends `${infer Id} ${string}` ? Id : Leaf,
  OperationId
>

type Invoice = Data<'getInvoice'>

/** Actions on an invoice that change its status. */
interface Steps {
  issue(id: string, options?: CallOptions): Promise<Invoice>
  /** Records a payment of the amount due, dated today. */
  markPaid(id: string, options?: CallOptions): Promise<Invoice>
  void(id: string, options?: CallOptions): Promise<Invoice>
  writeOff(id: string, options?: CallOptions): Promise<Invoice>
}

type Tree = ResourcesOf<typeof RESOURCES>

/** The resources as objects, and every operation as a method. */
export type Billwright = Omit<Client, keyof Tree> &
  Omit<Tree, 'invoices'> & { readonly invoices: Tree['invoices'] & Steps }

export function createBillwright(options: ClientOptions): Billwright {
  const client = createClient(options)
  const resources = resourcesOf(client, RESOURCES) as Record<string, object>
  const move =
    (status: 'sent' | 'paid' | 'void' | 'uncollectible') =>
    (id: string, given = {}) =>
      client.updateInvoice({ ...given, path: { id }, body: { status } })
  const steps: Steps = {
    issue: move('sent'),
    markPaid: move('paid'),
    void: move('void'),
    writeOff: move('uncollectible'),
  }
  return { ...client, ...resources, invoices: { ...resources.invoices, ...steps } } as Billwright
}

type Names = { readonly [name: string]: string | Names }

function resourcesOf(client: Client, tree: Names): unknown {
  const methods = Object.entries(tree).map(([name, of]) => [
    name,
    typeof of === 'string' ? methodOf(client, of) : resourcesOf(client, of),
  ])
  return Object.fromEntries(methods)
}

interface AnyArgs {
  readonly path?: object
  readonly query?: object
}

/** Internally all operations have one type; their own types are above. */
interface AnyClient {
  request(id: string, args: object): Promise<{ readonly data: unknown }>
}

function methodOf(client: Client, leaf: string) {
  const any = client as unknown as AnyClient
  const [id = '', ...traits] = leaf.split(' ')
  const call = OPERATIONS[id as OperationId]
  const names = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
  const isRead = call.startsWith('GET ')
  const hasBody = traits.includes('body')
  const isList = traits.includes('list')
  return (...given: readonly unknown[]) => {
    const path = Object.fromEntries(names.map((name, at) => [name, given[at]]))
    const [first, second] = given.slice(names.length)
    const input = isRead ? { query: first } : hasBody ? { body: first } : (first as object)
    const rest = { ...input, ...(second as object) }
    const args: AnyArgs = names.length > 0 ? { path, ...rest } : rest
    return isList ? pagesOf(any, id, args) : any.request(id, args).then(({ data }) => data)
  }
}

/** The promise of the first page, with which the iteration begins. */
function pagesOf(client: AnyClient, id: string, args: AnyArgs) {
  const load = (query: object) =>
    client.request(id, { ...args, query }).then(({ data }) => data as Page)
  const first = load({ ...args.query })
  async function* each() {
    let page = await first
    yield* page.data
    while (page.next_cursor) {
      page = await load({ ...args.query, cursor: page.next_cursor })
      yield* page.data
    }
  }
  return Object.assign(first, {
    [Symbol.asyncIterator]: each,
    async autoPagingToArray({ limit }: { readonly limit: number }) {
      const entries: unknown[] = []
      if (limit > 0) for await (const entry of each()) if (entries.push(entry) >= limit) break
      return entries
    },
  })
}

interface Page {
  readonly data: readonly unknown[]
  readonly next_cursor: string | null
}
