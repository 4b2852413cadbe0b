import { describe, expect, test } from 'vitest'
import { givens, ITEM } from '../../../../test/givens.ts'
import { ENGINES, startTestApp } from '../../../../test/harness.ts'
import { LANGUAGES } from '../labels/labels.ts'
import { unitsIn } from './units.ts'

test.each(Object.keys(LANGUAGES))('every unit has one name in %s', (language) => {
  const units = unitsIn(language, [])
  expect(units.every(({ name }) => name !== '')).toBe(true)
  expect(new Set(units.map(({ code }) => code)).size).toBe(units.length)
})

describe.each(ENGINES)('GET /units (%s)', (engine) => {
  test('200: those used most first, in the language of the query or the settings', async () => {
    const app = await startTestApp(engine)
    const given = givens(app)
    await given.settings({ locale: 'de' })
    const items = ['KGM', 'DAY', 'KGM', 'KWT'].map((unit) => ({ ...ITEM, unit }))
    await given.invoice({ items })
    await given.invoice({ items: items.slice(1, 2) })
    await given.invoice({ items: items.slice(0, 1) })
    const units = async (query: string) => (await app.call('GET', `/units${query}`)).json().data
    const [first, second, third, ...others] = await units('')
    expect([first, second, third]).toEqual([
      { code: 'KGM', name: 'kg' },
      { code: 'DAY', name: 'Tage' },
      { code: 'KWT', name: 'KWT' },
    ])
    expect(others).toContainEqual({ code: 'HUR', name: 'Stunden' })
    expect(await units('?language=fr-CH')).toContainEqual({ code: 'HUR', name: 'heures' })
    expect((await app.call('GET', '/units?language=french')).statusCode).toBe(422)
    await app.close()
  })
})
