import { stampsOf } from '../../../kernel/fields/shapes.ts'
import type { StoredAccessPoint } from './repository.ts'
import type { Transmission } from './transmission.ts'

/** Without the token, which no response contains. */
export const accessPointView = (stored: StoredAccessPoint | null) => ({
  url: stored?.url ?? null,
  refused: stored?.refused ?? null,
  version: stored?.version ?? 0,
  updated_at: stored?.updatedAt ?? null,
})

export const transmissionView = (it: Transmission) => ({
  id: it.id,
  invoice_id: it.invoiceId,
  invoice_number: it.number,
  format: it.format,
  recipient: it.recipient,
  status: it.status,
  detail: it.detail,
  ...stampsOf(it),
})

/** The data of an event. */
export const eventData = (it: Transmission) => ({
  id: it.id,
  invoice_id: it.invoiceId,
  invoice_number: it.number,
  status: it.status,
  recipient: it.recipient,
  version: it.version,
})
