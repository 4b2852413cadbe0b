import type { EventType } from '@billwright/rules/events'
import { recordEvent } from '../../../core/record/journal.ts'
import type { Work } from '../../../core/record/work.ts'
import type { Customer } from '../customer.ts'

/** Enough to identify the customer, without personal data that must be deleted later. */
export const recordCustomer = (
  work: Work,
  type: EventType,
  { id, name, archived, version }: Customer,
): void => recordEvent(work, { type, resourceId: id, data: { id, name, archived, version } })
