import { type BankFile, BankFileError, readBankFile } from '@billwright/bank-statements'
import { answerJobs } from '../../../platform/worker.ts'
import { unreadable } from './errors.ts'
import type { ReadJob } from './read-file.ts'

/** The worker of `readFile`. */
answerJobs(({ files, profile, currency }: ReadJob): BankFile => {
  try {
    const options = { ...(profile && { profile }), ...(currency && { currency }) }
    const read = files.map((bytes) => readBankFile(bytes, options))
    const [first] = read
    const format = read.length === 1 && first ? first.format : 'zip'
    return { format, statements: read.flatMap(withFormat) }
  } catch (error) {
    throw error instanceof BankFileError ? unreadable(error) : error
  }
})

/** Each statement of an archive has the format of its file. */
const withFormat = ({ format, statements }: BankFile) =>
  statements.map((statement) => ({ ...statement, format }))
