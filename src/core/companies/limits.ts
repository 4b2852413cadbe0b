import { LIMITED, type LimitName } from '@billwright/rules/limits'
import { AppError } from '../../kernel/errors.ts'
import type { CompanyScope } from './company.ts'

/**
 * Throws 409 `limit_reached` if the limit would be exceeded. Counts only if there is a limit.
 * Concurrent requests do not see each other, so they can exceed a limit by their number.
 */
export async function requireRoom(
  { company }: Pick<CompanyScope, 'company'>,
  name: LimitName,
  count: () => Promise<number>,
  added = 1,
): Promise<void> {
  const limit = company.limits[name]
  if (limit === undefined) return
  const used = await count()
  if (used + added <= limit) return
  throw new AppError(
    'conflict',
    'limit_reached',
    `This company may have at most ${limit} ${LIMITED[name]}. Ask the operator to raise the limit.`,
    {
      limit: { name, max: limit, used },
      params: { reason: name, [name.endsWith('_bytes') ? 'max_bytes' : 'max']: limit },
    },
  )
}
