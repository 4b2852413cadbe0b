import type {
  FastifyInstance,
  FastifyRequest,
  preSerializationHookHandler,
  preValidationHookHandler,
} from 'fastify'
import { sha256 } from '../../platform/ids.ts'
import { type Company, isFirst } from '../companies/company.ts'
import { listOf } from './inner/route-hooks.ts'
import { invalidCursor } from './pagination.ts'

const SEAL_LENGTH = 16

/** A cursor works only in its company; elsewhere it is refused like a forged one. */
export function registerCursors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('GET')) return
    route.preValidation = [open, ...listOf(route.preValidation)]
    route.preSerialization = [close, ...listOf(route.preSerialization)]
  })
}

const open: preValidationHookHandler = ({ company, query }, _reply, done) => {
  if (!company || isFirst(company) || !hasCursor(query)) return done()
  const [seal, cursor = ''] = query.cursor.split('.')
  if (seal !== sealOf(company, cursor)) return done(invalidCursor())
  query.cursor = cursor
  done()
}

const close: preSerializationHookHandler<unknown> = (request, _reply, payload, done) =>
  done(null, withSeal(request, payload))

/** For a route that serializes its page itself. */
export function withSeal<View>({ company }: Pick<FastifyRequest, 'company'>, view: View): View {
  if (!company || isFirst(company) || !hasNext(view)) return view
  const { next_cursor: cursor } = view
  return { ...view, next_cursor: `${sealOf(company, cursor)}.${cursor}` }
}

const sealOf = ({ id }: Company, cursor: string): string =>
  sha256(`${id} ${cursor}`).slice(0, SEAL_LENGTH)

const hasCursor = (query: unknown): query is { cursor: string } =>
  typeof (query as { readonly cursor?: unknown })?.cursor === 'string'

const hasNext = (payload: unknown): payload is { readonly next_cursor: string } =>
  typeof (payload as { readonly next_cursor?: unknown })?.next_cursor === 'string'
