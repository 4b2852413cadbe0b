import { currentSettings } from '../../company/settings/read.ts'
import { etagOf } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { dayOf } from '../../platform/clock.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import * as repository from './inner/repository.ts'
import type { PaymentMethod } from './method.ts'

export {
  findByReference,
  findMethods,
  findUsual as findUsualMethod,
  listLive as listLiveMethods,
  listPending as listPendingMandates,
  lockMethod,
  lockMethods,
  requireMethod,
} from './inner/repository.ts'

export const methodEtag = ({ id, version }: PaymentMethod): string => etagOf(id, version)

export async function listMethods(
  work: ReadWork,
  customerId: string,
  query: PageQueryInput,
): Promise<Page<PaymentMethod>> {
  const { id } = await requireCustomer(work, customerId)
  const request = toPageRequest(query, 'created_at')
  const rows = await repository.listPage(work, id, request)
  const total = request.withTotal ? await repository.countMethods(work, id) : null
  return toPage(rows, request, (it) => ({ value: it.createdAt, id: it.id }), total)
}

/** Attention lists a mandate this many days before it expires. */
const EXPIRING_DAYS = 60

/** Active mandates that expire soon, the earliest first. */
export async function listExpiringMandates(
  work: ReadWork,
  limit: number,
): Promise<readonly PaymentMethod[]> {
  const { timeZone } = await currentSettings(work)
  const until = addDays(dayOf(work.at, timeZone), EXPIRING_DAYS)
  const found = await repository.listExpiring(work, until, limit)
  return found.filter((it) => it.mandate !== null && it.status === 'active')
}

/** Since when Attention lists a mandate. */
export const expiringSince = ({ expiresOn, updatedAt }: PaymentMethod): string =>
  expiresOn === null ? updatedAt : `${addDays(expiresOn, -EXPIRING_DAYS)}T00:00:00.000Z`
