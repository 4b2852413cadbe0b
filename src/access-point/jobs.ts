import { handle, type JobHandler } from '../jobs/handler.ts'
import { RECEIVE, TRANSMIT } from './kinds.ts'
import type { AccessPointService } from './service.ts'

export const transmitJob = (accessPoint: Pick<AccessPointService, 'run'>): JobHandler =>
  handle(TRANSMIT, accessPoint.run)

export const receiveJob = (accessPoint: Pick<AccessPointService, 'receive'>): JobHandler =>
  handle(RECEIVE, async (work, { signal }) => {
    await accessPoint.receive(work, signal)
    return null
  })
