import { secondsAfter } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { companyDb } from '../../platform/database/scope.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { expiring } from '../jobs/expire.ts'
import { handle, type JobHandler } from '../jobs/handler.ts'
import { deleteUnusedFiles } from './change.ts'
import { listWithUnused } from './inner/repository.ts'
import type { listKnownFiles } from './read.ts'
import { fileKey, type ObjectPlace, placeOf, unnamedKey } from './store.ts'

const DAY_SECONDS = 86_400

/** Deletes bytes of files that were deleted more than a day ago. */
export const expireFiles = () =>
  expiring(
    { name: 'file.expire', parallel: 1, everySeconds: 60 * 60 },
    (work, limit) => deleteUnusedFiles(work, secondsAfter(work.at, -DAY_SECONDS), limit),
    (db, among, at) => listWithUnused(db, among, secondsAfter(at, -DAY_SECONDS)),
  )

const WEEK_MS = 7 * DAY_SECONDS * 1000
const BATCH = 200

interface ExpiringObjects {
  readonly db: Db
  readonly objects: Objects
  /** Each returns the hashes among these that its rows refer to. */
  readonly known: readonly (typeof listKnownFiles)[]
}

/**
 * Deletes bytes in the object store that no row names and that are older than any running transaction
 * (a week). The same bytes may be uploaded just before the deletion, so they are first set aside for
 * another week, and put back if a row then names them.
 */
export const expireObjects = ({ db, objects, known }: ExpiringObjects) =>
  handle(
    { name: 'object.expire', parallel: 1, everySeconds: DAY_SECONDS },
    async (work, { signal }) => {
      const beforeMs = Date.parse(work.at) - WEEK_MS
      const expire = async (place: ObjectPlace, isNamed: boolean) => {
        const { kind, company, hash } = place
        if (kind === 'file' && isNamed) return
        const [file, unnamed] = [fileKey(company, hash), unnamedKey(company, hash)]
        const [from, to] = kind === 'file' ? [file, unnamed] : [unnamed, file]
        if (kind === 'file' || isNamed) {
          const bytes = await objects.get(from)
          if (bytes) await objects.put(to, bytes)
        }
        await objects.delete(from)
      }
      const sweep = async (places: readonly ObjectPlace[]) => {
        for (const [company, own] of Map.groupBy(places, (place) => place.company)) {
          const scope = companyDb(db, company)
          const hashes = own.map(({ hash }) => hash)
          const named = await Promise.all(known.map((listKnown) => listKnown(scope, hashes)))
          for (const place of own)
            await expire(
              place,
              named.some((some) => some.has(place.hash)),
            )
        }
      }
      let places: ObjectPlace[] = []
      for await (const { key, at } of objects.list()) {
        if (signal.aborted) return null
        const place = placeOf(key)
        if (!place || at >= beforeMs) continue
        places.push(place)
        if (places.length < BATCH) continue
        await sweep(places)
        places = []
      }
      await sweep(places)
      return null
    },
  ) satisfies JobHandler
