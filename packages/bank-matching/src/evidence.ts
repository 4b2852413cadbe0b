import type { Evidence, EvidenceCode, MatchFlag } from './proposal.ts'

export const because = (code: EvidenceCode, params: Evidence['params']): Evidence => ({
  code,
  params,
})

const SCORES: Readonly<Partial<Record<EvidenceCode, number>>> = {
  reference: 60,
  number: 60,
  digits: 60,
  end_to_end: 60,
  tail: 60,
  iban: 30,
  name: 20,
  amount_exact: 35,
  amount_discount: 33,
  amount_sum: 30,
  amount_fee: 25,
  amount_partial: 10,
}
const FLAG_SCORE = -20

/** Each kind of evidence counts once. */
export function scoreOf(evidence: readonly Evidence[], flags: readonly MatchFlag[]): number {
  const codes = new Set(evidence.map((it) => it.code))
  const sum = [...codes].reduce((total, code) => total + (SCORES[code] ?? 0), 0)
  return sum + flags.length * FLAG_SCORE
}
