import {
  type Extra,
  fillPlaceholders,
  type Occasion,
  unknownPlaceholder,
} from '../../../../kernel/placeholders/placeholders.ts'
import type { Formatter } from '../../../../paper/printing/format.ts'
import type { Box } from '../../message.ts'
import type { TemplateText } from './words.ts'

/** Placeholders of messages, beside those of time. */
export const MAIL_PLACEHOLDERS = [
  'salutation',
  'customer_name',
  'contact_name',
  'company_name',
  'document',
  'the_document',
  'number',
  'total',
  'due',
  'amount',
  'days_late',
  'pay_by',
  'early_payment',
  'charges',
  'method',
  'mandate',
  'collect_on',
  'link',
  'valid_until',
  'deposit',
  'corrects',
] as const
const SUBJECT_LENGTH_MAX = 200
/** In the preview of a draft, which gets its number when it is sent. */
export const NUMBER_TO_COME = '…'

export type MailValues = Readonly<Partial<Record<(typeof MAIL_PLACEHOLDERS)[number], string>>>

/** The days of the subject; each may be missing. */
export type MailDays = Omit<Occasion, 'language' | 'writeDay' | 'writePeriod'>

interface Filling {
  readonly language: string
  readonly formatter: Formatter
  readonly days: MailDays
  readonly values: MailValues
}

/** The first unknown placeholder of a text, or null. */
export const unknownIn = (text: string): string | null =>
  unknownPlaceholder(text, MAIL_PLACEHOLDERS)

/** The texts of a message. A line of the body with an empty placeholder is left out. */
export function fillTemplate({ subject, body }: TemplateText, filling: Filling): TemplateText {
  const { language, formatter, days, values } = filling
  const occasion: Occasion = {
    ...days,
    language,
    writeDay: formatter.date,
    writePeriod: formatter.period,
  }
  const all: Extra = Object.fromEntries(MAIL_PLACEHOLDERS.map((it) => [it, values[it] ?? '']))
  const fill = (text: string) => fillPlaceholders(text, occasion, all)
  const lines = body.split('\n').filter((line) => !hasEmpty(line, fill))
  return {
    subject: toHeader(fill(subject)).slice(0, SUBJECT_LENGTH_MAX),
    body: lines
      .map(fill)
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

/** Fills a text for editing: `{link}` and a `{number}` to come stay, and braces stay doubled. */
export function fillForRequest({ subject, body }: TemplateText, filling: Filling): TemplateText {
  const doubled = (text: string) => text.replaceAll('{{', '{{{{').replaceAll('}}', '}}}}')
  const escaped = (text = '') => text.replaceAll('{', '{{').replaceAll('}', '}}')
  const values = MAIL_PLACEHOLDERS.map((it) => [it, escaped(filling.values[it])])
  const kept = {
    link: filling.values.link ? '{link}' : '',
    ...(filling.values.number === NUMBER_TO_COME && { number: '{number}' }),
  }
  return fillTemplate(
    { subject: doubled(subject), body: doubled(body) },
    { ...filling, values: { ...Object.fromEntries(values), ...kept } },
  )
}

const hasEmpty = (line: string, fill: (text: string) => string): boolean =>
  (
    line
      .replaceAll('{{', '')
      .replaceAll('}}', '')
      .match(/\{[^{}]+\}/g) ?? []
  ).some((token) => fill(token) === '')

/**
 * A name or subject for a header: one line, no direction overrides, and no encoded words (RFC
 * 2047), which the reader's program would decode.
 */
export const toHeader = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll('=?', '= ?')
    .trim()

/** A mailbox whose name is one line. */
export const toHeaderBox = ({ name, address }: Box): Box => ({
  name: name && toHeader(name),
  address,
})
