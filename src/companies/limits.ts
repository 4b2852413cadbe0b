import { AppError } from '../errors.ts'
import type { CompanyScope } from './company.ts'

/** What operators can limit, and how a limit is said. */
const LIMITED = {
  invoices_per_month: 'new invoices a month',
  customers: 'customers',
  templates: 'templates',
  template_bytes: 'bytes of templates',
  webhooks: 'webhooks',
  members: 'people',
  keys: 'API keys',
} as const

export type LimitName = keyof typeof LIMITED

export const LIMIT_NAMES = Object.keys(LIMITED) as readonly LimitName[]

/**
 * Throws 409 `limit_reached` if more would not fit. It counts only if there is a limit. Requests at
 * the same instant do not see each other, so that a limit may be exceeded by their number.
 */
export async function requireRoom(
  { entry }: Pick<CompanyScope, 'entry'>,
  name: LimitName,
  count: () => Promise<number>,
  added = 1,
): Promise<void> {
  const limit = entry.limits[name]
  if (limit === undefined) return
  const used = await count()
  if (used + added <= limit) return
  throw new AppError(
    'conflict',
    'limit_reached',
    `This company may have at most ${limit} ${LIMITED[name]}. Ask the operator to raise the limit.`,
    { limit: { name, max: limit, used } },
  )
}
