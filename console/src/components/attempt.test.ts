import { BillwrightError } from '@billwright/sdk'
import { expect, test } from 'vitest'
import type { Call } from '../api/client.ts'
import { attemptOf, isRefusal, type Keys } from './attempt.ts'

const problem = (status: number, code = 'a_code') => new BillwrightError('No.', { status, code })
const PAYMENT = { path: { id: 'inv_1' }, body: { amount: '10' } }

/** Calls with the given outcomes, one after the other, and the keys that they had. */
function line(...outcomes: readonly (Error | null)[]) {
  const keys: Keys = new Map()
  const sent: (string | null | undefined)[] = []
  const call: Call = async (_, args) => {
    const outcome = outcomes[sent.push(args?.idempotencyKey) - 1]
    if (outcome) throw outcome
    return { data: null, status: 200, etag: undefined, isReplayed: false, headers: new Headers() }
  }
  const attempt = () => attemptOf(keys, call)
  return { sent, attempt }
}

test.each([
  ['no answer came', problem(0, 'no_answer'), true],
  ['something in between answered', problem(404, 'not_a_problem'), true],
  ['the service failed', problem(503), true],
  ['the session had ended', problem(401), true],
  ['the first is still under way', problem(409, 'idempotency_in_flight'), true],
  ['it was done and its answer is lost', problem(409, 'idempotency_answer_lost'), true],
  ['something else went wrong', new Error('Offline.'), true],
  ['it was refused', problem(422), false],
  ['it was too late', problem(412), false],
])('after "%s", is the same content sent with the same key: %s', async (_, error, isSame) => {
  const { sent, attempt } = line(error, null)
  await expect(attempt().call('recordPayment', PAYMENT)).rejects.toBe(error)
  await attempt().call('recordPayment', PAYMENT)
  expect(sent[0]).toMatch(/^[\d-]{8,}$/)
  expect(sent[0] === sent[1]).toBe(isSame)
  expect(isRefusal(error)).toBe(!isSame)
})

test('other content, another address and another version have keys of their own', async () => {
  const { sent, attempt } = line()
  const { call } = attempt()
  await call('recordPayment', PAYMENT)
  await call('recordPayment', { ...PAYMENT, body: { amount: '11' } })
  await call('recordPayment', { ...PAYMENT, path: { id: 'inv_2' } })
  await call('recordPayment', { ...PAYMENT, ifMatch: '"2"' })
  await call('deletePayment', PAYMENT)
  expect(new Set(sent).size).toBe(5)
})

test('a step that succeeded is repeated with its key until the whole attempt is done', async () => {
  const { sent, attempt } = line(null, problem(0, 'no_answer'))
  for (const isDone of [false, true, true]) {
    const { call, settle } = attempt()
    await call('updateInvoice', PAYMENT)
    const publish = call('publishInvoice', { path: { id: 'inv_1' } })
    if (isDone) await publish.then(settle)
    else await expect(publish).rejects.toThrow()
  }
  expect(sent[2]).toBe(sent[0])
  expect(sent[3]).toBe(sent[1])
  expect(sent[4]).not.toBe(sent[0])
  expect(sent[5]).not.toBe(sent[1])
})
