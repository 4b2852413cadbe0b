import { companiesWithBankFolder, currentSettings } from '../../company/settings/read.ts'
import { expiring } from '../../core/jobs/expire.ts'
import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { transaction } from '../../core/record/transaction.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { takeDroppedFiles } from './folder.ts'
import * as fileRepository from './inner/file-repository.ts'
import * as waitingRepository from './inner/waiting-repository.ts'
import { MATCH_ENTRIES, RUN_BANK_FILE } from './kinds.ts'
import { lookAgain, matchEntries } from './match.ts'
import { continueUndo } from './undo.ts'
import { continueFile } from './upload.ts'

export const runBankFileJob = (): JobHandler =>
  handle(RUN_BANK_FILE, async (work, { payload: { id }, ...job }) => {
    const file = await fileRepository.findFile(work, id)
    if (file?.status === 'reading') await continueFile(work, file, job)
    if (file?.status === 'undoing') await continueUndo(work, id, job)
    return null
  })

export const matchEntriesJob = (): JobHandler =>
  handle(MATCH_ENTRIES, async (work, job) => {
    await matchEntries(work, job)
    return null
  })

/** An invoice that is issued, paid or voided changes what open entries may be. */
export const lookAtBankJob = (): CompanyJob => ({
  ...handle({ name: 'bank.look', parallel: 1, everySeconds: 60 }, async (work) => {
    await lookAgain(work)
    return null
  }),
  isRare: false,
  findDue: waitingRepository.companiesWithOpen,
})

/** Programs put files of banks into the folder of the company. */
export const watchBankFoldersJob = (): CompanyJob => ({
  ...handle({ name: 'bank.folder', parallel: 1, everySeconds: 15 }, async (work, { signal }) => {
    await takeDroppedFiles(work, signal)
    return null
  }),
  isRare: true,
  findDue: companiesWithBankFolder,
})

const DAY_SECONDS = 24 * 60 * 60
/** No company keeps them shorter. */
const KEPT_DAYS_MIN = 365

/** Original files are kept for some years. */
export const expireBankFilesJob = (): CompanyJob =>
  expiring(
    { name: 'bank.expire', parallel: 1, everySeconds: DAY_SECONDS },
    (work, limit) =>
      transaction(work, async (work) => {
        const { bankFileKeepDays } = await currentSettings(work)
        const before = secondsAfter(work.at, -bankFileKeepDays * DAY_SECONDS)
        return fileRepository.deleteContentsBefore(work, before, limit)
      }),
    (db, among, at) =>
      fileRepository.companiesWithOldContents(
        db,
        among,
        secondsAfter(at, -KEPT_DAYS_MIN * DAY_SECONDS),
      ),
  )

export { countOpen as countOpenBankEntries } from './inner/entry-repository.ts'
