import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importsOf, isTest, ROOT, sourceFiles } from './source-files.ts'

const LIBRARIES = readdirSync(join(ROOT, 'packages')).filter((name) => name !== 'sdk')
const folder = mkdtempSync(join(tmpdir(), 'billwright-libraries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Other versions of Node that run the examples, too. */
const otherNodes = process.env.LIBRARY_NODES?.split(':') ?? []

const isOurs = (name: string): boolean => name.startsWith('@billwright/')
const folderOf = (name: string): string =>
  join(ROOT, isOurs(name) ? name.replace('@billwright', 'packages') : join('node_modules', name))

/** A library and all that it depends on. */
function withNeeded(name: string): readonly string[] {
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(folderOf(name), 'package.json'), 'utf8'),
  )
  return [...new Set([...Object.keys(dependencies).flatMap(withNeeded), name])]
}

/** The archives of all libraries and of all that they depend on, as npm would download them, by name. */
function pack(): ReadonlyMap<string, string> {
  const needed = [...new Set(LIBRARIES.flatMap((it) => withNeeded(`@billwright/${it}`)))]
  const others = needed.filter((it) => !isOurs(it))
  const script = join(ROOT, 'scripts/pack-library.ts')
  execFileSync(process.execPath, [script, LIBRARIES.join(','), folder])
  npm([
    'pack',
    '--silent',
    '--ignore-scripts',
    '--pack-destination',
    folder,
    ...others.map(folderOf),
  ])
  const names = readdirSync(folder).filter((it) => it.endsWith('.tgz'))
  const nameOf = (name: string) => `${name.replace('@', '').replace('/', '-')}-`
  return new Map(
    needed.map((name) => {
      const archive = names.find((it) => new RegExp(`^${nameOf(name)}\\d`).test(it))
      return [name, join(folder, String(archive))]
    }),
  )
}

const npm = (args: readonly string[], cwd = folder): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

test.each(LIBRARIES)('%s imports nothing of the service', (name) => {
  const own = `packages/${name}/`
  const files = sourceFiles(`${own}src`).filter((file) => !isTest(file))
  const outside = files.flatMap((file) =>
    importsOf(file)
      .filter(({ isPackage, target }) => !isPackage && !target.startsWith(own))
      .map(({ target }) => `${file.path} → ${target}`),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(outside).toEqual([])
})

describe("the archive of each library runs its README's example in an empty folder", () => {
  let archives: ReadonlyMap<string, string>
  beforeAll(() => {
    archives = pack()
  })

  test.each(LIBRARIES)('%s', (name) => {
    const cwd = join(folder, name)
    mkdirSync(cwd)
    const needed = withNeeded(`@billwright/${name}`).map((it) => String(archives.get(it)))
    writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }')
    npm(['install', '--offline', '--no-audit', '--no-fund', ...needed], cwd)
    const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
    writeFileSync(join(cwd, 'example.ts'), example)

    const strict = ['--strict', '--skipLibCheck', 'false', '--module', 'nodenext']
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
    const types = ['--target', 'es2022', '--types', 'node', '--typeRoots']
    const roots = join(ROOT, 'node_modules', '@types')
    execFileSync(tsc, [...strict, ...types, roots, 'example.ts'], { cwd, stdio: 'inherit' })
    const promised = [...example.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, it]) => it)
    for (const node of [process.execPath, ...otherNodes]) {
      const printed = execFileSync(node, ['example.js'], { cwd, encoding: 'utf8' })
      expect(printed.trim().split('\n'), node).toEqual(promised)
    }
  })
})
