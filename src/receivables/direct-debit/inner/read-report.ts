import type { PaymentReport } from '@billwright/sepa'
import { onePerApp } from '../../../core/record/app.ts'
import type { AppScope } from '../../../core/record/work.ts'
import { createWorker } from '../../../platform/worker.ts'
import { reportUnreadable } from '../errors.ts'

const TIMEOUT_MS = 30_000

const tooComplex = () => reportUnreadable('The report is too complex to read.')

/** A separate process, so that other requests do not wait. */
const readerOf = onePerApp(() =>
  createWorker<Uint8Array, PaymentReport>({
    module: new URL('./read-report-worker.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    timedOut: tooComplex,
    outOfMemory: tooComplex,
  }),
)

/** @throws AppError `report_unreadable` or `xml_forbidden` */
export const readReport = (
  { app, companyId }: AppScope,
  bytes: Uint8Array,
): Promise<PaymentReport> => readerOf(app).run(companyId, bytes)
