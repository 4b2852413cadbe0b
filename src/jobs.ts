import { anchorJob } from './books/audit/jobs.ts'
import type { Access } from './company/access/access.ts'
import { checkDomains, expireAccess } from './company/access/jobs.ts'
import { nameCompanyJob } from './company/settings/jobs.ts'
import { listKnownAssets } from './company/templates/read.ts'
import type { Directory } from './core/companies/directory.ts'
import { expireFiles, expireObjects } from './core/files/jobs.ts'
import { listKnownFiles } from './core/files/read.ts'
import { deleteOldOutcomes, findOldOutcomes } from './core/http/idempotency/outcomes.ts'
import { inEveryCompany } from './core/jobs/every-company.ts'
import { expiring } from './core/jobs/expire.ts'
import { expireJobs } from './core/jobs/failed.ts'
import type { JobHandler } from './core/jobs/handler.ts'
import type { WorkFor } from './core/record/work.ts'
import { deliverJob, expireDeliveriesJob } from './core/webhooks/jobs.ts'
import { receiveJob, transmitJob } from './einvoicing/access-point/jobs.ts'
import {
  expireMessagesJob,
  sendMandateCopyJob,
  sendMessageJob,
  sendReceiptJob,
  sweepMessagesJob,
  tellOfFailureJob,
} from './messages/mail/jobs.ts'
import { lookAtRecurringJob, runRecurringJob } from './messages/recurring/jobs.ts'
import { lookAtRemindersJob } from './messages/reminders/jobs.ts'
import { noticesJob } from './operations/attention/notices/notices.ts'
import { deleteCompanies } from './operations/lifecycle/jobs.ts'
import type { Lifecycle } from './operations/lifecycle/lifecycle.ts'
import { runImportJob } from './operations/transfer/imports/jobs.ts'
import { countFigures } from './operations/usage/jobs.ts'
import { expirePdfs } from './paper/printing/kept-pdfs.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/database/db.ts'
import type { Objects } from './platform/objects/objects.ts'
import {
  expireBankFilesJob,
  lookAtBankJob,
  matchEntriesJob,
  runBankFileJob,
  watchBankFoldersJob,
} from './receivables/bank/jobs.ts'
import {
  followCheckoutJob,
  nightlyJob,
  reconcileJob,
  sendRefundsJob,
  takeHintJob,
  watchCheckoutsJob,
} from './receivables/checkout/jobs.ts'
import {
  followChargeJob,
  planCollectionJob,
  watchCollectionsJob,
} from './receivables/collections/jobs.ts'
import { bookByDueDateJob } from './receivables/direct-debit/jobs.ts'
import { expireMethodsJob, revokeMethodJob } from './receivables/methods/jobs.ts'
import { checkTaxIdJob } from './sales/customers/tax-id/jobs.ts'
import { markOverdueJob } from './sales/invoices/jobs.ts'
import { markExpiredJob } from './sales/quotes/jobs.ts'

interface JobParts {
  readonly db: Db
  readonly directory: Directory
  readonly workFor: WorkFor
  readonly access: Access
  readonly lifecycle: Lifecycle
  /** Absent: everything is stored in the database. */
  readonly objects?: Objects | null
  /** `bankFolders`: whether companies may have a folder for files of banks. */
  readonly config: Pick<Config, 'bankFolders'>
}

/** Every job of the service. */
export function jobsOf(parts: JobParts): readonly JobHandler[] {
  const { db, directory, workFor, access, lifecycle, objects, config } = parts
  return [
    deliverJob(),
    runRecurringJob(),
    transmitJob(),
    runImportJob(),
    runBankFileJob(),
    matchEntriesJob(),
    followCheckoutJob(),
    takeHintJob(),
    sendRefundsJob(),
    planCollectionJob(),
    followChargeJob(),
    sendReceiptJob(),
    tellOfFailureJob(),
    sendMandateCopyJob(),
    revokeMethodJob(),
    reconcileJob(),
    checkTaxIdJob(),
    nameCompanyJob(),
    sendMessageJob(access),
    ...[
      sweepMessagesJob(),
      expireMessagesJob(),
      expireDeliveriesJob(),
      markOverdueJob(),
      markExpiredJob(),
      noticesJob(),
      lookAtRecurringJob(),
      lookAtRemindersJob(),
      receiveJob(),
      lookAtBankJob(),
      watchCheckoutsJob(),
      watchCollectionsJob(),
      bookByDueDateJob(),
      expireMethodsJob(),
      nightlyJob(),
      expireBankFilesJob(),
      ...(config.bankFolders !== null ? [watchBankFoldersJob()] : []),
      expiring(
        { name: 'idempotency.expire', parallel: 1, everySeconds: 10 * 60 },
        deleteOldOutcomes,
        findOldOutcomes,
      ),
      expireJobs,
      expireFiles(),
    ].map(inEveryCompany(directory, workFor)),
    anchorJob(directory),
    countFigures(),
    expireAccess,
    checkDomains(access),
    deleteCompanies(lifecycle),
    ...(objects
      ? [
          expirePdfs(objects),
          expireObjects({
            db,
            objects,
            known: [listKnownFiles, listKnownAssets],
          }),
        ]
      : []),
  ]
}
