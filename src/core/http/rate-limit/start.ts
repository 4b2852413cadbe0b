import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import type { Warn } from '../../../platform/logger.ts'
import { createRequestCounters } from './counters.ts'
import { createRateLimit, limitsOf } from './limits.ts'
import { startRateLimitSync } from './sync.ts'

interface Limited {
  readonly config: Pick<Config, 'rateLimitPerMinute'>
  readonly db: Db
  readonly clock: Clock
  readonly warn: Warn
  readonly companyOf: (request: FastifyRequest) => CompanyId | null
}

/** The limits of requests, shared with the other processes until `stop`; null: there are none. */
export function startRateLimit({ config, db, clock, warn, companyOf }: Limited) {
  if (config.rateLimitPerMinute === 0) return { rateLimit: null, stop: async () => {} }
  const counters = createRequestCounters(clock)
  const { stop } = startRateLimitSync({
    db,
    counters,
    warn: (error) => warn('rate limits are not shared with the other processes', { err: error }),
  })
  const limits = limitsOf(config.rateLimitPerMinute)
  return { rateLimit: createRateLimit({ limits, counters, companyOf }), stop }
}
