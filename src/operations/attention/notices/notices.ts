import { currentSettings, listNotified } from '../../../company/settings/read.ts'
import type { Settings } from '../../../company/settings/settings.ts'
import { type CompanyJob, handle } from '../../../core/jobs/handler.ts'
import { findHead } from '../../../core/record/head.ts'
import { listEventsAfter } from '../../../core/record/log.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { queueOwnMessage } from '../../../messages/mail/messages.ts'
import { isTransportReady } from '../../../messages/mail/transport/transport.ts'
import { fill } from '../../../paper/printing/labels/labels.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { inAnyOf } from '../../../platform/database/scope.ts'
import { keyOf } from '../inner/matter.ts'
import { listMatters } from '../matters.ts'
import { eventTypesOf, isWanted, lineOfEvent, lineOfMatter } from './inner/lines.ts'
import {
  beginTold,
  endTold,
  findTold,
  listWithTold,
  saveTold,
  type Told,
} from './inner/repository.ts'
import { noticeWords } from './inner/words.ts'

const PAUSE_SECONDS = 15 * 60
const EVENTS_MAX = 500
const LINES_MAX = 50

/** Mails notices to people of the company, at most every 15 minutes. */
export const noticesJob = (): CompanyJob => ({
  ...handle({ name: 'notice.collect', parallel: 1, everySeconds: 60 }, async (work) => {
    await collect(work)
    return null
  }),
  isRare: true,
  findDue: async (db, among) =>
    inAnyOf(await listNotified(db, among), await listWithTold(db, among)),
})

async function collect(work: ReadWork): Promise<void> {
  const current = await currentSettings(work)
  const { email, on } = current.notify
  const told = await findTold(work)
  if (email === null || on.length === 0) {
    if (told) await transaction(work, endTold)
    return
  }
  const matters = (await listMatters(work)).filter((matter) => isWanted(matter, on))
  const { eventSequence } = await findHead(work)
  const keys = matters.map(keyOf)
  // Matters from before people asked for notices cause none.
  if (!told) {
    const begun = { sequence: eventSequence, keys, sentAt: null }
    return transaction(work, (work) => beginTold(work, begun))
  }
  const isEarly = told.sentAt !== null && secondsAfter(told.sentAt, PAUSE_SECONDS) > work.at
  if (isEarly || !(await isTransportReady(work))) return
  const events = await listEventsAfter(work, {
    after: told.sequence,
    types: eventTypesOf(on),
    limit: EVENTS_MAX,
  })
  const lines = [
    ...matters
      .filter((it) => !told.keys.includes(keyOf(it)))
      .map((it) => lineOfMatter(it, current.locale)),
    ...events.flatMap((event) => lineOfEvent(event, current) ?? []),
  ]
  const last = events.length === EVENTS_MAX ? events.at(-1)?.sequence : eventSequence
  const after = { sequence: last ?? eventSequence, keys, sentAt: told.sentAt }
  if (lines.length > 0) await send(work, { current, email, lines, told, after })
  else if (isMoved(told, after))
    await transaction(work, async (work) => void (await saveTold(work, told, after)))
}

/** A settled matter may occur again. Old events need not be read again. */
const isMoved = (before: Told, after: Told): boolean =>
  before.keys.join() !== after.keys.join() || after.sequence - before.sequence >= BigInt(EVENTS_MAX)

interface News {
  readonly current: Settings
  readonly email: string
  readonly lines: readonly string[]
  readonly told: Told
  readonly after: Told
}

async function send(work: ReadWork, { current, email, lines, told, after }: News): Promise<void> {
  const { publicUrl } = work.app
  const words = noticeWords(current.locale)
  const [first = ''] = lines
  const rest = lines.length - 1
  const shown = lines.slice(0, LINES_MAX)
  const more = lines.length - shown.length
  const text = [
    ...shown,
    ...(more > 0 ? [fill(words.more, { count: String(more) })] : []),
    `${publicUrl}/`,
    words.why,
  ]
  await transaction(work, async (work) => {
    if (!(await saveTold(work, told, { ...after, sentAt: work.at }))) return
    await queueOwnMessage(work, {
      occasion: `notice:${work.at}`,
      to: email.split(', '),
      subjectLine: rest === 0 ? first : `${first} (+${rest})`,
      text: text.join('\n\n'),
      link: { url: `${publicUrl}/`, label: words.open },
    })
  })
}
