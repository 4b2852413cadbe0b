import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson } from '../src/company/access/people/people.ts'
import { undocumented } from './documented-answers.ts'
import { bodyChecker } from './fuzz/answers.ts'
import { fuzzValue, mutated, oneOf, type Random, randomOf, type Values } from './fuzz/values.ts'
import type { Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { type Operation, operationsOf } from './isolation/operations.ts'
import { givenFirstSide, idsOf, PASSWORD, type Side, signedIn } from './isolation/sides.ts'
import { LIMIT_MS } from './patience.ts'
import { type Servers, startServers } from './servers.ts'

/** `FUZZ_REQUESTS=100000 FUZZ_SEED=7 npm test -- test/fuzz` sends more, and others. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 600)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const IS_LONG = REQUESTS > 5000
const REPORTED = 25
/** A person may lose the session, the password or the membership by such a request. */
const ROUND = 1000
const IDS_KEPT = 60
const ID = /\b([a-z]{3})_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/** Prints, which takes a browser and seconds. */
const isSlow = ({ path }: Operation): boolean => path.endsWith('/pdf')
/** Takes the memory and time of a password's hash. */
const isHashing = ({ id }: Operation): boolean => /Password|signIn|exportCompany|setUp/i.test(id)
const isAboutCaller = ({ path }: Operation): boolean => /\/(session|me)(\/|$)/.test(path)

/** Generous: PostgreSQL beside other tests takes several times as long as alone. */
const TIMEOUT_MS = LIMIT_MS + REQUESTS * 200

describe.each(ENGINES)('requests of any kind (%s)', (engine) => {
  let app: TestApp
  let servers: Servers
  let side: Side
  let document: Json
  let operations: readonly Operation[]
  let lists: ReadonlyMap<string, readonly string[]>
  let blocked: ReadonlySet<string>
  const pool = new Map<string, string[]>()
  const etags: string[] = []
  beforeAll(async () => {
    servers = await startServers()
    app = await startTestApp(engine, servers.env)
    operations = (await operationsOf(app)).filter((it) => !isSlow(it))
    document = (await app.send({ url: '/api/v1/openapi.json' })).json()
    side = await givenFirstSide(app, servers)
    lists = await idsOf(app, side, operations)
    const keys = (await side.call('GET', '/api-keys')).data.map(({ id }: Json) => id)
    blocked = new Set([...keys, side.ownerId, side.company.id])
    remember(JSON.stringify([...lists.values()]))
  })
  afterAll(async () => {
    await app.close()
    await servers.close()
  })

  function remember(text: string): void {
    for (const [id, prefix = ''] of text.matchAll(ID)) {
      const known = pool.get(prefix) ?? []
      if (!known.includes(id) && !blocked.has(id)) pool.set(prefix, [...known, id].slice(-IDS_KEPT))
    }
  }

  /** Ids of the kind that the list above a part of a path has. */
  function idIn(random: Random, list: string): string | undefined {
    const prefix = lists.get(list)?.[0]?.slice(0, 3) ?? ''
    return pool.has(prefix) ? oneOf(random, pool.get(prefix) ?? []) : undefined
  }

  function pathOf(random: Random, path: string): string {
    let list = ''
    const parts = path.split('/').map((part) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1]
      const value = name === undefined ? part : partOf(random, name, list)
      list += part === '' ? '' : `/${part}`
      return value
    })
    return parts.join('/')
  }

  function partOf(random: Random, name: string, list: string): string {
    if (random() < 0.08) return encodeURIComponent(oneOf(random, ['x', 'ü', '%00', 'inv_1', ' ']))
    return side.known[name] ?? idIn(random, list) ?? 'x'
  }

  function requestOf(random: Random, operation: Operation): InjectOptions {
    const spec = document.paths[operation.path][operation.method.toLowerCase()]
    const resolved = (schema: Json): Json =>
      schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
    const idFor = (name: string) => {
      const own = pool.get(name.slice(0, 3)) ?? pool.get(oneOf(random, [...pool.keys()])) ?? []
      return own.length > 0 ? oneOf(random, own) : undefined
    }
    const values: Values = { random, resolved, idFor }
    const query = new URLSearchParams()
    const headers: Record<string, string> = {}
    for (const parameter of spec.parameters ?? []) {
      const value = () => fuzzValue(values, parameter.schema, parameter.name)
      if (parameter.in === 'query' && (parameter.required || random() < 0.25))
        appendTo(query, parameter, value())
      if (parameter.in === 'header' && random() < 0.1)
        headers[parameter.name] = headerOf(random, parameter.name)
    }
    if (random() < 0.02) query.append('unknown', 'x')
    const url = `${pathOf(random, operation.path)}${query.size > 0 ? `?${query}` : ''}`
    const content = spec.requestBody?.content
    if (!content) return { method: operation.method, url, headers }
    return { method: operation.method, url, ...bodyOf(content) }

    function bodyOf(content: Json): {
      readonly payload?: string
      readonly headers: Readonly<Record<string, string>>
    } {
      if (random() < 0.03) return { headers }
      const type = oneOf(random, Object.keys(content))
      const typed = { ...headers, 'content-type': random() < 0.02 ? 'text/plain' : type }
      if (type !== 'application/json') return { payload: '<Invoice/>', headers: typed }
      const chance = random()
      const generated = () => fuzzValue(values, content[type].schema)
      const example = withKnownIds(operation.example)
      const body =
        chance < 0.4 || example === undefined
          ? generated()
          : chance < 0.7
            ? example
            : mutated(random, example)
      return { payload: random() < 0.01 ? '{"a":' : JSON.stringify(body), headers: typed }
    }

    function withKnownIds(example: Json): Json {
      if (example === undefined) return undefined
      const text = JSON.stringify(example).replace(ID, (id, prefix: string) => {
        const known = pool.get(prefix)
        return known && known.length > 0 ? oneOf(random, known) : id
      })
      return JSON.parse(text)
    }
  }

  function appendTo(query: URLSearchParams, { name, explode }: Json, value: Json): void {
    if (!explode || typeof value !== 'object' || value === null) query.append(name, textOf(value))
    else for (const [key, it] of Object.entries(value)) query.append(`${name}.${key}`, textOf(it))
  }

  const textOf = (value: Json): string =>
    typeof value === 'object'
      ? JSON.stringify(value)
      : String(value).replace(/[\ud800-\udfff]/g, '')

  function headerOf(random: Random, name: string): string {
    if (name === 'if-match' || name === 'if-none-match')
      return random() < 0.5 && etags.length > 0 ? oneOf(random, etags) : oneOf(random, ['"x"', '*'])
    if (name === 'idempotency-key') return `fuzz-${Math.floor(random() * 50)}`
    return oneOf(random, ['x', 'de', '', 'a'.repeat(300)])
  }

  async function person(round: number): Promise<Readonly<Record<string, string>>> {
    const email = `fuzz-${engine}-${round}@example.org`
    const login = { email, password: PASSWORD, name: 'Fuzz', role: 'admin' } as const
    await createPerson(app.services.access, app.work(side.company), login)
    // From another address each time: the requests of a round may have used up the tries of one.
    return signedIn(app, email, `192.0.2.${1 + (Math.ceil(round / ROUND) % 250)}`)
  }

  test(
    'get a documented answer, and no 5xx',
    async () => {
      const random = randomOf(SEED)
      const faultsOf = bodyChecker(document)
      const found = new Map<string, string>()
      const statuses = new Map<string, Set<number>>()
      let cookie = await person(0)
      for (let count = 0; count < REQUESTS && found.size < REPORTED; count += 1) {
        if (count % ROUND === ROUND - 1) cookie = await person(count)
        // Every operation has its turn before chance decides.
        const operation = operations[count] ?? oneOf(random, operations)
        if (count >= operations.length && isHashing(operation) && random() < 0.9) continue
        const request = requestOf(random, operation)
        const caller = callerOf(random, operation, cookie)
        const headers = { host: 'localhost:3000', ...caller, ...request.headers }
        const answer = await app.server.inject({ ...request, headers })
        const known = statuses.get(operation.id) ?? new Set()
        statuses.set(operation.id, known.add(answer.statusCode))
        learn(answer)
        const spec = document.paths[operation.path][operation.method.toLowerCase()]
        const faults = [
          ...(answer.statusCode >= 500 && !isOutside(answer)
            ? [`${operation.id} answers ${answer.statusCode}`]
            : []),
          ...undocumented(request, answer),
          ...faultsOf(spec, answer),
        ]
        for (const fault of faults)
          found.set(fault, `${fault}\n${JSON.stringify(request)}\n${answer.body.slice(0, 400)}`)
      }
      expect([...found.values()].join('\n\n')).toBe('')
      const succeeded = [...statuses.values()].filter((it) =>
        [...it].some((status) => status < 300),
      )
      // As many as REQUESTS allow: others need what no request of this run has made.
      expect(succeeded.length).toBeGreaterThan(operations.length * (IS_LONG ? 0.6 : 0.3))
    },
    TIMEOUT_MS,
  )

  const callerOf = (
    random: Random,
    operation: Operation,
    cookie: Readonly<Record<string, string>>,
  ) => {
    if (isAboutCaller(operation)) return cookie
    return random() < 0.03 ? {} : random() < 0.15 ? cookie : side.key
  }

  /** Answers for something outside that did not answer: a mail server, a webhook, a template's address. */
  const isOutside = ({ statusCode, body }: LightMyRequestResponse): boolean =>
    [502, 504].includes(statusCode) && body.includes('urn:billwright:error:')

  function learn({ headers, body, statusCode }: LightMyRequestResponse): void {
    if (statusCode < 300) remember(body.slice(0, 20_000))
    if (headers.etag) etags.push(String(headers.etag))
    if (etags.length > IDS_KEPT) etags.shift()
  }
})
