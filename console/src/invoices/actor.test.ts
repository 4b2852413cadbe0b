import { expect, test } from 'vitest'
import { actorName } from './actor.ts'

test.each([
  ['usr_1', 'Mara Voss', 'Mara Voss'],
  ['visitor', 'Visitor', ''],
])('what %s did is by "%s"', (id, name, shown) => {
  expect(actorName({ id, name })).toBe(shown)
})
