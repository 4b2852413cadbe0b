import { describe, expect, test } from 'vitest'
import type { AppError } from '../../../kernel/errors.ts'
import { parseManifest, resolveManifestUrls } from './manifest.ts'

const DIGEST = '899d653864d7230b0c0be2ee65724836d429b6530c28666bcc577e58a81a2b49'
const PLAIN = { id: 'acme', name: 'Acme', version: '1.0.0', html: { path: 'index.html' } }

const parse = (source: string) => parseManifest(new TextEncoder().encode(source))
const parseJson = (value: unknown) => parse(JSON.stringify(value))

function faultsOf(source: string): readonly string[] {
  try {
    parse(source)
    return []
  } catch (error) {
    const { code, kind, faults } = error as AppError
    expect([kind, code]).toEqual(['invalid', 'manifest_invalid'])
    return faults.map((fault) => `${fault.pointer} ${fault.code}`)
  }
}
const faultsOfJson = (value: unknown) => faultsOf(JSON.stringify(value))
const withHtml = (html: unknown) => faultsOfJson({ ...PLAIN, html })
const withPath = (path: unknown) => withHtml({ path })

describe('valid manifests', () => {
  test('YAML with everything in it', () => {
    const manifest = parse(`
# a comment
schema: 1
id: clean-lines
name: Clean Lines ☃
version: 1.0.0
invio: ">=0.1.0"
html:
  path: index.html
  url: https://example.com/index.html
  sha256: ${DIGEST.toUpperCase()}
assets:
  - path: fonts/inter.woff2
  - { path: logo.png, url: ../logo.png, sha256: ${DIGEST} }
license: MIT
homepage: https://example.com/
source:
  homepage: https://example.com/
`)
    expect(manifest).toEqual({
      id: 'clean-lines',
      name: 'Clean Lines ☃',
      version: '1.0.0',
      html: { path: 'index.html', url: 'https://example.com/index.html', sha256: DIGEST },
      assets: [
        { path: 'fonts/inter.woff2', url: null, sha256: null },
        { path: 'logo.png', url: '../logo.png', sha256: DIGEST },
      ],
      license: 'MIT',
      homepage: 'https://example.com/',
    })
  })

  test('JSON, also with tabs and escapes', () => {
    const manifest = { ...PLAIN, html: { path: 'index.html', url: null, sha256: null } }
    expect(parseJson(PLAIN)).toEqual({ ...manifest, assets: [], license: null, homepage: null })
    expect(parse(JSON.stringify({ ...PLAIN, name: '☃ \u2028 "' }, null, '\t')).name).toBe(
      '☃ \u2028 "',
    )
    expect(parse(JSON.stringify(PLAIN).replace('Acme', '\\ud83d\\ude00\\/')).name).toBe('😀/')
  })

  test.each(['a', '0', 'a.b_c-d', 'a'.repeat(64)])('id %s', (id) => {
    expect(parseJson({ ...PLAIN, id }).id).toBe(id)
  })

  test.each([
    '1',
    'v1',
    '1.0.0-beta+build.1',
    'latest',
    '1'.repeat(32),
  ])('version %s', (version) => {
    expect(parseJson({ ...PLAIN, version }).version).toBe(version)
  })
})

