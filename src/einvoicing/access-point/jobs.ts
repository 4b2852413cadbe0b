import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { RECEIVE, TRANSMIT } from './inner/kinds.ts'
import { listWithAccessPoint } from './inner/repository.ts'
import { receiveDocuments, runTransmission } from './transmit.ts'

export const transmitJob = (): JobHandler => handle(TRANSMIT, runTransmission)

export const receiveJob = (): CompanyJob => ({
  ...handle(RECEIVE, async (work, { signal }) => {
    await receiveDocuments(work, signal)
    return null
  }),
  isRare: true,
  findDue: listWithAccessPoint,
})
