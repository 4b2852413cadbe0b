/** Who did something, as events and revisions tell it. */
export interface Actor {
  readonly kind: string
  readonly name: string
}

interface Told {
  readonly type: string
  readonly actor: Actor
  readonly created_at: string
}

/** Empty for a visitor and for the service itself: their names exist in English only. */
export const actorName = ({ kind, name }: Actor): string => (kind === 'system' ? '' : name)

/** Events that do not change the document. */
const WITHOUT_CHANGE = /\.(viewed|overdue|expired|promise_broken)$/

/** Who changed a document last, and when, from its events with the newest first. */
export function lastChange(events: readonly Told[]) {
  const last = events.find(({ type }) => !WITHOUT_CHANGE.test(type))
  return { by: (last && actorName(last.actor)) || null, at: last?.created_at ?? null }
}