describe('faults', () => {
  test('all of them at once, each with its place', () => {
    expect(
      faultsOfJson({
        schema: 2,
        id: '../x',
        version: 1.1,
        html: { path: '/etc/passwd', url: 'file:///etc/passwd', sha256: '<hex-digest>', mode: 7 },
        assets: [{ path: 'a.svg' }, 'b', {}],
        homepage: 'javascript:alert(1)',
        futureField: 1,
      }),
    ).toEqual([
      '/futureField unknown_field',
      '/schema not_allowed',
      '/id wrong_format',
      '/version wrong_type',
      '/name required',
      '/html/mode unknown_field',
      '/html/path wrong_format',
      '/html/url wrong_format',
      '/html/sha256 wrong_format',
      '/assets/0/path wrong_format',
      '/assets/1 wrong_type',
      '/assets/2/path required',
      '/homepage wrong_format',
    ])
  })

  test.each([
    '',
    '.',
    '..',
    'A',
    '-a',
    '.a',
    'a.',
    'a..b',
    'a/b',
    'a b',
    'é',
    '__proto__',
    'a'.repeat(65),
  ])('id "%s"', (id) => expect(faultsOfJson({ ...PLAIN, id })).toEqual(['/id wrong_format']))

  test.each([
    '',
    '..',
    '1..2',
    '1/2',
    '.1',
    '1.',
    '1 0',
    '%2e%2e',
    '1'.repeat(33),
  ])('version "%s"', (version) =>
    expect(faultsOfJson({ ...PLAIN, version })).toEqual(['/version wrong_format']))

  test.each([
    '',
    '.',
    '../x.html',
    'a/../x.html',
    '/x.html',
    'a//x.html',
    'a\\x.html',
    'C:x.html',
    '.x.html',
    '%2e%2e/x.html',
    'x.js',
    'x.html.',
    'a /x.html',
    `${'a/'.repeat(8)}x.html`,
    `${'a'.repeat(100)}.html`,
  ])('path "%s"', (path) => expect(withPath(path)).toEqual(['/html/path wrong_format']))

  test.each([0, true, null, ['a'], { a: 1 }])('an id that is no text: %j', (id) =>
    expect(faultsOfJson({ ...PLAIN, id })).toEqual(['/id wrong_type']))

  test.each(['', 'sha256-AAAA', DIGEST.slice(1), `${DIGEST} `])('digest "%s"', (sha256) =>
    expect(withHtml({ path: 'i.html', sha256 })).toEqual(['/html/sha256 wrong_format']))

  test.each(['a\u0000', 'a\nb', '\u202eabc', '\ud800'])('broken text %j', (name) =>
    expect(faultsOfJson({ ...PLAIN, name })).toEqual(['/name wrong_format']))

  test('empty and endless names, two assets of one name, too many assets', () => {
    expect(faultsOfJson({ ...PLAIN, name: ' ' })).toEqual(['/name too_short'])
    expect(faultsOfJson({ ...PLAIN, name: 'a'.repeat(121) })).toEqual(['/name too_long'])
    const twice = [{ path: 'a.png' }, { path: 'A.png' }]
    expect(faultsOfJson({ ...PLAIN, assets: twice })).toEqual(['/assets/1/path duplicate'])
    expect(faultsOfJson({ ...PLAIN, assets: {} })).toEqual(['/assets wrong_type'])
    const many = Array.from({ length: 65 }, (_, index) => ({ path: `${index}.png` }))
    expect(faultsOfJson({ ...PLAIN, assets: many })).toEqual(['/assets too_many_items'])
  })

  test('nothing is taken from a prototype', () => {
    const source = JSON.stringify(PLAIN).replace('{', '{"__proto__":{"license":"MIT"},')
    expect(faultsOf(source)).toEqual(['/__proto__ unknown_field'])
    const nested = JSON.stringify(PLAIN).replace('"path"', '"__proto__":{"sha256":"0"},"path"')
    expect(faultsOf(nested)).toEqual(['/html/__proto__ unknown_field'])
    expect(faultsOfJson({ ...PLAIN, toString: 1 })).toEqual(['/toString unknown_field'])
  })
})

describe('unreadable manifests', () => {
  test.each([
    ['an anchor', 'id: &a x'],
    ['an alias', 'id: &a x\nname: *a'],
    ['an unknown alias', 'id: *a'],
    ['a tag', 'id: !!str x'],
    ['a directive', '%YAML 1.1\n---\nid: x'],
    ['two documents', 'id: x\n---\nid: y'],
    ['a key given twice', 'id: x\nid: y'],
    ['a key given twice in JSON', '{"id":"x","id":"y"}'],
    ['great depth', `${'['.repeat(2000)}${']'.repeat(2000)}`],
    ['great depth of keys', '{"a":'.repeat(2000)],
    ['broken YAML', 'id: "x'],
    ['a web page', '\n<!doctype html><p>404'],
    ['nothing', ''],
    ['blanks', ' \n'],
    ['a NUL', 'id: "\u0000"'],
  ])('%s', (_what, source) => expect(faultsOf(source)).toEqual([' syntax']))

  test.each(['text', '[]', '1', 'null'])('%s is no mapping', (source) =>
    expect(faultsOf(source)).toEqual([' wrong_type']))

  test('a merge key is an unknown field', () => {
    expect(faultsOf('<<: {id: evil}\nid: x')).toContain('/<< unknown_field')
    expect(faultsOfJson({ '<<': { id: 'evil' }, ...PLAIN })).toEqual(['/<< unknown_field'])
  })

  test('bytes that are not UTF-8', () => {
    expect(() => parseManifest(Uint8Array.of(0x69, 0x64, 0x3a, 0xc0, 0xbc))).toThrow(
      expect.objectContaining({ code: 'manifest_invalid' }),
    )
  })

  test('413: more than 16 KiB; exactly as many pass', () => {
    const source = `${JSON.stringify(PLAIN)}\n#`
    expect(parse(source.padEnd(16_384, 'x')).id).toBe('acme')
    expect(() => parse(source.padEnd(16_385, 'x'))).toThrow(
      expect.objectContaining({ kind: 'too_large', code: 'manifest_too_large' }),
    )
  })
})

test('URLs of files are relative to the manifest', () => {
  const manifest = parseJson({
    ...PLAIN,
    assets: [
      { path: 'my fonts/a.ttf' },
      { path: 'b.png', url: '/b.png' },
      { path: 'c.png', url: 'https://0127.0.0.1/c.png' },
    ],
  })
  const { html, assets } = resolveManifestUrls(manifest, 'https://example.com/t/manifest.yaml?x=1')
  expect([html, ...assets].map(({ url }) => url)).toEqual([
    'https://example.com/t/index.html',
    'https://example.com/t/my%20fonts/a.ttf',
    'https://example.com/b.png',
    'https://0127.0.0.1/c.png',
  ])
})
