import type { BankEntry } from '@billwright/bank-statements'
import { scoreOf } from './evidence.ts'
import type { MatchIndex } from './index-of-receivables.ts'
import { type Draft, moneyIn } from './money-in.ts'
import { isReturn, moneyOut } from './money-out.ts'
import { payerOf } from './payer.ts'
import type { EvidenceCode, Match, MatchFlag, Proposal } from './proposal.ts'
import { capitals } from './reading.ts'
import type { BankRule, EntryToMatch } from './receivables.ts'

/** What an entry pays. Reads the index and changes nothing. */
export function matchEntry(index: MatchIndex, given: EntryToMatch): Match {
  const { id, accountId, entry, isKeptOpen = false } = given
  if (entry.amountMinor === 0n) return ignored('zero')
  if (entry.iban !== null && index.ownIbans.has(entry.iban)) return ignored('own_transfer')
  const rule = index.given.rules.find(
    (it) => fitsRule(it, accountId, entry) && !(isKeptOpen && 'ignore' in it.then),
  )
  const ruleId = rule?.id ?? null
  if (rule !== undefined && 'ignore' in rule.then) return { ...ignored('rule'), ruleId }
  const providerId =
    rule !== undefined && 'payout' in rule.then ? rule.then.payout : providerOf(index, entry)
  if (providerId !== null) return { ...NONE, kind: 'payout', ruleId, providerId }
  const byRule = rule !== undefined && 'customerId' in rule.then ? rule.then.customerId : null
  const isIn = entry.amountMinor > 0n
  const match = decided(index, id, entry, isIn ? byRule : null)
  if (match === undefined) return { ...(isIn ? NONE : ignored('outgoing')), ruleId }
  return { ...match, ruleId }
}

const NONE: Match = {
  class: 'none',
  kind: 'none',
  flags: [],
  proposals: [],
  ruleId: null,
  providerId: null,
}

const ignored = (flag: MatchFlag): Match => ({ ...NONE, kind: 'ignored', flags: [flag] })

function fitsRule({ when }: BankRule, accountId: string, entry: BankEntry): boolean {
  const has = (text: string | null, part: string | undefined) =>
    part === undefined || capitals(text ?? '').includes(capitals(part))
  const direction = entry.amountMinor > 0n ? 'in' : 'out'
  return (
    (when.iban === undefined || when.iban === entry.iban) &&
    (has(entry.name, when.nameContains) || has(entry.ultimateName, when.nameContains)) &&
    (has(entry.text, when.textContains) || has(entry.lines.join(''), when.textContains)) &&
    (when.direction === undefined || when.direction === direction) &&
    (when.accountId === undefined || when.accountId === accountId)
  )
}

/** Payouts of providers have a name with its word. */
function providerOf(index: MatchIndex, { amountMinor, name, ultimateName }: BankEntry) {
  if (amountMinor < 0n) return null
  const words = capitals(`${name ?? ''} ${ultimateName ?? ''}`).split(/[^\p{L}\p{N}]+/u)
  const provider = index.given.providers.find(({ word }) => words.includes(capitals(word)))
  return provider?.id ?? null
}

/** The first decision with a proposal that nobody declined. */
function decided(
  index: MatchIndex,
  id: string,
  entry: BankEntry,
  byRule: string | null,
): Match | undefined {
  const declined = index.declinedKeys.get(id)
  const isIn = entry.amountMinor > 0n
  for (const decision of isIn ? moneyIn(index, entry, byRule) : moneyOut(index, entry)) {
    if (decision === undefined) continue
    const { drafts, flags = [] } = decision
    if (drafts.length === 0) return { ...NONE, flags }
    const left = drafts
      .map((it) => lowered(index, entry, it, declined !== undefined))
      .map(proposalOf)
      .filter((it) => !declined?.has(it.key))
      .toSorted((a, b) => b.score - a.score)
    const [first] = left
    if (first === undefined) continue
    const { class: itsClass, kind } = first
    return { ...NONE, class: itsClass, kind, flags: first.flags, proposals: left }
  }
  return undefined
}

const FINDING = new Set<EvidenceCode>([
  ...(['reference', 'number', 'digits', 'end_to_end', 'tail', 'number_loose'] as const),
  ...(['order_reference', 'weak_number', 'iban', 'name', 'customer_number', 'rule'] as const),
])

/** Not certain if a person declined something for this entry, or twice what this rests on. */
function lowered(index: MatchIndex, entry: BankEntry, draft: Draft, hasDeclined: boolean): Draft {
  // Money that comes back to us is no customer's payment as a rule.
  const isSure = draft.class === 'certain' && !hasDeclined
  const isBack = entry.amountMinor > 0n && isReturn(entry)
  const own = { ...draft, class: isSure && !isBack ? draft.class : atMostLikely(draft.class) }
  const payer = payerOf(entry)
  const codes = payer === null ? undefined : index.loweredEvidence.get(payer)
  if (codes === undefined) return own
  const finding = draft.evidence.filter((it) => FINDING.has(it.code))
  if (finding.length === 0 || !finding.every((it) => codes.has(it.code))) return own
  return { ...own, class: 'possible', flags: [...own.flags, 'declined_before'] }
}

const atMostLikely = (it: Draft['class']): Draft['class'] => (it === 'certain' ? 'likely' : it)

const proposalOf = (draft: Draft): Proposal => ({
  ...draft,
  key: keyOf(draft),
  score: scoreOf(draft.evidence, draft.flags),
})

const keyOf = ({ kind, parts }: Draft): string =>
  JSON.stringify([kind, ...parts.map((part) => Object.values(part).map(String))])
