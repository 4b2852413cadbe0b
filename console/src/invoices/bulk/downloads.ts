import { inCompany } from '../../api/company.ts'
import type { InvoiceEntry } from '../list-table.tsx'

/** The PDF of an invoice with a readable file name. */
export async function pdfOf({ id, number, customer_name }: InvoiceEntry): Promise<File> {
  const answer = await fetch(inCompany(`/api/v1/invoices/${id}/pdf`))
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
  const name = [number, customer_name].filter(Boolean).join(' ')
  return new File(
    [await answer.blob()],
    `${name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').slice(0, 120)}${number ? '' : ` ${id.slice(-6)}`}.pdf`,
  )
}

/** The CSV rows of some invoices with a header, as the export writes them. */
export async function csvOf(entries: readonly Pick<InvoiceEntry, 'id'>[]): Promise<string> {
  const ids = entries.map(({ id }) => id).join(',')
  const answer = await fetch(inCompany(`/api/v1/invoices/export?format=csv&id=${ids}`))
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
  return answer.text()
}
