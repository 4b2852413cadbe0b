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

const CARD_EXPIRING_DAYS = 30

/** Active mandates that expire soon, the earliest first. */
export const listExpiringMandates = async (
  work: ReadWork,
  limit: number,
): Promise<readonly PaymentMethod[]> =>
  (await listExpiring(work, EXPIRING_DAYS, limit)).filter((it) => it.mandate !== null)

/** Active methods at providers that expire soon, the earliest first. */
export const listExpiringCards = async (
  work: ReadWork,
  limit: number,
): Promise<readonly PaymentMethod[]> =>
  (await listExpiring(work, CARD_EXPIRING_DAYS, limit)).filter((it) => it.mandate === null)

async function listExpiring(
  work: ReadWork,
  days: number,
  limit: number,
): Promise<readonly PaymentMethod[]> {
  const { timeZone } = await currentSettings(work)
  const until = addDays(dayOf(work.at, timeZone), days)
  const found = await repository.listExpiring(work, until, limit)
  return found.filter(({ status }) => status === 'active')
}

/** Since when Attention lists a method that expires. */
export function expiringSince({ expiresOn, mandate, updatedAt }: PaymentMethod): string {
  if (expiresOn === null) return updatedAt
  const days = mandate === null ? CARD_EXPIRING_DAYS : EXPIRING_DAYS
  return `${addDays(expiresOn, -days)}T00:00:00.000Z`
}
