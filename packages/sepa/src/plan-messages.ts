import { NAME_MAX, TEXT_MAX, toSepaText, type Umlauts } from './characters.ts'
import {
  type Block,
  type Collectable,
  type Creditor,
  type Debit,
  type LeftOut,
  type Mandate,
  type Message,
  SCHEMES,
  SEQUENCES,
  type Sequence,
} from './direct-debit.ts'
import { isInEea } from './iban.ts'
import { addTargetDays, nextTargetDay } from './target-days.ts'

/** The largest amount of a debit (EPC130-08, AT-T002). */
const AMOUNT_MAX = 999_999_999_99n
const UNUSED_MONTHS = 36

export interface RunRules {
  readonly creditor: Pick<Creditor, 'iban'>
  readonly umlauts: Umlauts
  /** `rcur`: recurring mandates are RCUR from the first collection on; `frst`: the first is FRST. */
  readonly firstAs: 'rcur' | 'frst'
  /** TARGET days from submitting the file to the collection. */
  readonly submitDays: number
  readonly today: string
}

export interface Plan {
  /** CORE before B2B. */
  readonly messages: readonly Message[]
  readonly leftOut: ReadonlyMap<string, LeftOut>
}

/** The first day on which the bank can collect: an open day of TARGET, never before `collectOn`. */
export function collectionDay(
  collectOn: string,
  { today, submitDays }: Pick<RunRules, 'today' | 'submitDays'>,
): string {
  const earliest = addTargetDays(today, submitDays)
  return nextTargetDay(collectOn > earliest ? collectOn : earliest)
}

/** The first day on which a mandate cannot be used any more, 36 months after its last use (EPC130-08). */
export const mandateExpiresOn = ({
  lastOn,
  signedOn,
}: Pick<Mandate, 'lastOn' | 'signedOn'>): string => monthsAfter(lastOn ?? signedOn, UNUSED_MONTHS)

/** Sorts collections into the messages and blocks of a run, and says which it leaves out and why. */
export function planMessages(collectables: readonly Collectable[], rules: RunRules): Plan {
  const leftOut = new Map<string, LeftOut>()
  const placed: Placed[] = []
  const usedUp = new Set<string>()
  for (const it of collectables) {
    const { reference, type } = it.mandate
    const day = collectionDay(it.collectOn, rules)
    const debit = usedUp.has(reference) ? 'mandate_used_up' : toDebit(it, day, rules)
    if (typeof debit !== 'string' && type === 'one_off') usedUp.add(reference)
    if (typeof debit === 'string') leftOut.set(it.id, debit)
    else placed.push({ debit, day, sequence: sequenceOf(it.mandate, rules), mandate: it.mandate })
  }
  const messages = SCHEMES.flatMap((scheme) => {
    const blocks = toBlocks(placed.filter(({ mandate }) => mandate.scheme === scheme))
    const count = blocks.reduce((sum, { debits }) => sum + debits.length, 0)
    return count === 0 ? [] : [{ scheme, sumMinor: sumOf(blocks, 'sumMinor'), count, blocks }]
  })
  return { messages, leftOut }
}

interface Placed {
  readonly debit: Debit
  readonly day: string
  readonly sequence: Sequence
  readonly mandate: Mandate
}

function toDebit(it: Collectable, day: string, rules: RunRules): Debit | LeftOut {
  const { mandate } = it
  if (mandate.type === 'one_off' && mandate.lastOn !== null) return 'mandate_used_up'
  if (day >= mandateExpiresOn(mandate)) return 'mandate_expired'
  if (mandate.scheme === 'B2B' && mandate.b2bConfirmedOn === null) return 'b2b_unconfirmed'
  if (it.amountMinor < 1n || it.amountMinor > AMOUNT_MAX) return 'over_limit'
  const needsAddress = !(isInEea(mandate.iban) && isInEea(rules.creditor.iban))
  if (needsAddress && (mandate.bic === null || mandate.address === null)) return 'address_required'
  const name = toSepaText(mandate.accountHolder, { umlauts: rules.umlauts, max: NAME_MAX })
  if (name === null) return 'name_not_writable'
  return {
    id: it.id,
    endToEnd: it.endToEnd,
    amountMinor: it.amountMinor,
    reference: mandate.reference,
    signedOn: mandate.signedOn,
    name,
    iban: mandate.iban,
    bic: needsAddress ? mandate.bic : null,
    address: needsAddress ? mandate.address : null,
    text: toSepaText(it.text, { umlauts: rules.umlauts, max: TEXT_MAX }) ?? it.endToEnd,
    amendment: mandate.amendment,
  }
}

function sequenceOf(mandate: Mandate, { firstAs }: RunRules): Sequence {
  if (mandate.type === 'one_off') return 'OOFF'
  if (mandate.isFinal) return 'FNAL'
  return firstAs === 'frst' && !mandate.wasCollected ? 'FRST' : 'RCUR'
}

function toBlocks(placed: readonly Placed[]): readonly Block[] {
  const days = [...new Set(placed.map(({ day }) => day))].toSorted()
  return SEQUENCES.flatMap((sequence) =>
    days.flatMap((day) => {
      const debits = placed
        .filter((it) => it.sequence === sequence && it.day === day)
        .map(({ debit }) => debit)
        .toSorted(byReference)
      return debits.length === 0
        ? []
        : [{ sequence, day, sumMinor: sumOf(debits, 'amountMinor'), debits }]
    }),
  )
}

function byReference(one: Debit, other: Debit): number {
  const [a, b] = [`${one.reference}\n${one.id}`, `${other.reference}\n${other.id}`]
  return a < b ? -1 : 1
}

const sumOf = <Key extends string>(
  list: readonly { readonly [key in Key]: bigint }[],
  key: Key,
): bigint => list.reduce((sum, it) => sum + it[key], 0n)

/** The same day of a later month, or that month's last day. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}
