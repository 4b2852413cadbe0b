import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '../src/core/http/actor.ts'
import { givens, type Json } from './givens.ts'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly spec: Json
}

/** The public routes. Adding one here opens it to the world. */
const PUBLIC = [
  'GET /api/v1/_template-assets/{id}/{version}/{path}',
  'GET /api/v1/auth',
  'GET /api/v1/auth/oidc',
  'GET /api/v1/auth/oidc/callback',
  'GET /api/v1/public/invoices/{share_token}',
  'GET /api/v1/public/invoices/{share_token}/files/{name}',
  'GET /api/v1/public/invoices/{share_token}/html',
  'GET /api/v1/public/invoices/{share_token}/pdf',
  'GET /api/v1/public/invoices/{share_token}/xml',
  'GET /api/v1/public/quotes/{share_token}',
  'GET /api/v1/public/quotes/{share_token}/files/{name}',
  'GET /api/v1/public/quotes/{share_token}/html',
  'GET /api/v1/public/quotes/{share_token}/pdf',
  'POST /api/v1/invitations/accept',
  'POST /api/v1/invitations/look',
  'POST /api/v1/password-resets',
  'POST /api/v1/password-resets/accept',
  'POST /api/v1/password-resets/look',
  'POST /api/v1/public/quotes/{share_token}/accept',
  'POST /api/v1/public/quotes/{share_token}/decline',
  'POST /api/v1/session',
  'POST /api/v1/session/second-factor',
  'POST /api/v1/setup',
  'POST /api/v1/setup/look',
]

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

