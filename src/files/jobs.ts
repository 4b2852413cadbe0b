import { expiring } from '../jobs/expire.ts'
import { handle, type JobHandler } from '../jobs/handler.ts'
import { secondsAfter } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { scopeOf } from '../platform/database/scope.ts'
import type { CompanyId } from '../platform/database/tables.ts'
import type { Objects } from '../platform/objects/objects.ts'
import { listWithUnused } from './repository.ts'
import type { FileService } from './service.ts'

const DAY_SECONDS = 86_400

/** Deletes bytes of files that were deleted more than a day ago. */
export const expireFiles = (files: FileService) =>
  expiring(
    { name: 'file.expire', parallel: 1, everySeconds: 60 * 60 },
    (work, limit) => files.deleteUnused(work, secondsAfter(work.at, -DAY_SECONDS), limit),
    (db, among, at) => listWithUnused(db, among, secondsAfter(at, -DAY_SECONDS)),
  )

const WEEK_MS = 7 * DAY_SECONDS * 1000
const BATCH = 200

interface ExpiringObjects {
  readonly db: Db
  readonly objects: Objects
  /** Each answers those of the hashes that its rows name. */
  readonly known: readonly FileService['listKnown'][]
}

/**
 * Deletes bytes in the object store that no row names: of deleted files and failed transactions. They
 * must be a week old, so that no running transaction still needs them.
 */
export const expireObjects = ({ db, objects, known }: ExpiringObjects) =>
  handle(
    { name: 'object.expire', parallel: 1, everySeconds: DAY_SECONDS },
    async (work, { signal }) => {
      const beforeMs = Date.parse(work.at) - WEEK_MS
      const sweep = async (keys: readonly string[]) => {
        for (const [company, own] of Map.groupBy(keys, (key) => key.split('/')[0] ?? '')) {
          const hashes = own.map((key) => key.split('/')[2] ?? '')
          const scope = scopeOf(db, BigInt(company) as CompanyId)
          const named = await Promise.all(known.map((listKnown) => listKnown(scope, hashes)))
          for (const [at, key] of own.entries())
            if (!named.some((some) => some.has(hashes[at] ?? ''))) await objects.delete(key)
        }
      }
      let keys: string[] = []
      for await (const { key, at } of objects.list()) {
        if (signal.aborted) return null
        if (key.split('/')[1] !== 'file' || at >= beforeMs) continue
        keys.push(key)
        if (keys.length < BATCH) continue
        await sweep(keys)
        keys = []
      }
      await sweep(keys)
      return null
    },
  ) satisfies JobHandler
