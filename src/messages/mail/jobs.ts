import type { Access } from '../../company/access/access.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { expiring } from '../../core/jobs/expire.ts'
import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { transaction } from '../../core/record/transaction.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { SEND_RECEIPT } from '../../receivables/checkout/kinds.ts'
import { TELL_FAILURE } from '../../receivables/collections/kinds.ts'
import { SEND_MANDATE_COPY } from '../../receivables/methods/kinds.ts'
import { deliverMessage } from './inner/outbox/deliver.ts'
import { EXPIRE, SEND, SWEEP } from './inner/outbox/jobs.ts'
import { enqueueMessages } from './inner/outbox/queue.ts'
import { deleteBytesBefore, listDue, listWithBytes, listWithWaiting } from './inner/repository.ts'
import { sendMandateCopy, sendReceipt, tellOfFailure } from './sending/automatic.ts'
import { findPace, isTransportReady } from './transport/transport.ts'

/** The customer must be told of a charge that failed. */
export const tellOfFailureJob = (): JobHandler =>
  handle(TELL_FAILURE, async (work, { payload }) => {
    await tellOfFailure(work, payload.collectionId)
    return null
  })

/** A payment at a provider was booked. */
export const sendReceiptJob = (): JobHandler =>
  handle(SEND_RECEIPT, async (work, { payload }) => {
    await sendReceipt(work, payload.paymentId)
    return null
  })

/** A customer signed a mandate on a page. */
export const sendMandateCopyJob = (): JobHandler =>
  handle(SEND_MANDATE_COPY, async (work, { payload }) => {
    await sendMandateCopy(work, payload.methodId)
    return null
  })

/** The maximum number of messages that one sweep queues. The next sweep queues the rest. */
const SWEPT_AT_ONCE = 1000
const DAY_SECONDS = 86_400

export const sendMessageJob = (access: Access): JobHandler =>
  handle(SEND, (work, job) => deliverMessage({ work, job, access }))

export const sweepMessagesJob = (): CompanyJob => ({
  ...handle(SWEEP, async (work) => {
    const { mailPaused, automationPaused } = await currentSettings(work)
    const { waitsUntil } = await findPace(work)
    const isResting = waitsUntil !== null && waitsUntil > work.at
    const isPaused = mailPaused || automationPaused
    if (isPaused || isResting || !(await isTransportReady(work))) return null
    const due = await listDue(work, work.at, SWEPT_AT_ONCE)
    if (due.length > 0) await transaction(work, (work) => enqueueMessages(work, due))
    return null
  }),
  isRare: true,
  findDue: listWithWaiting,
})

export const expireMessagesJob = (): CompanyJob =>
  expiring(
    EXPIRE,
    async (work, limit) => {
      const { mailKeepDays } = await currentSettings(work)
      if (mailKeepDays === 0) return 0
      return deleteBytesBefore(work, secondsAfter(work.at, -mailKeepDays * DAY_SECONDS), limit)
    },
    listWithBytes,
  )