describe('the OpenAPI document', () => {
  let app: TestApp
  let document: Json
  let operations: readonly Operation[]
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    document = (await app.send({ url: '/api/v1/openapi.json' })).json()
    operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, spec]) => ({ method: method.toUpperCase(), path, spec })),
    )
  })
  afterAll(() => app.close())

  const nameOf = ({ method, path }: Operation) => `${method} ${path}`
  /** The operations that break a rule, by name: an empty list passes. */
  const failing = (isGood: (operation: Operation) => boolean) =>
    operations.filter((operation) => !isGood(operation)).map(nameOf)
  const isPublic = ({ spec }: Operation) => spec.security?.length === 0
  const resolve = (part: Json): Json => (part?.$ref ? target(part.$ref) : part)
  const target = (reference: string): Json =>
    reference
      .slice('#/'.length)
      .split('/')
      .reduce((part, name) => part?.[name], document)

  test('is OpenAPI 3.1, needs no credential and has all routes', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({ title: 'Billwright', version: expect.any(String) })
    expect(operations.length).toBeGreaterThan(30)
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([])
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual(['apiKey', 'session'])
  })

  test('has no broken reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)]
    const unknown = references.map(([, to = '']) => to).filter((to) => target(to) === undefined)
    expect(new Set(unknown)).toEqual(new Set())
  })

  test('every operation has a unique operationId, a summary and one known tag', () => {
    expect(failing(({ spec }) => /^[a-z]\w+$/i.test(spec.operationId ?? ''))).toEqual([])
    expect(failing(({ spec }) => spec.summary?.length > 5)).toEqual([])
    expect(failing(({ spec }) => spec.tags?.length === 1)).toEqual([])
    const ids = operations.map(({ spec }) => spec.operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('every operation documents its responses, and at least one error as a problem', () => {
    const statuses = ({ spec }: Operation) => Object.keys(spec.responses)
    expect(failing((it) => statuses(it).some((status) => /^[23]/.test(status)))).toEqual([])
    const isProblem = ([status, response]: [string, Json]) =>
      /^[45]/.test(status) && 'application/problem+json' in (resolve(response).content ?? {})
    expect(failing(({ spec }) => Object.entries<Json>(spec.responses).some(isProblem))).toEqual([])
    expect(failing((it) => isPublic(it) || statuses(it).includes('401'))).toEqual([])
    const hasPath = (it: Operation) => it.path.includes('{')
    expect(failing((it) => !hasPath(it) || statuses(it).includes('404'))).toEqual([])
  })

  test('every JSON body has an example', () => {
    const exampleOf = (content: Json): Json => {
      const media = content?.['application/json']
      if (!media) return 'none needed'
      const schema = resolve(media.schema)
      const own = [media.example, media.examples, schema.example, schema.examples?.[0]]
      const parts = Object.values<Json>(schema.properties ?? {})
      const members = [schema, ...(schema.anyOf ?? []).map(resolve)].flatMap(
        (it) => it.examples ?? [],
      )
      const inParts = parts.length > 0 && parts.some((it) => it.examples || it.items || it.enum)
      return (
        own.find((it) => it !== undefined) ?? members[0] ?? (inParts ? 'in its parts' : undefined)
      )
    }
    expect(failing(({ spec }) => exampleOf(spec.requestBody?.content) !== undefined)).toEqual([])
    const answers = ({ spec }: Operation) =>
      Object.entries<Json>(spec.responses).filter(([status]) => /^2/.test(status))
    expect(
      failing((it) => answers(it).every(([, answer]) => exampleOf(answer.content) !== undefined)),
    ).toEqual([])
  })

  test('entries of lists name the values that a status or a type may have', () => {
    const properties = (schema: Json): Json => resolve(schema)?.properties ?? {}
    const entries = operations.flatMap(({ method, path, spec }) => {
      const schema = spec.responses['200']?.content?.['application/json']?.schema
      const { data } = properties(schema)
      return method === 'GET' && data?.items ? [[path, properties(data.items)] as const] : []
    })
    const isOpen = (part: Json) =>
      [part, ...(part.anyOf ?? [])].some((it) => it.type === 'string' && !it.enum)
    const open = entries.flatMap(([path, fields]) =>
      ['status', 'type', 'display_status']
        .filter((name) => fields[name] && isOpen(resolve(fields[name])))
        .map((name) => `${path} ${name}`),
    )
    expect(open).toEqual([])
    const invoices = entries.find(([path]) => path === '/api/v1/invoices')?.[1]
    expect(invoices?.type.enum).toEqual(['invoice', 'credit_note'])
    expect(invoices?.status.enum).toContain('uncollectible')
  })

  test('a POST needs a body if its body needs anything', async () => {
    const posts = operations.filter(({ method, spec }) => method === 'POST' && spec.requestBody)
    const schemaOf = ({ spec }: Operation) =>
      resolve(spec.requestBody.content['application/json']?.schema)
    const needsNothing = (it: Operation) =>
      [schemaOf(it), ...(schemaOf(it)?.anyOf ?? []).map(resolve)].some(
        (schema) => schema?.type === 'object' && !schema.required && !schema.minProperties,
      )
    const wrong = posts.filter((it) => (it.spec.requestBody.required !== true) !== needsNothing(it))
    expect(wrong.map(nameOf)).toEqual([])
    const refused: string[] = []
    for (const operation of posts.filter((it) => needsNothing(it) && !isPublic(it))) {
      const { path } = operation
      const headers = { authorization: `Bearer ${API_KEY}` }
      const none = await app.send({ method: 'POST', url: urlOf(path), headers })
      const empty = await call(operation, headers)
      const isRefused = !path.includes('{') && none.statusCode === 422
      if (isRefused || none.statusCode === 400 || none.json().code !== empty.json().code)
        refused.push(path)
    }
    expect(refused).toEqual([])
  })

  test('every other body is a file of bytes', () => {
    const isFile = ([type, { schema }]: [string, Json]) =>
      /json$/.test(type) || (schema.type === 'string' && schema.format === 'binary')
    const content = ({ spec }: Operation) => Object.entries<Json>(spec.requestBody?.content ?? {})
    expect(failing((it) => content(it).every(isFile))).toEqual([])
  })

  test('an operation with a body documents the answer to a wrong one', () => {
    const hasAll = ({ spec }: Operation) =>
      ['400', '415', '422'].every((it) => it in spec.responses)
    expect(failing((it) => !it.spec.requestBody || hasAll(it))).toEqual([])
  })

  test('the public operations are exactly these', () => {
    const open = operations.filter(isPublic).map(nameOf)
    expect(open.sort()).toEqual(PUBLIC)
  })

  const urlOf = (path: string) => path.replace(/\{[^}]+\}/g, 'x')
  const call = ({ method, path, spec }: Operation, headers: Readonly<Record<string, string>>) =>
    app.send({
      method: method as 'GET',
      url: urlOf(path),
      headers: { ...(spec.requestBody ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(spec.requestBody ? { payload: '{}' } : {}),
    })

  test('401: every other operation without a credential, and with a wrong one', async () => {
    const wrong = [{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${API_KEY}` }]
    const let_through: string[] = []
    for (const operation of operations.filter((it) => !isPublic(it))) {
      for (const headers of wrong) {
        const { statusCode } = await call(operation, headers)
        if (statusCode !== 401) let_through.push(`${nameOf(operation)}: ${statusCode}`)
      }
    }
    expect(let_through).toEqual([])
  })

  /** What everybody may do who is signed in, about themselves. */
  const OWN = [
    'GET /api/v1/companies',
    'GET /api/v1/companies/summary',
    'GET /api/v1/companies/{id}',
    'GET /api/v1/companies/{id}/usage',
    'PATCH /api/v1/companies/{id}',
    'DELETE /api/v1/me/sessions',
    'DELETE /api/v1/me/sessions/{id}',
    'DELETE /api/v1/session',
    'GET /api/v1/me/sessions',
    'GET /api/v1/me/totp',
    'GET /api/v1/session',
    'PATCH /api/v1/users/{id}',
    'POST /api/v1/me/totp',
    'POST /api/v1/me/totp/confirm',
    'POST /api/v1/me/totp/disable',
    'POST /api/v1/me/totp/recovery-codes',
  ]

  const OF_COMPANY = SCOPES.filter((it) => it !== 'companies')

  test('403: every other operation without the one scope that it needs', async () => {
    const needed = new Map<string, string[]>()
    for (const scope of SCOPES) {
      const headers = await givens(app).key(...OF_COMPANY.filter((it) => it !== scope))
      for (const operation of operations.filter((it) => !isPublic(it))) {
        const response = await call(operation, headers)
        const refused = response.statusCode === 403 && response.json()
        if (refused?.code !== 'missing_scope') continue
        // No key of a company has this one.
        if (refused.scope === 'companies' && scope !== 'companies') continue
        expect(refused.scope, nameOf(operation)).toBe(scope)
        needed.set(nameOf(operation), [...(needed.get(nameOf(operation)) ?? []), scope])
      }
    }
    const guarded = operations.filter((it) => !isPublic(it)).map(nameOf)
    const unguarded = guarded.filter((name) => !OWN.includes(name) && !needed.has(name))
    expect(unguarded).toEqual([])
    const scopesOf = (name: string) => needed.get(name) ?? []
    expect([...needed.keys()].filter((name) => scopesOf(name).length !== 1)).toEqual([])
    const reading = ['POST /api/v1/templates/{id}/preview', 'POST /api/v1/invoices/calculate']
    // Everyone who reads keeps views; the service asks for more where one is shared.
    const isView = (name: string) => name.includes('/invoice-views')
    const changes = guarded.filter(
      (name) => !name.startsWith('GET') && !reading.includes(name) && !isView(name),
    )
    expect(changes.filter((name) => scopesOf(name)[0] === 'read')).toEqual([])
  })

  test('no answer invites the pages of other sites', async () => {
    const headers = { origin: 'https://evil.example', authorization: `Bearer ${API_KEY}` }
    const inviting: string[] = []
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const response = await call(operation, headers)
      if (response.headers['access-control-allow-origin']) inviting.push(nameOf(operation))
    }
    expect(inviting).toEqual([])
    const url = '/api/v1/invoices'
    const preflight = await app.send({ method: 'OPTIONS', url, headers })
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('no route is missing from it', async () => {
    const known = new Set(operations.map(({ path }) => urlOf(path)))
    const interfaceOf = [
      '/invoices',
      '/invoices/x',
      '/invoices/x/publish',
      '/invoices/x/unpublish',
      '/invoices/x/duplicate',
      '/invoices/x/html',
      '/invoices/x/pdf',
      '/customers',
      '/customers/x',
      '/templates',
      '/templates/x',
      '/templates/x/preview',
      '/templates/install-from-manifest',
      '/templates/load-from-file',
      '/settings',
      '/admin/settings',
    ]
    expect(interfaceOf.filter((path) => !known.has(`/api/v1${path}`))).toEqual([])
  })
})
