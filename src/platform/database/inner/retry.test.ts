import { afterEach, expect, test, vi } from 'vitest'
import { retried } from './retry.ts'

const coded = (code: string) => Object.assign(new Error('…'), { code })

/** A transaction that fails so often, and then succeeds. */
const failing = (times: number, code: string) => {
  const transaction = vi.fn(async () => {
    if (transaction.mock.calls.length <= times) throw coded(code)
    return 'done'
  })
  return transaction
}

afterEach(() => vi.restoreAllMocks())

test.each(['40001', '40P01'])('repeats a transaction after %s', async (code) => {
  const transaction = failing(2, code)
  expect(await retried(transaction)).toBe('done')
  expect(transaction).toHaveBeenCalledTimes(3)
})

test.each(['23505', '57014', '57P01', '08006'])('does not repeat one after %s', async (code) => {
  const transaction = failing(1, code)
  await expect(retried(transaction)).rejects.toBeDefined()
  expect(transaction).toHaveBeenCalledOnce()
})

test('repeats an error that the caller expects', async () => {
  const transaction = failing(1, '23505')
  expect(await retried(transaction, () => true)).toBe('done')
})

test('503: gives up after 10 seconds', async () => {
  let seconds = 0
  vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1_000)
  const transaction = vi.fn(async () => {
    seconds += 4
    throw coded('40P01')
  })
  await expect(retried(transaction)).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(transaction).toHaveBeenCalledTimes(3)
})
