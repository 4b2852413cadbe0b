import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { currentSettings } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { wordsFor } from '../../../paper/printing/labels/labels.ts'
import type { Consent } from '../../../receivables/methods/method.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'

const BROWSER_MAX = 300

/** What the customer agreed to by ticking the box on the page: the very words, and who did it. */
export async function consentOf(
  work: ReadWork,
  { ip, headers, query }: FastifyRequest<{ Querystring: { language?: string } }>,
  invoice: Pick<StoredInvoice, 'id' | 'language' | 'currency'>,
): Promise<Consent> {
  const { evidenceKeepAddress } = await currentSettings(work)
  const language = query.language ?? invoice.language
  const words = wordsFor(language).page.payKeep
  return {
    ...{ words, language, at: work.at, invoiceId: invoice.id, currency: invoice.currency },
    wordsSha256: createHash('sha256').update(words).digest('hex'),
    ip: evidenceKeepAddress ? ip : null,
    browser: headers['user-agent']?.slice(0, BROWSER_MAX) ?? null,
    ...{ maxMinor: null, noticeDays: null },
  }
}
