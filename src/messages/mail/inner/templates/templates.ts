import { numberFor } from '@billwright/rules/numbering'
import type { Selectable } from 'kysely'
import { currentSettings } from '../../../../company/settings/read.ts'
import { NUMBERINGS, type Settings } from '../../../../company/settings/settings.ts'
import { checkIfMatch, etagOf } from '../../../../core/http/etag.ts'
import { transaction } from '../../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { type Fault, invalidRequest } from '../../../../kernel/errors.ts'
import { formatterFor } from '../../../../paper/printing/format.ts'
import { greetingIn, type Language, wordsFor } from '../../../../paper/printing/labels/labels.ts'
import { dayOf } from '../../../../platform/clock.ts'
import { forUpdate } from '../../../../platform/database/db.ts'
import { type CompanyDb, tablesOf } from '../../../../platform/database/scope.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import { CUSTOMER_KINDS, type CustomerKind } from '../../message.ts'
import { messageTemplateNotFound } from '../errors.ts'
import { mailHtml } from '../layout.ts'
import { findLogo } from '../logo.ts'
import type { TemplateInput } from '../schema.ts'
import { fillTemplate, unknownIn } from '../words/fill.ts'
import { builtInTemplate, MAIL_LANGUAGES, mailWordsFor, type TemplateText } from '../words/words.ts'

export interface MessageTemplate extends TemplateText {
  readonly kind: CustomerKind
  readonly language: Language
  readonly isBuiltIn: boolean
  readonly version: number
  readonly updatedAt: string | null
}

interface TemplateKey {
  readonly kind: string
  readonly language: string
}

export const messageTemplateEtag = ({ kind, language, version }: MessageTemplate): string =>
  etagOf(`${kind}-${language}`, version)

/** The texts of a kind in the language of a document. */
export async function findMessageTemplate(
  scope: CompanyDb,
  kind: CustomerKind,
  language: string,
): Promise<TemplateText> {
  return findOwn(scope, { kind, language: toLanguage(language) })
}

export async function listMessageTemplates(scope: CompanyDb): Promise<readonly MessageTemplate[]> {
  const own = await tablesOf(scope).selectFrom('message_templates').selectAll().execute()
  return CUSTOMER_KINDS.flatMap((kind) =>
    MAIL_LANGUAGES.map((language) => {
      const row = own.find((it) => it.kind === kind && it.language === language)
      return toTemplate({ kind, language }, row)
    }),
  )
}

export function putMessageTemplate(
  work: ReadWork,
  key: TemplateKey,
  { input, ifMatch }: { readonly input: TemplateInput; readonly ifMatch: string | undefined },
): Promise<MessageTemplate> {
  return transaction(work, async (work) => {
    const before = await lockOwn(work, requirePlace(key))
    checkIfMatch(ifMatch, messageTemplateEtag(before))
    return save(work, before, checkedText(input))
  })
}

export function deleteMessageTemplate(
  work: ReadWork,
  key: TemplateKey,
  ifMatch: string | undefined,
): Promise<void> {
  return transaction(work, async (work) => {
    const before = await lockOwn(work, requirePlace(key))
    checkIfMatch(ifMatch, messageTemplateEtag(before))
    if (!before.isBuiltIn) await save(work, before, NONE)
  })
}

export async function previewMessageTemplate(
  work: ReadWork,
  key: TemplateKey,
  input: TemplateInput | undefined,
) {
  const place = requirePlace(key)
  const current = await currentSettings(work)
  const text = input ? checkedText(input) : await findOwn(work, place)
  const sample = sampleOf(place, current, dayOf(work.at, current.timeZone))
  const { currency, dateFormat } = current
  const { language } = place
  const formatter = formatterFor({ language, currency, dateFormat })
  const amount = formatter.money(119_00n)
  const day = formatter.date(sample.days.date)
  const deposit = formatter.money(35_70n)
  const filling = { total: amount, due: amount, amount, deposit, pay_by: day, valid_until: day }
  const values = { ...sample.values, ...filling }
  const filled = fillTemplate(text, { language, formatter, days: sample.days, values })
  const html = mailHtml({
    language,
    text: filled.body,
    link:
      sample.values.link === ''
        ? null
        : { url: sample.values.link, label: labelOf(place.kind, language) },
    accentColor: current.accentColor,
    sender: current.companyName,
    logo: await findLogo(work, current.logoId),
  })
  return { subject_line: filled.subject, text: filled.body, html }
}

/** The label of a kind's button. */
export function labelOf(kind: CustomerKind, language: string): string {
  const { view } = mailWordsFor(language)
  return kind === 'credit_note' || kind === 'quote' ? view[kind] : view.invoice
}

interface Place {
  readonly kind: CustomerKind
  readonly language: Language
}

