import { Type } from 'typebox'
import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { checkDatabase, type Db, pendingMigrations } from '../../platform/database/db.ts'
import type { Server } from './server.ts'

/** The health of one dependency, with a sentence if it does not work. */
interface Check {
  readonly ok: boolean
  readonly detail: string | null
}

interface HealthOptions {
  /** Called for every request, by name. */
  readonly checks: Readonly<Record<string, () => Promise<Check>>>
}

const STOPPING: Check = { ok: false, detail: 'is stopping' }

const CheckView = Type.Object({
  ok: Type.Boolean(),
  detail: Type.Union([Type.String(), Type.Null()]),
})
const ReadyView = Type.Object({
  ready: Type.Boolean(),
  checks: Type.Record(Type.String(), CheckView),
})

/** `/healthz`: the process is alive. `/readyz`: all its dependencies work, each by name. */
export function registerHealth(app: Server, { checks }: HealthOptions): void {
  const open = { access: 'public', rateLimit: false } as const

  app.get('/healthz', { config: open, schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get(
    '/readyz',
    { config: open, schema: { hide: true, response: { 200: ReadyView, 503: ReadyView } } },
    async (_request, reply) => {
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
      )
      if (app.draining.hasBegun) results.push(['process', STOPPING])
      const ready = results.every(([, { ok }]) => ok)
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ready, checks: Object.fromEntries(results) })
    },
  )
}

async function outcome(check: () => Promise<Check>): Promise<Check> {
  try {
    return await check()
  } catch {
    return { ok: false, detail: 'does not answer' }
  }
}

interface Dependencies {
  readonly db: Db
  readonly renderer: Pick<PdfRenderer, 'checkStarted'>
}

/** What the service needs to answer requests. */
export const checksOf = ({ db, renderer }: Dependencies): HealthOptions['checks'] => ({
  database: async () => {
    await checkDatabase(db)
    return { ok: true, detail: null }
  },
  migrations: async () => {
    const pending = await pendingMigrations(db)
    return { ok: pending.length === 0, detail: pending.join(', ') || null }
  },
  renderer: async () => {
    const check = await renderer.checkStarted()
    if (check === null) return { ok: true, detail: 'starts with the first document' }
    const { ok, engine, version, detail } = check
    return { ok, detail: detail ?? ([engine, version].filter(Boolean).join(' ') || null) }
  },
})
