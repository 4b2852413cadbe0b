import { expect, test } from 'vitest'
import { actorName, lastChange } from './actor.ts'

test.each([
  ['user', 'Mara Voss', 'Mara Voss'],
  ['key', 'Shop', 'Shop'],
  ['system', 'Visitor', ''],
  ['system', 'Recurring: Hosting', ''],
])('a %s called %s is shown as "%s"', (kind, name, shown) => {
  expect(actorName({ kind, name })).toBe(shown)
})

test('the last change is by the person who made it, not by a later viewer', () => {
  const mara = { kind: 'user', name: 'Mara Voss' }
  const visitor = { kind: 'system', name: 'Visitor' }
  const viewed = { type: 'quote.viewed', actor: visitor, created_at: '2026-11-23T11:00:00.000Z' }
  const updated = { type: 'quote.updated', actor: mara, created_at: '2026-11-23T10:00:00.000Z' }
  const at = updated.created_at
  expect(lastChange([viewed, updated])).toEqual({ by: 'Mara Voss', at })
  expect(lastChange([viewed, { ...updated, actor: visitor }])).toEqual({ by: null, at })
  expect(lastChange([viewed])).toEqual({ by: null, at: null })
})
