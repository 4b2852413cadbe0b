import { createHash } from 'node:crypto'
import { parseMinor } from '@billwright/money'
import type { FastifyRequest } from 'fastify'
import { currentSettings } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { formatterFor } from '../../../paper/printing/format.ts'
import { wordsFor } from '../../../paper/printing/labels/labels.ts'
import { mandateText } from '../../../paper/printing/mandate-form/mandate-text.ts'
import type { Consent } from '../../../receivables/methods/method.ts'
import type { MandateProposal } from '../../../receivables/methods/propose.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { signedWords } from './mandate.ts'

const BROWSER_MAX = 300

type PageRequest = FastifyRequest<{ Querystring: { language?: string } }>

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
  request: PageRequest,
  {
    invoice,
    maxMinor,
  }: {
    readonly invoice: Pick<StoredInvoice, 'id' | 'language' | 'currency'>
    readonly maxMinor: bigint | null
  },
): Promise<Consent> {
  const language = request.query.language ?? invoice.language
  const { payKeep, payMost } = wordsFor(language).page
  const { currency } = invoice
  const { money, labelled } = formatterFor({ language, currency, dateFormat: 'medium' })
  const words = maxMinor === null ? payKeep : `${payKeep} ${labelled(payMost, money(maxMinor))}`
  const evidence = await evidenceOf(work, request, words)
  return {
    ...{ ...evidence, language, invoiceId: invoice.id, currency, name: null },
    maxMinor: maxMinor === null ? null : String(maxMinor),
  }
}

/** What the customer signed on the page, with their name. */
export async function signatureOf(
  work: ReadWork,
  request: PageRequest,
  {
    invoice,
    proposal,
    name,
  }: {
    readonly invoice: Pick<StoredInvoice, 'id' | 'language'>
    readonly proposal: MandateProposal
    readonly name: string
  },
): Promise<Consent> {
  const language = request.query.language ?? invoice.language
  const text = mandateText(proposal, language)
  const evidence = await evidenceOf(work, request, signedWords(text, wordsFor(language).page))
  return {
    ...{ ...evidence, language: text.language, invoiceId: invoice.id, currency: 'EUR', name },
    maxMinor: null,
  }
}

/** The words, and who agreed to them from where. */
async function evidenceOf(work: ReadWork, { ip, headers }: PageRequest, words: string) {
  const { evidenceKeepAddress } = await currentSettings(work)
  return {
    ...{ words, at: work.at, noticeDays: null },
    wordsSha256: createHash('sha256').update(words).digest('hex'),
    ip: evidenceKeepAddress ? ip : null,
    browser: headers['user-agent']?.slice(0, BROWSER_MAX) ?? null,
  }
}
