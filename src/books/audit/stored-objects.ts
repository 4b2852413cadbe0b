import { createFileStore, type ObjectState } from '../../core/files/store.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database/db.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { findSecret } from '../../platform/database/secrets.ts'
import { openObjects } from '../../platform/objects/open.ts'

/** Whether the object store has the bytes of a row, unchanged. Throws if the store does not answer. */
export type StateOfObject = (scope: CompanyDb, sha256: string) => Promise<ObjectState>

/** For installations without an object store: bytes that the database lacks are missing. */
export const noObjects: StateOfObject = async () => 'missing'

/** Without reading the object store: bytes that the database lacks count as unchanged. */
export const unreadObjects: StateOfObject = async () => 'whole'

interface StoredObjects {
  readonly config: Pick<Config, 'objects'>
  readonly db: Db
  /** Reads and compares all bytes in the store, which takes as long as downloading them. */
  readonly isRead: boolean
}

/** Runs `run` with the object store of the configuration. */
export async function withStoredObjects<T>(
  { config, db, isRead }: StoredObjects,
  run: (stateOf: StateOfObject) => Promise<T>,
): Promise<T> {
  const objects = isRead ? await openObjects(config) : null
  if (!objects) return run(config.objects === null ? noObjects : unreadObjects)
  try {
    const secret = (await findSecret(db, 'objects')) ?? ''
    return await run(createFileStore({ store: objects, secret }, () => {}).stateOf)
  } finally {
    await objects.close()
  }
}
