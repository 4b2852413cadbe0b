import type { LoggedEvent } from './event.ts'

export const eventView = (event: LoggedEvent) => ({
  id: event.id,
  type: event.type,
  sequence: Number(event.sequence),
  resource: event.resource,
  actor: event.actor,
  created_at: event.at,
  data: event.data,
})
