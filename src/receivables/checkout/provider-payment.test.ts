import { describe, expect, test } from 'vitest'
import {
  changesNeeded,
  type Dispute,
  differs,
  type ProviderPayment,
  type Refund,
} from './provider-payment.ts'

type State = Pick<ProviderPayment, 'ref' | 'status' | 'amountMinor' | 'refunds' | 'disputes'>

const STAMPS = { version: 1, createdAt: '', updatedAt: '' }
const refund = (minor: bigint): Refund => ({
  ...{ ...STAMPS, id: 'rfd', ref: 're', status: 'done', minor, invoiceId: null },
  ...{ by: 'provider', reason: null, failure: null, fee: null },
})
const dispute = (minor: bigint): Dispute => ({
  ...{ ...STAMPS, id: 'dsp', ref: 'dp', status: 'lost', minor, withdrawn: true },
  ...{ reason: null, answerBy: null, fee: null },
})
const paid: State = { ref: 'ch', status: 'paid', amountMinor: 100n, refunds: [], disputes: [] }

/** The books after each of the states, one after the other. */
function bookedAfter(states: readonly State[]) {
  const booked: { key: string; amountMinor: bigint }[] = []
  for (const state of states)
    for (const { key, amountMinor } of changesNeeded(state, booked))
      booked.push({ key, amountMinor })
  return booked
}

describe('the books and the facts', () => {
  const refunded = { ...paid, refunds: [refund(60n)] }
  test.each<readonly [string, readonly State[]]>([
    ['paid', [paid]],
    ['refunded', [paid, refunded]],
    ['returned', [paid, { ...paid, status: 'failed' }]],
    ['refunded, then returned', [paid, refunded, { ...refunded, status: 'failed' }]],
    [
      'returned, then refunded',
      [paid, { ...paid, status: 'failed' }, { ...refunded, status: 'failed' }],
    ],
    ['refunded, then disputed', [paid, refunded, { ...refunded, disputes: [dispute(100n)] }]],
    ['never paid', [{ ...paid, status: 'failed' }]],
    ['returned, and paid again', [paid, { ...paid, status: 'failed' }, paid]],
  ])('%s: they agree', (_name, states) => {
    const last = states.at(-1) ?? paid
    expect(differs(last, bookedAfter(states))).toBe(false)
  })

  test('they differ where something is missing, or where a returned payment is still booked', () => {
    const booked = [{ key: 'ch', amountMinor: 100n }]
    expect(differs(paid, [])).toBe(true)
    expect(differs(refunded, booked)).toBe(true)
    expect(differs({ ...paid, status: 'failed' }, booked)).toBe(true)
    expect(differs({ ...paid, status: 'failed' }, [{ key: 'x', amountMinor: -1n }])).toBe(true)
  })
})
