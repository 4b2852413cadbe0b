import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'rolldown'

// Writes dist/: the service and the packages it uses as a few files of JavaScript, which start in half the
// time of 2,300 modules, and beside them what it reads. `npm start` runs it, and `npm pack` takes it along.

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
/** The build is written beside dist/ and then moved, so that an interrupted one leaves nothing incomplete. */
const CACHE = join(ROOT, 'node_modules', '.cache')
const NEW = join(CACHE, `dist-${process.pid}`)
const OLD = join(CACHE, `dist-before-${process.pid}`)
/** The hash of all sources, from the launcher, which compares it at the next start. */
const [hash = ''] = process.argv.slice(2)
const WORKERS = globSync('src/**/*-worker.ts', { cwd: ROOT })
const MIGRATIONS = globSync('migrations/*.ts', { cwd: ROOT })
const COPIED = ['src/**/*.html', 'console/{reference.*,not-built/*}', 'console/dist/**/*.*']
const { name, version, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const nameOf = (path: string): string => basename(path, '.ts')
/** Its place in the tree, because workers of two rooms may have one name. */
const nameOfWorker = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^src\/|\.ts$/g, '')
    .replaceAll('/', '-')

/** `service/main`, `service/entry-cli-main`, `service/core-files-inner-check-pdf-worker`, `migrations/…`. */
const INPUT = Object.fromEntries([
  ['service/main', 'src/main.ts'],
  ['service/entry-cli-main', 'src/entry/cli/main.ts'],
  ...WORKERS.map((path) => [`service/${nameOfWorker(path)}`, path]),
  ...MIGRATIONS.map((path) => [`migrations/${nameOf(path)}`, path]),
])

const PLACE = /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)|import\.meta\.(url|dirname)/g

/** Every file of `service/` finds what a source reads where it lies in the tree: dist/ has the same folders. */
const placed: Plugin = {
  name: 'placed',
  transform: {
    filter: { id: /[/\\]src[/\\].*\.ts$/, code: 'import.meta' },
    handler: (code, id) => {
      const source = relative(ROOT, id)
      return code.replace(PLACE, (_, worker, property) => {
        if (worker)
          return `new URL('./${nameOfWorker(join(dirname(source), worker))}.js', import.meta.url)`
        if (property === 'url') return `new URL('../${source}', import.meta.url).href`
        return `(import.meta.dirname + '/../${dirname(source)}')`
      })
    },
  },
}

/** The part of a README that is the license, for packages that have it nowhere else. */
const licenseIn = (readme: string): readonly string[] =>
  readme
    .split(/^#+ licen[cs]e$/im)
    .slice(1)
    .map((it) => it.trim())

/** The packages in the bundle, each with its license, which asks to be passed on. */
const licenses: Plugin = {
  name: 'licenses',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((it) => (it.type === 'chunk' ? it.moduleIds : []))
    const roots = modules.flatMap(
      (id) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id)?.[0] ?? [],
    )
    const texts = [...new Set(roots)].sort().map((root) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(root, 'package.json'), 'utf8'),
      )
      const read = (pattern: string) =>
        globSync(pattern, { cwd: root }).map((file) =>
          readFileSync(join(root, file), 'utf8').trim(),
        )
      const files = read('{LICEN[CS]E,licen[cs]e,NOTICE}*')
      const text = files.length > 0 ? files : read('{README,Readme}.md').flatMap(licenseIn)
      return [`${name} ${version} (${license})`, ...text].join('\n\n')
    })
    const source = texts.join(`\n\n${'-'.repeat(80)}\n\n`)
    this.emitFile({ type: 'asset', fileName: 'service/licenses.txt', source })
  },
}

await build({
  cwd: ROOT,
  input: INPUT,
  platform: 'node',
  // Its own bundle: its modules read their data by paths.
  resolve: { alias: { 'css-tree': 'css-tree/dist/csstree.esm' } },
  // They have binaries or data files, and one must be the same instance as in a tracer of the operator.
  external: Object.keys(dependencies),
  plugins: [placed, licenses],
  output: {
    dir: NEW,
    chunkFileNames: 'service/[name]-[hash].js',
    comments: false,
    // V8 keeps a file with one character beyond Latin-1 in two bytes each, as long as the process lives.
    minify: {
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: false, asciiOnly: true },
    },
  },
})
for (const file of globSync(COPIED, { cwd: ROOT })) cpSync(join(ROOT, file), join(NEW, file))
writeFileSync(join(NEW, 'package.json'), JSON.stringify({ name, version, type: 'module' }))
writeFileSync(join(NEW, '.built-from'), hash)
if (existsSync(DIST)) move(DIST, OLD)
move(NEW, DIST)
for (const name of globSync('dist-*', { cwd: CACHE }))
  if (!isBuilding(name)) rmSync(join(CACHE, name), { recursive: true, force: true })

/** If another start has built at the same time, its build is used. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (from === NEW && !existsSync(DIST)) throw error
  }
}

/** Whether another process builds there. */
function isBuilding(name: string): boolean {
  const pid = Number(name.split('-').at(-1))
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch {
    return false
  }
}
