export {
  type Booking,
  indexReceivables,
  type MatchIndex,
  noteBooking,
  replaceDocuments,
} from './index-of-receivables.ts'
export { matchEntry } from './match-entry.ts'
export { isReturn } from './money-out.ts'
export { learnsAccount, payerOf } from './payer.ts'
export type {
  Evidence,
  EvidenceCode,
  Match,
  MatchClass,
  MatchFlag,
  MatchKind,
  Part,
  Proposal,
} from './proposal.ts'
export type {
  BankRule,
  BookedEntry,
  BookedPart,
  Declined,
  EarlyPayment,
  EntryToMatch,
  HandPayment,
  MatchSettings,
  OwnAccount,
  Payer,
  PayerAccount,
  Provider,
  Receivable,
  Receivables,
} from './receivables.ts'
