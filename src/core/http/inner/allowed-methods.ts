import type { FastifyInstance } from 'fastify'

const ROUTES = new WeakMap<
  FastifyInstance,
  { readonly pattern: RegExp; readonly method: string }[]
>()

/** Remembers every route, so that a wrong method gets 405 with the allowed methods instead of 404. */
export function rememberRoutes(app: FastifyInstance): void {
  const routes: { pattern: RegExp; method: string }[] = []
  ROUTES.set(app, routes)
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ pattern: toPattern(url), method: name })
  })
}

export function allowedMethods(app: FastifyInstance, url: string): readonly string[] {
  const path = url.split(/[?#]/, 1)[0] ?? url
  const found = (ROUTES.get(app) ?? []).filter(({ pattern }) => pattern.test(path))
  return [...new Set(found.map(({ method }) => method))].sort()
}

function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.+')}$`)
}
