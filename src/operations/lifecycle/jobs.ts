import { handle, type JobHandler } from '../../core/jobs/handler.ts'
import { deleteDueCompanies, type Lifecycle } from './lifecycle.ts'

const TIMEOUT_SECONDS = 60 * 60

/** There is one for the installation. */
export const deleteCompanies = (lifecycle: Lifecycle): JobHandler =>
  handle(
    {
      name: 'company.delete',
      parallel: 1,
      everySeconds: 60 * 60,
      timeoutSeconds: TIMEOUT_SECONDS,
    },
    async (_work, { signal }) => {
      await deleteDueCompanies(lifecycle, signal)
      return null
    },
  )
