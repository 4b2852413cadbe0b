import { describe, expect, test } from 'vitest'
import type { Settings } from '../api/queries.ts'
import type { Edit } from './edits.ts'
import { blankLine, type Form } from './form.ts'
import { type Step, stepped, timelineOf } from './undo.ts'

const SETTINGS = { defaultTax: { category: 'S', rate: '19' } } as Settings
const LINES = ['a', 'b'].map((key) => ({ ...blankLine(SETTINGS, 'en'), key, description: key }))
const START = timelineOf({ lines: LINES } as unknown as Form)

const typed = (description: string, at: number, key = 'a'): Step => ({
  edit: { kind: 'line', key, patch: { description } },
  at,
})
const run = (steps: readonly Step[]) => steps.reduce(stepped, START)
const shown = (steps: readonly Step[]) => run(steps).form.lines.map((it) => it.description)
const done = (edit: Edit): Step => ({ edit, at: 0 })

describe('undo', () => {
  test('typing in one field is one step, another field or a pause begins the next', () => {
    const typing = [typed('x', 0), typed('xy', 300), typed('B', 400, 'b'), typed('Bc', 2_000, 'b')]
    expect(shown(typing)).toEqual(['xy', 'Bc'])
    expect(shown([...typing, 'undo'])).toEqual(['xy', 'B'])
    expect(shown([...typing, 'undo', 'undo'])).toEqual(['xy', 'b'])
    expect(shown([...typing, 'undo', 'undo', 'undo'])).toEqual(['a', 'b'])
    expect(shown([...typing, 'undo', 'undo', 'undo', 'undo'])).toEqual(['a', 'b'])
  })

  test('redo repeats an undone change until something else is typed', () => {
    const removed = done({ kind: 'remove', key: 'a' })
    expect(shown([removed, 'undo', 'redo'])).toEqual(['b'])
    expect(shown([removed, 'undo', typed('x', 0), 'redo'])).toEqual(['x', 'b'])
  })

  test('a line that comes back keeps the id that it was saved with', () => {
    const saved = done({ kind: 'ids', ids: new Map([['a', 'itm_1']]) })
    const { form } = run([typed('x', 0), saved, done({ kind: 'remove', key: 'a' }), 'undo', 'undo'])
    expect(form.lines[0]).toMatchObject({ description: 'a', id: 'itm_1' })
  })

  test('a change of nothing is no step', () => {
    expect(run([typed('a', 0)]).past).toEqual([])
  })
})
