import { expect, test } from 'vitest'
import { createCompanySlots } from './company-slots.ts'

test('two of a company run at once, the next ones wait, and other companies do not', async () => {
  const gate = createCompanySlots()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const start = (company: bigint, name: string) =>
    gate.run(company, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [start(1n, 'a'), start(1n, 'b'), start(1n, 'c'), start(2n, 'd')]
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b', 'd'])
  ends.shift()?.()
  await all[0]
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b', 'd', 'c'])
  for (const end of ends) end()
  await Promise.all(all)
})

test('a piece of work that fails makes room', async () => {
  const gate = createCompanySlots()
  const failing = () => gate.run(1n, () => Promise.reject(new Error('failed')))
  for (let at = 0; at < 3; at += 1) await expect(failing()).rejects.toThrow('failed')
})

test('503: too many wait', async () => {
  const gate = createCompanySlots()
  const leaves = await Promise.all([gate.enter(1n), gate.enter(1n)])
  const waiting = Array.from({ length: 20 }, () => gate.enter(1n))
  await expect(gate.enter(1n)).rejects.toMatchObject({ code: 'overloaded' })
  for (const leave of leaves) leave()
  for (const it of waiting) (await it)()
})
