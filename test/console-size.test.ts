import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ROOT } from './source-files.ts'

const DIST = join(ROOT, 'console/dist')
const MANIFEST = join(DIST, '.vite/manifest.json')
const skipped = existsSync(MANIFEST) ? '' : ' (skipped: the console is not built)'

/** Compressed, with the words of a first page in one language. */
const FIRST_LOAD_BYTES_MAX = { js: 200_000, css: 21_000 }

const FONT_BYTES_MAX = 120_000

/** The files that a first visit loads: the frame and the page. */
const FIRST_PAGES = [
  ['signing in', ['index.html', 'words/first/de.ts', 'auth/sign-in.tsx']],
  [
    'the list of invoices',
    ['index.html', 'words/first/de.ts', 'shell/shell.tsx', 'invoices/list.tsx'],
  ],
  [
    'the dashboard',
    ['index.html', 'words/first/de.ts', 'shell/shell.tsx', 'dashboard/dashboard.tsx'],
  ],
] as const

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

describe.skipIf(skipped !== '')(`the size of the console${skipped}`, () => {
  test.each(FIRST_PAGES)('%s loads at most 200 KB of JavaScript', (_name, entries) => {
    const files = [...filesOf(entries)].map((file) => ({ file, bytes: compressedBytes(file) }))
    const largest = JSON.stringify(files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 15))
    for (const [type, max] of Object.entries(FIRST_LOAD_BYTES_MAX)) {
      const own = files.filter(({ file }) => file.endsWith(`.${type}`))
      const total = own.reduce((sum, { bytes }) => sum + bytes, 0)
      expect(total, largest).toBeLessThanOrEqual(max)
    }
  })

  test('its fonts are at most 120 KB, and the page loads the one of Latin letters at once', () => {
    const assets = readdirSync(join(DIST, 'assets'))
    const fonts = assets.filter((name) => name.endsWith('.woff2'))
    const bytes = fonts.reduce((sum, name) => sum + statSync(join(DIST, 'assets', name)).size, 0)
    expect(bytes, fonts.join()).toBeLessThanOrEqual(FONT_BYTES_MAX)
    const [, preloaded] =
      /<link rel="preload" href="\/console\/assets\/([^"]+)" as="font"/.exec(
        readFileSync(join(DIST, 'index.html'), 'utf8'),
      ) ?? []
    expect(fonts).toContain(preloaded)
    expect(preloaded).not.toContain('latin-ext')
  })

  test('no file of the database is in it, and no page for developers', () => {
    const sources: readonly string[] = JSON.parse(readFileSync(join(DIST, '.sources.json'), 'utf8'))
    expect(sources.filter((it) => it.startsWith('src/platform/'))).toEqual(
      sources.filter((it) => it === 'src/platform/clock.ts'),
    )
    const built = Object.keys(JSON.parse(readFileSync(MANIFEST, 'utf8')))
    expect(built).toContain('dashboard/dashboard.tsx')
    expect(built.filter((it) => it.includes('showcase'))).toEqual([])
  })
})

/** With all that they import before anything is shown. */
function filesOf(entries: readonly string[]): ReadonlySet<string> {
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (key: string): void => {
    const chunk = chunks[key]
    if (!chunk) throw new Error(`Nothing was built of ${key}.`)
    if (seen.has(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const entry of entries) visit(entry)
  return files
}

const compressedBytes = (file: string): number => gzipSync(readFileSync(join(DIST, file))).length
