import { expiring } from '../jobs/expire.ts'
import { secondsAfter } from '../platform/clock.ts'
import type { FileService } from './service.ts'

const DAY_SECONDS = 86_400

/** Deletes bytes of files that were deleted more than a day ago. */
export const expireFiles = (files: FileService) =>
  expiring({ name: 'file.expire', parallel: 1, everySeconds: 60 * 60 }, (work, limit) =>
    files.deleteUnused(work, secondsAfter(work.at, -DAY_SECONDS), limit),
  )
