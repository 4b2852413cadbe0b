import { handle, type JobHandler } from '../../core/jobs/handler.ts'
import { countOutdated } from './usage.ts'

const TIMEOUT_SECONDS = 60 * 60

/** One job of the installation. */
export const countFigures = (): JobHandler =>
  handle(
    { name: 'figures.count', parallel: 1, everySeconds: 60, timeoutSeconds: TIMEOUT_SECONDS },
    async (work, { signal }) => {
      await countOutdated(work, signal)
      return null
    },
  )
