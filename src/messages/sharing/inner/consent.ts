import { createHash } from 'node:crypto'
import { parseMinor } from '@billwright/money'
import type { FastifyRequest } from 'fastify'
import { currentSettings } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { formatterFor } from '../../../paper/printing/format.ts'
import { wordsFor } from '../../../paper/printing/labels/labels.ts'
import type { Consent } from '../../../receivables/methods/method.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'

const BROWSER_MAX = 300

const AMOUNT = /^\d{1,9}([.,]\d{1,3})?$/

/** The most that is charged for an invoice; null: no limit. Undefined: it cannot be read. */
export function limitOf(typed: string, currency: string): bigint | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  if (!AMOUNT.test(text)) return undefined
  try {
    const minor = parseMinor(text.replace(',', '.'), currency)
    return minor > 0n ? minor : undefined
  } catch {
    return undefined
  }
}

/** What the customer agreed to by ticking the box on the page: the very words, and who did it. */
export async function consentOf(
  work: ReadWork,
  { ip, headers, query }: FastifyRequest<{ Querystring: { language?: string } }>,
  {
    invoice,
    maxMinor,
  }: {
    readonly invoice: Pick<StoredInvoice, 'id' | 'language' | 'currency'>
    readonly maxMinor: bigint | null
  },
): Promise<Consent> {
  const { evidenceKeepAddress } = await currentSettings(work)
  const language = query.language ?? invoice.language
  const { payKeep, payMost } = wordsFor(language).page
  const { currency } = invoice
  const { money, labelled } = formatterFor({ language, currency, dateFormat: 'medium' })
  const words = maxMinor === null ? payKeep : `${payKeep} ${labelled(payMost, money(maxMinor))}`
  return {
    ...{ words, language, at: work.at, invoiceId: invoice.id, currency },
    wordsSha256: createHash('sha256').update(words).digest('hex'),
    ip: evidenceKeepAddress ? ip : null,
    browser: headers['user-agent']?.slice(0, BROWSER_MAX) ?? null,
    ...{ maxMinor: maxMinor === null ? null : String(maxMinor), noticeDays: null },
  }
}
