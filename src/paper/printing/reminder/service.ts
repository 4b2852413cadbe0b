import type { SettingsService } from '../../../company/settings/service.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { htmlDocument, type RenderedDocument } from '../document.ts'
import { type Printing, printedPage } from '../printing.ts'
import { type ReminderSource, reminderPage } from './page.ts'

export interface ReminderDocumentDeps extends Printing {
  readonly settings: SettingsService
}

export type ReminderDocumentService = ReturnType<typeof createReminderDocumentService>

/** Reminders as pages, in the language of their invoices. */
export function createReminderDocumentService(deps: ReminderDocumentDeps) {
  const page = async (work: ReadWork, source: Omit<ReminderSource, 'logo'>): Promise<string> =>
    reminderPage({ ...source, logo: await deps.settings.logo(work, source.seller.logoId) })

  return {
    html: async (work: ReadWork, source: Omit<ReminderSource, 'logo'>): Promise<RenderedDocument> =>
      htmlDocument(await page(work, source)),

    async pdf(work: ReadWork, source: Omit<ReminderSource, 'logo'>): Promise<RenderedDocument> {
      const html = await page(work, source)
      const subject = { number: source.invoices[0]?.number ?? '' }
      return printedPage(deps, work, { kind: 'reminder', html, subject })
    },
  }
}
