import { describe, expect, test } from 'vitest'
import { objections, releasedBase, releaseObjections, type State } from '../scripts/openapi-base.ts'

/** A document of one operation, whose answer has the fields named. */
const document = (...fields: readonly string[]): string => promises('0.0.0', fields)
const promises = (version: string, fields: readonly string[]): string => {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]))
  const content = { 'application/json': { schema: { type: 'object', properties } } }
  const get = { operationId: 'getThing', responses: { 200: { description: 'It.', content } } }
  const components = { schemas: {}, securitySchemes: {} }
  return JSON.stringify({ info: { version }, components, paths: { '/thing': { get } } })
}
const changelog = (...sections: readonly string[]): string =>
  ['# Changelog', '## Unreleased', ...sections, ''].join('\n\n')
const breaking = (text: string): string => `### Breaking\n\n${text}\n\n### Added\n\n- \`b\``

const LOST = 'GET /thing (getThing) no longer has `b`.'
const state = (given: Partial<State>): State => ({
  document: document('a', 'b'),
  base: promises('0.1.0', ['a', 'b']),
  changelog: changelog('## 0.1.0'),
  ...given,
})
const without: Partial<State> = { document: document('a') }

describe('a break since the base', () => {
  test.each<[string, string, readonly string[]]>([
    ['nowhere', '', [LOST]],
    ['under another heading', '### Added\n\n- `getThing` no longer has `b`.', [LOST]],
    ['with its operation alone', breaking('- `getThing` has less.'), [LOST]],
    ['with another field', breaking('- `getThing` no longer has `c`.'), [LOST]],
    ['in two entries', breaking('- `getThing` has less.\n- There is no `b`.'), [LOST]],
    ['with operation and field', breaking('- `getThing`,\n  `getOther`: no `b`.'), []],
    ['at another place', breaking('- `getThing` no longer has `data[].b`.'), []],
    ['for the last release', `## 0.1.0\n\n${breaking('- `getThing`: no `b`.')}`, [LOST]],
  ])('named %s', (_name, section, left) => {
    const given = { ...without, changelog: changelog(section, '## 0.1.0') }
    expect(objections(state(given))).toEqual(left)
  })

  test('before the first release binds nobody', () => {
    expect(objections(state({ ...without, base: null, changelog: changelog() }))).toEqual([])
  })

  test('additions need no entry in the changelog', () => {
    expect(objections(state({ document: document('a', 'b', 'c') }))).toEqual([])
  })
})

describe('a release', () => {
  const since = (section: string): State =>
    state({
      ...without,
      base: promises('0.1.0', ['a', 'b']),
      changelog: changelog(`## 0.2.0 - 2026-12-01\n\n${section}`, '## 0.1.0'),
    })

  test('renews the base, and lists breaks since the previous one', () => {
    const good = since(breaking('- `getThing` no longer has `b`.'))
    expect(releaseObjections(good)).toEqual([])
    const base = releasedBase(good)
    expect(JSON.parse(base).info).toEqual({ version: '0.2.0' })
    expect(objections({ ...good, base })).toEqual([])
    expect(releaseObjections(since(''))).toEqual([LOST])
  })

  test('with the base of the one before', () => {
    const [objection] = objections(since(breaking('- `getThing` no longer has `b`.')))
    expect(objection).toContain('is not of the last release, 0.2.0')
  })

  test('twice: the base of a release does not change', () => {
    const again = { ...since(''), base: promises('0.2.0', ['a', 'b']) }
    expect(releaseObjections(again)).toEqual(['The changelog has no release after 0.2.0.'])
  })

  test('the first release: there is nothing to compare', () => {
    const first = state({ base: null })
    expect(releaseObjections(first)).toEqual([])
    expect(objections(first)).toEqual([
      expect.stringContaining('is not of the last release, 0.1.0'),
    ])
    expect(objections({ ...first, base: releasedBase(first) })).toEqual([])
  })
})
