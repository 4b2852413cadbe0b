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
const GENERATED_FROM = ['src', 'migrations', 'scripts', 'package.json']

/** Written by scripts/build.ts, the first one last. */
const SERVICE = join(ROOT, 'dist', 'package.json')
const SERVICE_FROM = ['src', 'migrations', 'scripts/build.ts', 'package-lock.json', 'console/dist']
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
  await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'])
  say(`Building the service took ${Math.round((Date.now() - startedMs) / 1000)} s.`)
}

/** Whether dist/ has what the sources say. The package that npm makes has no sources. */
export function isServiceBuilt() {
  if (!existsSync(SERVICE)) return false
  const builtMs = statSync(SERVICE).mtimeMs
  return SERVICE_FROM.map((path) => join(ROOT, path))
    .filter(existsSync)
    .every((path) => changedMs(path) < builtMs)
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
function hashOfSources() {
  const hash = createHash('sha256')
  for (const path of [...FIXED, ...JSON.parse(readFileSync(LIST, 'utf8'))]) {
    const file = join(ROOT, path)
    hash.update(path).update(existsSync(file) ? readFileSync(file) : 'gone')
  }
  return hash.digest('hex')
}
