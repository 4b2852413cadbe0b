import { isUnavailable } from '../../src/platform/database/storage-error.ts'

/** Exit code of a process whose database did not answer in time. The script then starts it again. */
export const EXIT_UNAVAILABLE = 74

/** Ends this process with that code where an error would end it, if the database is the reason. */
export function exitIfUnavailable(): void {
  process.on('uncaughtException', (error) => {
    const isAway = isUnavailable(error)
    process.stderr.write(`${isAway ? error.message : error.stack}\n`)
    process.exit(isAway ? EXIT_UNAVAILABLE : 1)
  })
}
