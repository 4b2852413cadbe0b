import { type BankEntry, EMPTY_ENTRY } from '@billwright/bank-statements'
import type { Match, Part } from './proposal.ts'
import type { EntryToMatch, Receivable, Receivables } from './receivables.ts'

const DOCUMENT: Receivable = {
  id: 'document',
  number: 'INV-2026-0001',
  customerId: 'customer',
  currency: 'EUR',
  issueDate: '2026-05-01',
  dueDate: '2026-05-31',
  dueMinor: 10_000n,
  status: 'open',
  earlyPayment: [],
  orderReference: null,
  references: [],
  creditNotes: [],
}

type Sample = Partial<Omit<Receivables, 'documents'>> & {
  readonly documents?: readonly Partial<Receivable>[]
}

export const receivablesWith = ({ documents = [], ...rest }: Sample): Receivables => ({
  documents: documents.map((it) => ({ ...DOCUMENT, ...it })),
  customers: [],
  payerAccounts: [],
  ownAccounts: [{ id: 'own', ibans: ['DE02120300000000202051'] }],
  handPayments: [],
  bookedEntries: [],
  declined: [],
  providers: [],
  rules: [],
  settings: { discountGraceDays: 3, paymentTolerance: '0', feeTolerance: '0' },
  ...rest,
})

const ENTRY: BankEntry = {
  ...EMPTY_ENTRY,
  bookingDate: '2026-05-28',
  valueDate: '2026-05-28',
  amountMinor: 10_000n,
  currency: 'EUR',
}

/** `text` is one line, if `lines` are not given. */
export function entryWith(given: Partial<BankEntry>): EntryToMatch {
  const lines = given.lines ?? (given.text ? [given.text] : [])
  const text = given.text ?? (lines.length === 0 ? null : lines.join(' '))
  return { id: 'entry', accountId: 'own', entry: { ...ENTRY, ...given, lines, text } }
}

/** Class and kind, then the parts of each proposal, then flags: `certain exact, a 100, by_iban`. */
export function inShort({ class: itsClass, kind, flags, proposals }: Match): string {
  const parts = proposals.map((it) => it.parts.map(partInShort).join(' + '))
  return [`${itsClass} ${kind}`, ...parts, ...flags].join(', ')
}

function partInShort(part: Part): string {
  const money = String(part.amountMinor)
  if (part.kind === 'invoice') {
    const { discountMinor, feeMinor, writeOffMinor } = part
    const more = Object.entries({ discountMinor, feeMinor, writeOffMinor })
    const filled = more.filter(([, minor]) => minor !== 0n)
    return [part.documentId, money, ...filled.map(([key, it]) => `${key} ${it}`)].join(' ')
  }
  if (part.kind === 'account') return `account of ${part.customerId} ${money}`
  if (part.kind === 'link') return `link ${part.paymentId}`
  if (part.kind === 'reversal') return `back ${part.documentId} ${money}`
  return `${part.kind} ${money}`
}
