import { describe, expect, test } from 'vitest'
import { hasStatementCases, runCase, statementCases } from './statement-cases.testing.ts'

const sorted = (allocations: readonly unknown[]) =>
  allocations.map((it) => JSON.stringify(Object.entries(it as object).sort())).sort()

describe.skipIf(!hasStatementCases)('files of banks beside the repository', () => {
  test.each(
    hasStatementCases ? statementCases().map((it) => [it.id, it.title, it] as const) : [],
  )('%s: %s', (_id, _title, given) => {
    for (const { expected, match, parts } of runCase(given)) {
      const [first] = match.proposals
      expect({ class: match.class, kind: match.kind }).toEqual({
        class: expected.class,
        kind: expected.kind,
      })
      // The room of bank accounts adds what it knows about files, closed periods and undone entries.
      const ofRoom = ['suspect_duplicate', 'unbalanced', 'undone_before', 'period_closed']
      const flags = expected.flags.filter((it) => !ofRoom.includes(it))
      expect(match.flags).toEqual(expect.arrayContaining(flags))
      if (expected.alternatives.length === 0)
        expect(sorted(first === undefined ? [] : parts(first))).toEqual(
          sorted(expected.allocations),
        )
      else expect(match.proposals).toHaveLength(expected.alternatives.length)
    }
  })
})
