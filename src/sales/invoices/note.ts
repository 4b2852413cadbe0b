import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { isPrinted, recordPrint } from './inner/invoice-writer.ts'
import * as repository from './inner/repository.ts'

export { noteMail } from './inner/repository.ts'

/** Adds the hash of an issued invoice's PDF to its record, unless it is there. */
export async function recordPrinted(work: ReadWork, id: string, pdfHash: string): Promise<void> {
  if (await isPrinted(work, id, pdfHash)) return
  await transaction(work, async (work) => {
    const invoice = await repository.requireInvoiceToChange(work, id)
    if (invoice.number === null || (await isPrinted(work, id, pdfHash))) return
    recordPrint(work, invoice, pdfHash)
  })
}
