import { formatMinor } from '@billwright/money'
import type { MatchIndex } from './index-of-receivables.ts'
import type { Evidence, EvidenceCode, Match, Proposal } from './proposal.ts'
import type { EntryToMatch, Receivable } from './receivables.ts'

/** What an entry pays. Reads the index and changes nothing. */
export function matchEntry(index: MatchIndex, { entry }: EntryToMatch): Match {
  if (entry.amountMinor <= 0n) {
    const flag = entry.amountMinor === 0n ? ('zero' as const) : ('outgoing' as const)
    return { ...NONE, kind: 'ignored', flags: [flag] }
  }
  const words = new Set((entry.text ?? '').split(/[^\p{L}\p{N}/-]+/u))
  const named = [...words].flatMap((word) => [...(index.byNumber.get(word) ?? [])])
  const found = named.flatMap((id) => index.documents.get(id) ?? [])
  const [document] = found
  if (document === undefined || found.length > 1) return NONE
  const fits = document.status === 'open' && document.dueMinor === entry.amountMinor
  if (!fits || document.currency !== entry.currency) return NONE
  const proposal = exact(document)
  return { ...NONE, class: proposal.class, kind: proposal.kind, proposals: [proposal] }
}

const NONE: Match = {
  class: 'none',
  kind: 'none',
  flags: [],
  proposals: [],
  ruleId: null,
  providerId: null,
}

const because = (code: EvidenceCode, params: Evidence['params']): Evidence => ({ code, params })

function exact({ id, number, dueMinor, currency }: Receivable): Proposal {
  return {
    key: `exact invoice:${id}:${dueMinor}`,
    class: 'certain',
    kind: 'exact',
    score: 95,
    evidence: [
      because('number', { number, found: number }),
      because('amount_exact', { amount: formatMinor(dueMinor, currency), currency }),
    ],
    flags: [],
    parts: [
      {
        kind: 'invoice',
        documentId: id,
        amountMinor: dueMinor,
        currency,
        discountMinor: 0n,
        feeMinor: 0n,
        writeOffMinor: 0n,
      },
    ],
  }
}
