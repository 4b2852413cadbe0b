import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { RECEIVE, TRANSMIT } from './inner/kinds.ts'
import { listWithAccessPoint } from './inner/repository.ts'
import type { AccessPointService } from './service.ts'

export const transmitJob = (accessPoint: Pick<AccessPointService, 'run'>): JobHandler =>
  handle(TRANSMIT, accessPoint.run)

export const receiveJob = (accessPoint: Pick<AccessPointService, 'receive'>): CompanyJob => ({
  ...handle(RECEIVE, async (work, { signal }) => {
    await accessPoint.receive(work, signal)
    return null
  }),
  isRare: true,
  findDue: listWithAccessPoint,
})
