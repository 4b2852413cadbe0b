import type { BankEntry } from '@billwright/bank-statements'
import { because } from './evidence.ts'
import { type MatchIndex, START_LENGTH } from './index-of-receivables.ts'
import { compareNames, type NameWords, nameWords } from './names.ts'
import type { Evidence, MatchFlag } from './proposal.ts'

/** The customer who pays, and by what it is known. */
export interface KnownCustomer {
  readonly id: string
  readonly evidence: Evidence
  readonly flag: MatchFlag
}

export interface CustomersOfEntry {
  /** Customers who have paid from the payer's account. */
  readonly byAccount: readonly string[]
  /** Customers whose names are like the payer's. */
  readonly byName: readonly string[]
  /** Whose names have all the words of the payer's name, and no others. */
  readonly bySameName: readonly string[]
}

export function customersOfEntry(index: MatchIndex, entry: BankEntry): CustomersOfEntry {
  const { iban, name, ultimateName } = entry
  const byAccount = iban === null ? [] : [...(index.accounts.get(iban) ?? [])]
  const similar = [name, ultimateName].flatMap((it) => (it === null ? [] : similarTo(index, it)))
  const ids = (of: readonly Similar[]) => [...new Set(of.map((it) => it.id))]
  const same = ids(similar.filter((it) => it.how === 'same'))
  return { byAccount, bySameName: same, byName: same.length > 0 ? same : ids(similar) }
}

interface Similar {
  readonly id: string
  readonly how: 'same' | 'within'
}

function similarTo(index: MatchIndex, name: string): readonly Similar[] {
  const payer = nameWords(name)
  return [...candidatesFor(index, payer)].flatMap((id) => {
    const hows = index.customers.get(id)?.nameWords.map((it) => compareNames(payer, it.words)) ?? []
    const how = hows.includes('same') ? 'same' : hows.find((it) => it !== null)
    return how === undefined || how === null ? [] : [{ id, how }]
  })
}

/** Who has all words of the payer's name, or whose words the payer's name has. */
function candidatesFor(index: MatchIndex, payer: NameWords): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (ids: Iterable<string> | undefined) => {
    for (const id of ids ?? []) found.add(id)
  }
  const ends = completed(index, payer)
  for (const word of [...payer.words, ...ends]) add(index.customersByRarestWord.get(word))
  const whole = payer.words.filter((it) => it !== payer.cut)
  const sets = whole.map((it) => index.customersByWord.get(it) ?? new Set<string>())
  const [fewest] = sets.toSorted((a, b) => a.size - b.size)
  if (fewest !== undefined) add(fewest)
  else for (const end of [...payer.words, ...ends]) add(index.customersByWord.get(end))
  return found
}

/** Words that a cut word may be the start of. */
function completed(index: MatchIndex, { cut }: NameWords): readonly string[] {
  if (cut === null || cut.length < START_LENGTH) return []
  const words = index.wordsByStart.get(cut.slice(0, START_LENGTH)) ?? []
  return [...words].filter((it) => it.startsWith(cut))
}

/** The one customer by rule, account, name or number; the first of these that says anything decides. */
export function knownCustomer(
  { byAccount, byName }: CustomersOfEntry,
  entry: BankEntry,
  byRule: string | null,
  byNumber: ReadonlyMap<string, string>,
): KnownCustomer | undefined {
  if (byRule !== null)
    return { id: byRule, evidence: because('rule', { customer_id: byRule }), flag: 'by_rule' }
  const [account, name] = [onlyOne(byAccount), onlyOne(byName)]
  if (account !== undefined)
    return { id: account, evidence: byIban(account, entry.iban), flag: 'by_iban' }
  if (name !== undefined)
    return { id: name, evidence: byNameOf(name, entry.name ?? entry.ultimateName), flag: 'by_name' }
  const number = byName.length === 0 ? onlyOne([...byNumber.keys()]) : undefined
  if (number === undefined) return undefined
  const params = { customer_id: number, found: byNumber.get(number) ?? '' }
  return { id: number, evidence: because('customer_number', params), flag: 'by_customer_number' }
}

const onlyOne = (ids: readonly string[]): string | undefined =>
  ids.length === 1 ? ids[0] : undefined

export const byIban = (customerId: string, iban: string | null): Evidence =>
  because('iban', { customer_id: customerId, found: iban ?? '' })

export const byNameOf = (customerId: string, name: string | null): Evidence =>
  because('name', { customer_id: customerId, found: name ?? '' })
