import type { LoggedEvent } from '../event.ts'
import type { ReadWork } from '../work.ts'

export const eventView = ({ company }: ReadWork, event: LoggedEvent) => ({
  id: event.id,
  type: event.type,
  sequence: Number(event.sequence),
  company: company.id,
  resource: event.resource,
  actor: event.actor,
  created_at: event.at,
  data: event.data,
})
