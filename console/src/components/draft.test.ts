import { describe, expect, test } from 'vitest'
import { pick, realChanges, toDraft, toPatch } from './draft.ts'

const NAMES = ['name', 'address.city', 'days', 'archived', 'missing.part'] as const
const DOCUMENT = { name: null, address: { city: 'Kiel' }, days: 14, archived: false, other: 'x' }
const DRAFT = toDraft(NAMES, DOCUMENT)

describe('a form', () => {
  test('shows a document as texts and switches; nothing is an empty text', () => {
    expect(DRAFT).toEqual({
      name: '',
      'address.city': 'Kiel',
      days: '14',
      archived: false,
      'missing.part': '',
    })
  })

  test('finds the changes that differ from the stored values', () => {
    expect(realChanges(DRAFT, { name: 'Ada', days: '14', archived: false })).toEqual({
      name: 'Ada',
    })
    expect(pick(DRAFT, ['days'])).toEqual({ days: '14' })
  })

  test('sends parts below their key, nothing as null, and numbers as numbers', () => {
    const changes = { name: '', 'address.city': 'Lund', 'address.line1': '', archived: true }
    const patch = toPatch<string>({ ...changes, days: ' 30 ' }, { numbers: ['days'] })
    expect(patch).toEqual({
      name: null,
      address: { city: 'Lund', line1: null },
      archived: true,
      days: 30,
    })
    expect(toPatch({ days: 'soon' }, { numbers: ['days'] })).toEqual({ days: 'soon' })
  })

  test('shows lists with commas, and sends them as lists', () => {
    expect(toDraft(['cc'], { cc: ['a@b.example', 'c@d.example'] })).toEqual({
      cc: 'a@b.example, c@d.example',
    })
    const lists = { lists: ['cc', 'notify.on'] }
    expect(toPatch<string>({ cc: ' a@b.example ,,c@d.example', 'notify.on': '' }, lists)).toEqual({
      cc: ['a@b.example', 'c@d.example'],
      notify: { on: [] },
    })
    const numbers = { lists: ['after'], numbers: ['after'] }
    expect(toPatch<string>({ after: '3, 5,x' }, numbers)).toEqual({ after: [3, 5, 'x'] })
  })
})
