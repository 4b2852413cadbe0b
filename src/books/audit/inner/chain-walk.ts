import { hashOf, type Revision } from '../../../core/record/chain.ts'
import { type Break, breakOf, type ChainHead, type Findings } from '../report.ts'

/** A revision as read; null: the text is no revision. */
export interface ReadRevision {
  readonly sequence: bigint
  readonly invoiceId: string
  readonly revision: Revision | null
}

/**
 * Follows the chain from its beginning: sequences have no gap, each revision has the hash of its
 * predecessor, and its own hash matches its content. After a break it continues from the next
 * revision, so that it reports each fault once.
 */
export function createChainWalk(findings: Findings, genesis: string) {
  let head: ChainHead = { sequence: 0n, hash: genesis }

  return {
    take(read: ReadRevision): void {
      const expected = head.sequence + 1n
      if (read.sequence !== expected) findings.add(missingPlace(read, expected))
      if (!read.revision) {
        findings.add(unreadable(read))
        head = { sequence: read.sequence, hash: '' }
        return
      }
      // A revision after a missing or unreadable one cannot be compared with its predecessor.
      const isLinked = read.sequence === expected && head.hash !== ''
      if (isLinked && read.revision.previousHash !== head.hash)
        findings.add(wrongLink(read.revision, head.hash))
      findings.add(wrongHash(read.revision))
      head = { sequence: read.sequence, hash: read.revision.hash }
    },

    get head(): ChainHead {
      return head
    },

    /** Call it after the last revision, with the stored head of the chain. */
    end(stored: ChainHead): void {
      if (stored.sequence === head.sequence && stored.hash === head.hash) return
      findings.add(wrongHead(stored, head))
    },
  }
}

const missingPlace = ({ sequence, invoiceId }: ReadRevision, expected: bigint): Break =>
  breakOf(
    'chain_sequence',
    sequence > expected
      ? `Revision ${expected} is missing; the next one is ${sequence}.`
      : `Revision ${sequence} is in the position of revision ${expected}.`,
    { revision: expected, invoiceId, expected: `${expected}`, found: `${sequence}` },
  )

const unreadable = ({ sequence, invoiceId }: ReadRevision): Break =>
  breakOf('revision_unreadable', `Revision ${sequence} of ${invoiceId} cannot be read.`, {
    revision: sequence,
    invoiceId,
    field: 'changes',
  })

const wrongLink = (
  { sequence, resourceId: invoiceId, previousHash }: Revision,
  expected: string,
): Break =>
  breakOf(
    'chain_link',
    `Revision ${sequence} of ${invoiceId} does not follow revision ${sequence - 1n}: its \`previous_hash\` differs.`,
    { revision: sequence, invoiceId, field: 'previous_hash', expected, found: previousHash },
  )

function wrongHash(revision: Revision): Break | null {
  const { sequence, resourceId: invoiceId, hash } = revision
  const expected = hashOf(revision)
  if (hash === expected) return null
  return breakOf(
    'revision_hash',
    `Revision ${sequence} of ${invoiceId} was changed: its hash does not match its contents.`,
    { revision: sequence, invoiceId, field: 'hash', expected, found: hash },
  )
}

function wrongHead(stored: ChainHead, last: ChainHead): Break {
  const isCut = stored.sequence !== last.sequence
  return breakOf(
    'chain_head',
    isCut
      ? `The chain ends at revision ${last.sequence}, but its head is ${stored.sequence}.`
      : `The hash of the chain's head differs from the last revision, ${last.sequence}.`,
    {
      revision: stored.sequence,
      field: isCut ? 'sequence' : 'hash',
      expected: isCut ? `${stored.sequence}` : stored.hash,
      found: isCut ? `${last.sequence}` : last.hash,
    },
  )
}
