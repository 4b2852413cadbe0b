export interface Server {
  readonly url: string
}

export interface SecurityScheme {
  readonly type: string
  readonly scheme?: string
  readonly in?: string
  readonly name?: string
}

/** Ways to be let in, each with the schemes it takes together and the scopes it needs of them. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[]

const DEFAULT_SERVERS: readonly Server[] = [{ url: '/' }]

type Servers = readonly Server[]

/** Addresses that the API, or an operation, left; each as the end of a sentence. */
export const addressBreaks = (
  before: Servers = DEFAULT_SERVERS,
  after: Servers = DEFAULT_SERVERS,
): readonly string[] =>
  before
    .filter(({ url }) => !after.some((it) => it.url === url))
    .map(({ url }) => `is no longer served at ${url}`)

/** The same for the whole API. */
export const serverBreaks = (before?: Servers, after?: Servers) =>
  addressBreaks(before, after).map((end) => broken('servers', `The API ${end}.`))

type Schemes = Readonly<Record<string, SecurityScheme>>

/** Ways of presenting a credential that are gone, or are others under the same name. */
export const schemeBreaks = (before: Schemes = {}, after: Schemes = {}) =>
  Object.entries(before)
    .filter(([name, scheme]) => wordsOf(after[name]) !== wordsOf(scheme))
    .map(([name, scheme]) => {
      const now = after[name] ? `is ${wordsOf(after[name])} now` : 'is gone'
      return broken(name, `The credential \`${name}\` (${wordsOf(scheme)}) ${now}.`)
    })

const broken = (operationId: string, sentence: string) => ({ operationId, sentence })

const wordsOf = (given: SecurityScheme | undefined): string =>
  given ? [given.type, given.scheme, given.in, given.name].filter(Boolean).join(' ') : ''

/** Ways that opened an operation and do not any more, each as the end of a sentence. */
export function accessBreaks(before: Security = [], after: Security = []): readonly string[] {
  const shut = waysOf(before).filter((way) => !waysOf(after).some((it) => isWithin(it, way)))
  return shut.map((way) => {
    const names = Object.entries(way).map(([name, scopes]) =>
      [name, ...scopes.map((scope) => `\`${scope}\``)].join(' '),
    )
    if (names.length === 0) return 'now needs a credential'
    return `no longer lets in ${names.join(' and ')}`
  })
}

type Way = Security[number]

/** An empty list is one way: without anything. */
const waysOf = (security: Security): Security => (security.length === 0 ? [{}] : security)

/** Whether who has what `way` needs has all that `other` needs. */
const isWithin = (other: Way, way: Way): boolean =>
  Object.entries(other).every(([name, scopes]) => {
    const held = way[name]
    return held !== undefined && scopes.every((scope) => held.includes(scope))
  })
