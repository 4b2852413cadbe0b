import { expect, test } from 'vitest'
import { indexReceivables } from './index-of-receivables.ts'
import { matchEntry } from './match-entry.ts'
import { entryWith, receivablesWith } from './samples.testing.ts'

const index = indexReceivables(
  receivablesWith({ documents: [{ id: 'a', number: 'INV-2026-0101', dueMinor: 11_900n }] }),
)

test('a number in the text and what is due: certain', () => {
  const match = matchEntry(
    index,
    entryWith({ text: 'Rechnung INV-2026-0101', amountMinor: 11_900n }),
  )
  expect(match).toMatchObject({ class: 'certain', kind: 'exact', flags: [] })
  expect(match.proposals[0]?.parts).toMatchObject([
    { kind: 'invoice', documentId: 'a', amountMinor: 11_900n },
  ])
})

test.each([
  [-11_900n, 'outgoing'],
  [0n, 'zero'],
])('%s is ignored: %s', (amountMinor, flag) => {
  const match = matchEntry(index, entryWith({ text: 'INV-2026-0101', amountMinor }))
  expect(match).toMatchObject({ class: 'none', kind: 'ignored', flags: [flag], proposals: [] })
})
