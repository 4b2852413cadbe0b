import type { Revision } from '../../../../core/record/chain.ts'

export const revisionsView = (page: {
  readonly data: readonly Revision[]
  readonly hasMore: boolean
}) => ({
  data: page.data.map(revisionView),
  has_more: page.hasMore,
  next_cursor: page.hasMore ? String(page.data.at(-1)?.sequence ?? '') : null,
})

const revisionView = (revision: Revision) => ({
  sequence: Number(revision.sequence),
  version: revision.version,
  action: revision.action,
  actor: revision.actor,
  at: revision.at,
  changes: Object.entries(revision.changes).map(([field, [from, to]]) => ({ field, from, to })),
  previous_hash: revision.previousHash,
  hash: revision.hash,
})
