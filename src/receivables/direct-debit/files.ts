import { writePain008 } from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { sha256 } from '../../platform/ids.ts'
import { creditorOf } from '../methods/creditor.ts'
import { type RunPlan, umlautsFor } from './plan.ts'
import { messageRefOf, type Run, type RunFile } from './run.ts'

/** The files that the bank gets for a plan. */
export async function filesOf(
  work: ReadWork,
  { id }: Pick<Run, 'id'>,
  { messages }: RunPlan,
): Promise<readonly RunFile[]> {
  const settings = await currentSettings(work)
  const creditor = creditorOf(settings)
  const { format, batchBooking } = settings.directDebit
  const { line1, postalCode, city, countryCode } = settings.companyAddress
  const address =
    city === null || countryCode === null
      ? null
      : { street: line1, postalCode, city, country: countryCode }
  return messages.map((message, index) => {
    const messageRef = messageRefOf(id, index + 1)
    const content = writePain008(message, {
      messageId: messageRef,
      createdAt: work.at,
      creditor: { ...creditor, address },
      format,
      umlauts: umlautsFor(settings, creditor.iban),
      batchBooking,
    })
    return {
      runId: id,
      number: index + 1,
      messageRef,
      scheme: message.scheme,
      format,
      count: message.count,
      sumMinor: message.sumMinor,
      sha256: sha256(content),
      content,
      refusedBecause: null,
      createdAt: work.at,
    }
  })
}

/**
 * SHA-256 of all that a person approves: amounts, days, accounts and mandates. Only the time at which
 * a file was written does not count.
 */
export const contentHash = (files: readonly RunFile[]): string =>
  sha256(files.map(({ content }) => content.replace(WRITTEN_AT, '')).join())
const WRITTEN_AT = /<CreDtTm>[^<]*<\/CreDtTm>/
