import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
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

/** The archive as npm would download it. */
function pack(name: string): void {
  const library = name.replace('@billwright/', '')
  if (isOurs(name))
    execFileSync(process.execPath, [join(ROOT, 'scripts/pack-library.ts'), library, folder])
  else npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], folderOf(name))
}

const npm = (args: readonly string[], cwd: string): string =>
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

test.each(LIBRARIES)("the archive of %s runs its README's example in an empty folder", (name) => {
  withNeeded(`@billwright/${name}`).forEach(pack)
  const archives = readdirSync(folder).filter((it) => it.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  npm(
    ['install', '--offline', '--no-audit', '--no-fund', ...archives.map((it) => join(folder, it))],
    folder,
  )
  const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
  writeFileSync(join(folder, 'example.ts'), example)

  const strict = ['--strict', '--skipLibCheck', 'false', '--module', 'nodenext']
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const types = ['--target', 'es2022', '--types', 'node', '--typeRoots']
  const roots = join(ROOT, 'node_modules', '@types')
  execFileSync(tsc, [...strict, ...types, roots, 'example.ts'], { cwd: folder, stdio: 'inherit' })
  const promised = [...example.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, it]) => it)
  for (const node of [process.execPath, ...otherNodes]) {
    const printed = execFileSync(node, ['example.js'], { cwd: folder, encoding: 'utf8' })
    expect(printed.trim().split('\n'), node).toEqual(promised)
  }
})
