import type { Actor } from '../../core/http/actor.ts'
import { SCOPES } from '../../core/http/actor.ts'

/** The actor of imports in revisions and events. */
export const IMPORTER: Actor = {
  kind: 'system',
  id: 'import',
  name: 'Import',
  scopes: new Set(SCOPES),
}
