import { expect, test } from 'vitest'
import { indexReceivables } from './index-of-receivables.ts'
import { matchEntry } from './match-entry.ts'
import type { Match } from './proposal.ts'
import { NUMBER_PATTERNS, paymentOf, randomOf, worldOf } from './random-payments.testing.ts'

/** BANK_PAYMENTS=200000 tries more. */
const PAYMENTS = Number(process.env.BANK_PAYMENTS ?? 3000)
const SEED = Number(process.env.BANK_PAYMENTS_SEED ?? 1)
const PER_WORLD = 300

const settledBy = ({ proposals }: Match): readonly string[] | null =>
  proposals[0]?.parts.map((part) =>
    part.kind === 'invoice'
      ? `${part.documentId} ${part.amountMinor + part.discountMinor + part.feeMinor + part.writeOffMinor}`
      : part.kind,
  ) ?? null

const patterns = Object.entries(NUMBER_PATTERNS)
const share = Math.ceil(PAYMENTS / patterns.length)

test.each(patterns)('numbers like %s: certain is never wrong', (name, pattern) => {
  const counts = { certain: 0, likely: 0, possible: 0, none: 0 }
  const wrong: unknown[] = []
  for (let done = 0; done < share; done += PER_WORLD) {
    const random = randomOf(SEED * 1_000_003 + done * 31 + name.length)
    const world = worldOf(random, pattern)
    const index = indexReceivables(world.receivables)
    for (let at = 0; at < Math.min(PER_WORLD, share - done); at += 1) {
      const { entry, truth } = paymentOf(random, world)
      const match = matchEntry(index, entry)
      counts[match.class] += 1
      if (match.class !== 'certain') continue
      const settled = settledBy(match)
      if (String(settled?.toSorted()) === String(truth?.toSorted())) continue
      wrong.push({ ...entry.entry, truth, settled, evidence: match.proposals[0]?.evidence })
    }
  }
  expect(wrong).toEqual([])
  // Short numbers need a known account.
  expect(counts.certain / share).toBeGreaterThan(0.05)
})
