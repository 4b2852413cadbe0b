import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { SCOPES } from '../actor.ts'
import { CachedHeaders, NotModified } from '../etag.ts'
import { heedsIdempotencyKey } from '../idempotency/inner/key.ts'
import { problems } from '../problem.ts'
import type { Server } from '../server.ts'
import { withSharedAnswers } from './inner/answers.ts'
import { withNamedSchemas } from './inner/components.ts'
import { withObjectParameters } from './inner/parameters.ts'
import { isTaggedRead, knownErrors } from './inner/statuses.ts'

/** Path prefix of the API. */
export const API_PREFIX = '/api/v1'

const tag = (name: string, description: string) => ({ name, description })
const TAGS = [
  tag('Customers', 'The people and companies you bill.'),
  tag('Products', 'What you sell, with list prices and prices of single customers.'),
  tag('Time and expenses', 'Work and expenses, each billed by one invoice.'),
  tag('Invoices', 'Drafts, issued invoices and credit notes.'),
  tag('Quotes', 'Offers that customers accept or decline by a link.'),
  tag('Delivery notes', 'Deliveries of the items of quotes and invoices.'),
  tag('Recurring invoices', 'Invoices that are created automatically on a schedule.'),
  tag('Reminders', 'Reminders of late payment, and charges for it.'),
  tag('Payments', 'Payments and refunds of an invoice.'),
  tag('Bank', 'Statements of your bank, and what their entries pay.'),
  tag('Online payment', 'Payment providers, and the payments of customers there.'),
  tag('Direct debit', 'Mandates, collections, and files of SEPA direct debits for your bank.'),
  tag('Attention', 'Everything that needs attention.'),
  tag('E-mail', 'Messages, their texts, and the mail server.'),
  tag('E-invoices', 'Create, validate and import UBL, CII, Peppol, XRechnung and Factur-X.'),
  tag('Supplier invoices', 'E-invoices that suppliers sent.'),
  tag('Access point', 'Invoices sent over Peppol and similar networks.'),
  tag('Imports', 'Files with many customers, products, entries or invoices.'),
  tag('Templates', 'The layout of documents.'),
  tag('Public', 'Published invoices, for anyone with the link.'),
  tag('Settings', 'Your company, numbering, defaults and the active template.'),
  tag('Reports', 'Receivables, payments and withheld tax.'),
  tag('Books', 'Until when the books are closed.'),
  tag('Audit', 'The audit archive.'),
  tag('Events', 'The log of every change.'),
  tag('Webhooks', 'URLs that receive events.'),
  tag('Jobs', 'Work that runs in the background.'),
  tag('Companies', 'The companies of this installation.'),
  tag('API keys', 'API keys for programs.'),
  tag('Users', 'People who can sign in.'),
  tag('Session', 'Sign in and out.'),
  tag('Own account', 'Your own password, second factor and sessions.'),
]

/** Generates the OpenAPI 3.1 document from the validation schemas, and refuses undocumented routes. */
export async function registerOpenApi(
  app: Server,
  version: string,
  webhooks: Readonly<Record<string, object>> = {},
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Billwright',
        version,
        description: 'Customers, invoices, templates, settings and published invoices.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: `An API key. Its scopes: ${SCOPES.join(', ')}.`,
          },
          session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        },
      },
      security: [{ apiKey: [] }, { session: [] }],
      tags: TAGS,
    },
    transform: ({ schema, url, route }) => withNamedWildcard(withConventions(schema, route), url),
    transformObject: (made) =>
      'openapiObject' in made
        ? withNamedSchemas({
            ...withObjectParameters(withSharedAnswers(made.openapiObject as never)),
            webhooks,
          } as never)
        : made.swaggerObject,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`),
    },
  })
  app.addHook('onRoute', ({ schema, method, url }) => {
    if (!url.startsWith(API_PREFIX) || schema?.hide || method === 'HEAD') return
    const documented = schema?.operationId && schema.summary && schema.response
    if (!documented) throw new Error(`${method} ${url} lacks an operationId, summary or response.`)
  })
}

/** OpenAPI needs a name for every path parameter; a wildcard, which may contain slashes, is called `path`. */
function withNamedWildcard(schema: FastifySchema, url: string) {
  const { '*': path, ...params } = propertiesOf(schema?.params)
  if (!path) return { schema, url }
  return {
    schema: { ...schema, params: Type.Object({ ...params, path }) },
    url: url.replace('*', ':path'),
  }
}

/** Derived from the route: errors, required scope, and the `Idempotency-Key` of changes. */
function withConventions(schema: FastifySchema, route: RouteOptions): FastifySchema {
  if (!schema?.response) return schema
  const isTagged = isTaggedRead(route, schema)
  return {
    ...schema,
    ...securityOf(route.config?.access),
    headers: Type.Object({
      ...propertiesOf(schema.headers),
      ...(isTagged ? CachedHeaders.properties : {}),
      ...(heedsIdempotencyKey(route) ? { 'idempotency-key': IDEMPOTENCY_KEY } : {}),
    }),
    response: {
      ...problems(...knownErrors(route, schema)),
      ...(isTagged ? { 304: NotModified } : {}),
      ...schema.response,
    },
  }
}

const propertiesOf = (schema: unknown): TProperties =>
  (schema as { readonly properties?: TProperties } | undefined)?.properties ?? {}

/** In OpenAPI 3.1, requirements of any scheme may list roles; ours are the scopes. */
function securityOf(access: FastifyContextConfig['access']): Pick<FastifySchema, 'security'> {
  if (access === 'public') return { security: [] }
  if (access === undefined || access === 'session') return {}
  return { security: [{ apiKey: [access] }, { session: [access] }] }
}

const IDEMPOTENCY_KEY = Type.Optional(
  Type.String({
    maxLength: 255,
    description:
      'Makes retries safe: for 24 hours, repeating the same request with the same key has no further effect and returns the same response with `Idempotency-Replayed: true`.',
    examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  }),
)

export function registerOpenApiRoute(app: Server): void {
  app.get(
    `${API_PREFIX}/openapi.json`,
    { schema: { hide: true }, config: { access: 'public', keepsCompressed: true } },
    async (_request, reply) => reply.type('application/json').send(JSON.stringify(app.swagger())),
  )
}
