import { currentWords } from '../words/language.ts'

/** The actor of an event or a revision. */
export interface Actor {
  readonly kind: string
  readonly name: string
}

interface Told {
  readonly type: string
  readonly actor: Actor
  readonly created_at: string
}

/** The service's name for the key of its environment. */
const ENVIRONMENT_KEY = 'API_KEY'

/** Empty for a visitor and for the service, whose names exist in English only. */
export function actorName({ kind, name }: Actor): string {
  if (kind === 'system') return ''
  return kind === 'key' && name === ENVIRONMENT_KEY ? currentWords().shell.apiKey : name
}

/** Events that do not change the document. */
const WITHOUT_CHANGE = /\.(viewed|overdue|expired|promise_broken)$/

/** The last person who changed a document, and when, from its events (newest first). */
export function lastChange(events: readonly Told[]) {
  const last = events.find(({ type }) => !WITHOUT_CHANGE.test(type))
  return { by: (last && actorName(last.actor)) || null, at: last?.created_at ?? null }
}