function requirePlace({ kind, language }: TemplateKey): Place {
  const knownKind = CUSTOMER_KINDS.find((it) => it === kind)
  const knownLanguage = MAIL_LANGUAGES.find((it) => it === language)
  if (!knownKind || !knownLanguage) throw messageTemplateNotFound()
  return { kind: knownKind, language: knownLanguage }
}

const toLanguage = (tag: string): Language =>
  MAIL_LANGUAGES.find((it) => it === tag.split(/[-_]/, 1)[0]?.toLowerCase()) ?? 'en'

const findOwn = async (scope: CompanyDb, place: Place): Promise<MessageTemplate> =>
  toTemplate(place, await selectOwn(scope, place).executeTakeFirst())

const selectOwn = (scope: CompanyDb, { kind, language }: Place) =>
  tablesOf(scope)
    .selectFrom('message_templates')
    .selectAll()
    .where('kind', '=', kind)
    .where('language', '=', language)

/** Stands where the built-in text is used again: the row stays, so that no version comes twice. */
const NONE: TemplateText = { subject: '', body: '' }

async function lockOwn(work: Work, place: Place): Promise<MessageTemplate> {
  // A missing row cannot be locked, so two first changes would both get version 1.
  await tablesOf(work)
    .insertInto('message_templates', { ...place, ...NONE, version: 0n, updated_at: work.at })
    .onConflict((conflict) => conflict.columns(['company_id', 'kind', 'language']).doNothing())
    .execute()
  const row = await selectOwn(work, place).modifyEnd(forUpdate(work.db)).executeTakeFirst()
  return toTemplate(place, row)
}

async function save(
  work: Work,
  { kind, language, version }: MessageTemplate,
  { subject, body }: TemplateText,
): Promise<MessageTemplate> {
  const row = { subject, body, version: BigInt(version + 1), updated_at: work.at }
  await tablesOf(work)
    .updateTable('message_templates')
    .set(row)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .execute()
  return toTemplate({ kind, language }, row)
}

type Row = Pick<
  Selectable<Tables['message_templates']>,
  'subject' | 'body' | 'version' | 'updated_at'
>

function toTemplate({ kind, language }: Place, row: Row | undefined): MessageTemplate {
  const own = row && row.body !== NONE.body ? row : null
  const { subject, body } = own ?? builtInTemplate(kind, language)
  return {
    ...{ kind, language, subject, body },
    isBuiltIn: own === null,
    version: Number(row?.version ?? 0),
    updatedAt: own?.updated_at ?? null,
  }
}

/** The trimmed texts, or every unknown placeholder. */
export function checkedText({ subject, body }: TemplateText): TemplateText {
  const faults = [...faultsIn(subject, '/subject'), ...faultsIn(body, '/body')]
  if (faults.length > 0) throw invalidRequest(faults)
  return { subject: subject.trim(), body: body.replace(/\r\n?/g, '\n').trim() }
}

function faultsIn(text: string, pointer: string): readonly Fault[] {
  if (text.trim() === '') return [{ pointer, code: 'required', message: 'Write a text.' }]
  const unknown = unknownIn(text)
  if (unknown === null) return []
  const message = `Unknown placeholder ${unknown}. Use one of the list, or double the braces.`
  return [{ pointer, code: 'unknown_placeholder', message }]
}

/** Their documents have no page to link to. */
const WITHOUT_LINK: ReadonlySet<CustomerKind> = new Set([
  'delivery_note',
  'renewal_notice',
  'statement',
])

/** Only messages about one invoice or credit note say which document it is. */
function titleOfKind(kind: CustomerKind, language: Language): string {
  const { labels } = wordsFor(language)
  if (kind === 'credit_note') return labels.creditNoteTitle
  return kind === 'invoice' || kind === 'receipt' ? labels.invoiceTitle : ''
}

/** The number that the company would give to a document of that kind. */
function sampleNumber(kind: CustomerKind, settings: Settings, today: string): string {
  const [numbering] = NUMBERINGS.find(([, numbered]) => numbered === kind) ?? ['invoiceNumbering']
  return numberFor(settings[numbering], today, 42n)
}

const sampleOf = ({ kind, language }: Place, settings: Settings, today: string) => ({
  days: {
    date: today,
    issueDate: today,
    dueDate: today,
    periodStart: `${today.slice(0, 7)}-01`,
    periodEnd: today,
    n: 1,
    of: null,
  },
  values: {
    salutation: greetingIn(language, 'Ida Brandt'),
    customer_name: 'Northwind Robotics GmbH',
    contact_name: 'Ida Brandt',
    company_name: settings.companyName,
    document: titleOfKind(kind, language),
    the_document: mailWordsFor(language).documents.invoice,
    number: sampleNumber(kind, settings, today),
    days_late: '12',
    charges: '',
    method: kind === 'mandate_copy' ? 'DE…3000' : 'Visa •••• 4242',
    mandate: 'M1001-1',
    link: WITHOUT_LINK.has(kind) ? '' : 'https://example.org/i/sample',
    corrects: numberFor(settings.invoiceNumbering, today, 41n),
  },
})
