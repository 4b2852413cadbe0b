import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SetupError, say } from './install.js'

/** Made by scripts/openapi.ts, the first one last. */
const GENERATED = [
  'docs/openapi.json',
  'packages/sdk/src/operations.ts',
  'packages/sdk/src/schema.ts',
]
/** The libraries that the service is built from. */
const LIBRARIES = [
  'bank-matching',
  'bank-statements',
  'einvoice',
  'money',
  'rules',
  'sepa',
  'templates',
  'totals',
].map((name) => `packages/${name}`)
const GENERATED_FROM = ['src', ...LIBRARIES, 'migrations', 'scripts', 'package.json']

const SERVICE = join(ROOT, 'dist', 'service', 'main.js')
/** Written by scripts/build.ts: the hash of what it read. */
const SERVICE_STAMP = join(ROOT, 'dist', '.built-from')
const SERVICE_FROM = [
  ...['src', ...LIBRARIES, 'migrations', 'scripts/build.ts'],
  ...['package.json', 'package-lock.json'],
  ...['console/dist', 'console/not-built', 'console/reference.html', 'console/reference.css'],
  'console/reference.js',
]
const ROLLDOWN = join(ROOT, 'node_modules', 'rolldown')

/** What the console is built from beside the files that its build lists itself. */
const FIXED = ['console/vite.config.ts', 'console/public/icon.svg', 'package-lock.json']
const DIST = join(ROOT, 'console', 'dist')
const LIST = join(DIST, '.sources.json')
const STAMP = join(DIST, '.built-from')
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
const ERROR_LINES = 12

/** Writes the OpenAPI document and the client made from it unless they are current. Throws SetupError. */
export async function ensureGenerated(node) {
  if (areGenerated()) return
  const startedMs = Date.now()
  say('Generating the OpenAPI document and its client.')
  await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/openapi.ts'])
  say(`Generating them took ${Math.round((Date.now() - startedMs) / 1000)} s.`)
}

/** Bundles the service, with its console, unless that is current. Throws SetupError. */
export async function ensureService(node) {
  await ensureConsole(node)
  if (isServiceBuilt() || !existsSync(ROLLDOWN)) return
  const startedMs = Date.now()
  say('Building the service.')
  const hash = hashOf(SERVICE_FROM)
  await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts', hash])
  say(`Building the service took ${Math.round((Date.now() - startedMs) / 1000)} s.`)
}

/** Whether dist/ has what the sources say. The package that npm makes, and the image, have no sources. */
export function isServiceBuilt() {
  if (!existsSync(SERVICE)) return false
  if (!existsSync(join(ROOT, 'src'))) return true
  return existsSync(SERVICE_STAMP) && readFileSync(SERVICE_STAMP, 'utf8') === hashOf(SERVICE_FROM)
}

function areGenerated() {
  const [document, ...others] = GENERATED.map((file) => join(ROOT, file))
  if (![document, ...others].every(existsSync)) return false
  const generatedMs = statSync(document).mtimeMs
  return GENERATED_FROM.every((path) => changedMs(join(ROOT, path)) < generatedMs)
}

/** When a file, or anything in a folder, last changed. A folder changes when it loses a file. */
function changedMs(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return path.endsWith('.test.ts') ? 0 : stat.mtimeMs
  const entries = readdirSync(path).map((name) => changedMs(join(path, name)))
  return Math.max(stat.mtimeMs, ...entries)
}

/** Builds the console unless what is there was built from these very sources. Throws SetupError. */
export async function ensureConsole(node) {
  // A production install brings the built console along, or has none.
  if (!existsSync(VITE)) return
  await ensureGenerated(node)
  if (existsSync(LIST) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfSources())
    return
  const startedMs = Date.now()
  say('Building the console.')
  await run(node, [VITE, 'build', '--config', 'console/vite.config.ts'])
  writeFileSync(STAMP, hashOfSources())
  say(`Building the console took ${Math.round((Date.now() - startedMs) / 1000)} s.`)
}

function run(node, args) {
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(node, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Tests set it; React would be built for development then.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve()
      const end = output.trim().split('\n').slice(-ERROR_LINES).join('\n')
      reject(new SetupError(`${args.join(' ')} failed. Its last lines:\n${end}`))
    })
  })
}

/** A file that is new is named by one that was there before, which changed. */
const hashOfSources = () => hashOf([...FIXED, ...JSON.parse(readFileSync(LIST, 'utf8'))])

/** Of the names and bytes of files, and of all in folders but tests. */
function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const file = join(ROOT, path)
    if (path.endsWith('.test.ts')) return
    if (!existsSync(file)) return hash.update(path).update('gone')
    if (!statSync(file).isDirectory()) return hash.update(path).update(readFileSync(file))
    for (const name of readdirSync(file).toSorted()) add(join(path, name))
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
