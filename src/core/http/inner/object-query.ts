import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { listOf } from './route-hooks.ts'

interface Described {
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>
}

/** A query parameter that is an object takes one parameter for each member: `metadata.crm=4711`. */
export function registerObjectQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { properties = {} } = (route.schema?.querystring ?? {}) as Described
    const names = Object.keys(properties).filter((name) => properties[name]?.type === 'object')
    if (names.length === 0) return
    route.preValidation = [...names.map(collected), ...listOf(route.preValidation)]
  })
}

const collected =
  (name: string): preValidationHookHandler =>
  (request, _reply, done) => {
    const start = `${name}.`
    const given = Object.entries(request.query ?? {})
    const isMember = ([key]: readonly [string, unknown]) => key.startsWith(start)
    const members = given.filter(isMember)
    // If both forms were allowed at once, one would be ignored.
    if (members.length > 0 && !given.some(([key]) => key === name))
      request.query = Object.fromEntries([
        ...given.filter((it) => !isMember(it)),
        [name, Object.fromEntries(members.map(([key, value]) => [key.slice(start.length), value]))],
      ])
    done()
  }
