import { handle, type JobHandler } from '../../core/jobs/handler.ts'
import type { UsageService } from './service.ts'

const TIMEOUT_SECONDS = 60 * 60

/** One job of the installation, in its first company. */
export const countFigures = ({ countOutdated }: Pick<UsageService, 'countOutdated'>): JobHandler =>
  handle(
    { name: 'figures.count', parallel: 1, everySeconds: 60, timeoutSeconds: TIMEOUT_SECONDS },
    async ({ at }, { signal }) => {
      await countOutdated(at, signal)
      return null
    },
  )
