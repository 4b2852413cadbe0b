import { logoAsDataUrl } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { htmlDocument, type RenderedDocument } from '../document.ts'
import { printedPage } from '../printing.ts'
import { type ReminderSource, reminderPage } from './page.ts'

export async function reminderHtml(
  work: ReadWork,
  source: Omit<ReminderSource, 'logo'>,
): Promise<RenderedDocument> {
  return htmlDocument(await page(work, source))
}

export async function reminderPdf(
  work: ReadWork,
  source: Omit<ReminderSource, 'logo'>,
): Promise<RenderedDocument> {
  const html = await page(work, source)
  const subject = { number: source.invoices[0]?.number ?? '' }
  return printedPage(work, { kind: 'reminder', html, subject })
}

async function page(work: ReadWork, source: Omit<ReminderSource, 'logo'>): Promise<string> {
  return reminderPage({ ...source, logo: await logoAsDataUrl(work, source.seller.logoId) })
}
