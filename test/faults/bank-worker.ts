import { readFileSync } from 'node:fs'
import type { ReadWork } from '../../src/core/record/work.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { bookEntries, unbookEntry } from '../../src/receivables/bank/book.ts'
import { listBankEntries, listBankFiles } from '../../src/receivables/bank/read.ts'
import { beginUndo } from '../../src/receivables/bank/undo.ts'
import { uploadBankFile } from '../../src/receivables/bank/upload.ts'
import { openAppAt } from './app-at.ts'
import { dieBeforeStatement } from './dies-at.ts'
import { exitIfUnavailable } from './exit-unavailable.ts'

/*
 * A process of `bank-kills.ts`: gives the files to the service, books what is certain as a person does, or
 * undoes everything. It kills itself before one of its statements, whichever `DIES_AT` says.
 */
const { FAULT_DATABASE = '', DIES_AT = '0', CLOCK_AT = '', ROLE = '', FILES = '[]' } = process.env

exitIfUnavailable()
const app = await openAppAt(JSON.parse(FAULT_DATABASE), Date.parse(CLOCK_AT))
dieBeforeStatement(Number(DIES_AT))
if (ROLE === 'bring')
  for (const path of JSON.parse(FILES))
    await uploadBankFile(app.work, {
      ...{ bytes: readFileSync(path), name: null, bankAccountId: null, profileId: null },
    })
if (ROLE === 'undo') await undoAll(app.work)
await app.services.jobRunner.runDue()
if (ROLE === 'confirm') await confirmAll(app.work)
dieBeforeStatement(0)
await app.close()

/** As one person of several: what another one booked meanwhile is refused. */
async function confirmAll(work: ReadWork): Promise<void> {
  for (;;) {
    const ids = await idsOf(work, 'open')
    const results = await bookEntries(work, { ids, from: 'certain' })
    if (results.every(({ refusal }) => refusal !== null)) return
  }
}

async function undoAll(work: ReadWork): Promise<void> {
  for (const id of await idsOf(work, 'booked'))
    await unlessRefused(unbookEntry(work, { id, ifMatch: undefined }))
  const { data } = await listBankFiles(work, { status: 'done', limit: 100 })
  for (const { id } of data) await unlessRefused(beginUndo(work, { id, ifMatch: undefined }))
}

async function idsOf(work: ReadWork, status: string): Promise<readonly string[]> {
  const { data } = await listBankEntries(work, { status, limit: 100 })
  return data.map(({ id }) => id)
}

async function unlessRefused(change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}
