import { parseMinor } from '@billwright/money'
import type { EventType } from '@billwright/rules/events'
import type { Notice, Settings } from '../../../../company/settings/settings.ts'
import type { LoggedEvent } from '../../../../core/record/event.ts'
import { formatterFor, labelled } from '../../../../paper/printing/format.ts'
import { fill } from '../../../../paper/printing/labels/labels.ts'
import type { Matter } from '../../inner/matter.ts'
import { noticeWords } from './words.ts'

/** The events that cause a notice, by the setting that turns it on. */
const EVENTS: Readonly<Partial<Record<Notice, readonly EventType[]>>> = {
  drafts_waiting: ['recurring.run'],
  quote_answered: ['quote.accepted', 'quote.declined'],
  payment_received: ['invoice.payment_recorded'],
}

export const eventTypesOf = (on: readonly Notice[]): readonly EventType[] =>
  on.flatMap((notice) => EVENTS[notice] ?? [])

/** A failed notice must not cause another notice. */
const SILENT = 'notice_failed'
const OF_MESSAGES = ['message_failed', 'address_bounced']

/**
 * Whether the settings ask for a notice about a matter. An answered quote causes a notice by its
 * event.
 */
export const isWanted = ({ code, kind }: Matter, on: readonly Notice[]): boolean => {
  if (code === SILENT) return false
  if (kind === 'quote' && on.includes('quote_answered')) return false
  return on.includes('attention') || (on.includes('message_failed') && OF_MESSAGES.includes(code))
}

type Shown = Pick<Settings, 'locale' | 'dateFormat'>

/** One line each; null: no line. */
export function lineOfEvent({ type, data }: LoggedEvent, settings: Shown): string | null {
  const words = noticeWords(settings.locale)
  const text = (name: string) => String(data[name] ?? '')
  const about = { number: text('number'), customer: text('customer_name'), name: text('name') }
  switch (type) {
    case 'invoice.payment_recorded':
      return fill(words.payment, {
        ...about,
        due: moneyOf(text('due'), text('currency'), settings),
      })
    case 'quote.accepted':
      return fill(words.accepted, about)
    case 'quote.declined':
      return fill(words.declined, about)
    case 'recurring.run':
      return data.outcome === 'drafted' ? fill(words.draft, about) : null
    default:
      return null
  }
}

export function lineOfMatter({ code, resource, detail }: Matter, locale: string): string {
  const words = noticeWords(locale)
  const name = resource.type === 'mail_transport' ? words.mailServer : resource.name
  return labelled(locale, name, words.matters[code] ?? detail)
}

function moneyOf(amount: string, currency: string, { locale, dateFormat }: Shown): string {
  const { money } = formatterFor({ language: locale, currency, dateFormat })
  return money(parseMinor(amount, currency))
}
