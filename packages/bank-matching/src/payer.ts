import type { BankEntry } from '@billwright/bank-statements'
import type { EvidenceCode, Proposal } from './proposal.ts'

/** Who pays, for `Declined.payer`: the account, else the name; null if the entry has neither. */
export function payerOf({ iban, name }: BankEntry): string | null {
  if (iban !== null) return iban
  const letters = (name ?? '')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? null : letters
}

const NAMED: readonly EvidenceCode[] = ['reference', 'number', 'end_to_end']

/** Whether a booking without a person teaches that the payer's account is this customer's. */
export const learnsAccount = (proposal: Proposal): boolean =>
  proposal.class === 'certain' && proposal.evidence.some((it) => NAMED.includes(it.code))
