import { describe, expect, test } from 'vitest'
import { breaksBetween, type OpenApi } from '../scripts/openapi-breaks.ts'

type Security = OpenApi['security']

const SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'sid' },
}
const document = (parts: Partial<OpenApi>, security?: Security): OpenApi => ({
  components: { securitySchemes: SCHEMES },
  security: [{ apiKey: [] }, { session: [] }],
  paths: { '/things': { get: { operationId: 'listThings', ...(security && { security }) } } },
  ...parts,
})
const sentences = (before: OpenApi, after: OpenApi): readonly string[] =>
  breaksBetween(before, after).map(({ sentence }) => sentence.replace(/^GET .+\(listThings\) /, ''))

describe('who may call an operation', () => {
  test.each<[string, Security, Security, readonly string[]]>([
    ['the same', [{ apiKey: ['read'] }], [{ apiKey: ['read'] }], []],
    [
      'another scope',
      [{ apiKey: ['read'] }],
      [{ apiKey: ['admin'] }],
      ['no longer lets in apiKey `read`.'],
    ],
    [
      'a scope where there was none',
      undefined,
      [{ apiKey: ['admin'] }, { session: ['admin'] }],
      ['no longer lets in apiKey.', 'no longer lets in session.'],
    ],
    ['no scope', [{ apiKey: ['read'] }], [{ apiKey: [] }], []],
    [
      'people only',
      [{ apiKey: ['read'] }, { session: ['read'] }],
      [{ session: ['read'] }],
      ['no longer lets in apiKey `read`.'],
    ],
    [
      'both at once',
      [{ apiKey: [] }],
      [{ apiKey: [], session: [] }],
      ['no longer lets in apiKey.'],
    ],
    ['everybody', [{ apiKey: ['read'] }], [], []],
    ['everybody no more', [], undefined, ['now needs a credential.']],
    ['everybody, said otherwise', [], [{}], []],
  ])('%s', (_name, before, after, breaks) => {
    expect(sentences(document({}, before), document({}, after))).toEqual(breaks)
  })

  test('the document’s default security', () => {
    expect(sentences(document({}), document({ security: [{ session: [] }] }))).toEqual([
      'no longer lets in apiKey.',
    ])
    expect(sentences(document({ security: [] }), document({}))).toEqual(['now needs a credential.'])
  })
})

describe('how a credential is presented', () => {
  test.each<[string, Record<string, (typeof SCHEMES)['apiKey']>, readonly string[]]>([
    ['gone', {}, ['The credential `apiKey` (http bearer) is gone.']],
    [
      'replaced',
      { apiKey: { type: 'http', scheme: 'basic' } },
      ['The credential `apiKey` (http bearer) is http basic now.'],
    ],
  ])('%s', (_name, schemes, breaks) => {
    const { session } = SCHEMES
    const after = document({ components: { securitySchemes: { session, ...schemes } } })
    expect(sentences(document({}), after)).toEqual(breaks)
  })

  test('one more', () => {
    const extra = { type: 'mutualTLS' }
    const after = document({ components: { securitySchemes: { ...SCHEMES, extra } } })
    expect(sentences(document({}), after)).toEqual([])
  })
})

describe('where the API is served', () => {
  const at = (...urls: readonly string[]) => document({ servers: urls.map((url) => ({ url })) })

  test.each<[string, OpenApi, OpenApi, readonly string[]]>([
    ['elsewhere', at('/'), at('/v2'), ['is no longer served at /.']],
    ['unsaid, which is /', document({}), at('/v2'), ['is no longer served at /.']],
    ['elsewhere too', at('/'), at('/', 'https://bills.example.org'), []],
  ])('%s', (_name, before, after, breaks) => {
    expect(sentences(before, after)).toEqual(breaks.map((end) => `The API ${end}`))
  })

  test('of one operation', () => {
    const paths = {
      '/things': { get: { operationId: 'listThings', servers: [{ url: '/other' }] } },
    }
    expect(sentences(document({}), document({ paths }))).toEqual(['is no longer served at /.'])
  })
})
