import { spawn } from 'node:child_process'
import * as crypto from 'node:crypto'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureService, isServiceBuilt } from './build.js'
import {
  ensureInstalled,
  ensureOwnNode,
  hasDev,
  isBare,
  OWN_NODE,
  ROOT,
  SetupError,
  say,
} from './install.js'

const NAPI_MIN = 10
/**
 * Node gives its youngest objects up to 64 MiB and never takes that back from an idle process; with
 * 16 the service needs half the memory, and under load hardly more time. When there is a rest, the
 * service collects what work has left behind.
 */
const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--expose-gc',
]
/** Compiled code of the sources: with it a start takes half the time. Without the right to write it, none. */
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'compiled')
const EXIT_SETUP = 69

/**
 * Asked by what it can do: better-sqlite3 crashes below Node-API 10 instead of failing, the source is
 * TypeScript, and ids need UUIDv7.
 */
const isNewEnough = () =>
  Number(process.versions.napi) >= NAPI_MIN &&
  Boolean(process.features.typescript) &&
  'randomUUIDv7' in crypto

/** Installs what is missing and gives the path of a Node that can run the service. Throws SetupError. */
export async function prepare({ withDev }) {
  const needsOwnNode = !isNewEnough()
  const isProduction = process.env.NODE_ENV === 'production'
  // An installation without development packages stays so: a person decided that. To build, they are needed.
  const mayAddDev = isBare() && (needsOwnNode || !isProduction || !isServiceBuilt())
  await ensureInstalled({ withDev: withDev || mayAddDev || hasDev() })
  if (!needsOwnNode) return process.execPath
  await ensureOwnNode()
  if (existsSync(OWN_NODE)) return OWN_NODE
  throw new SetupError(
    `Billwright needs Node 24.16 or newer; this is ${process.version}. Install Node 24, or run ` +
      '`npm ci --include=dev`, which brings one along.',
  )
}

/** What every process of ours is started with. */
export const environment = (env = process.env) => ({ NODE_COMPILE_CACHE: COMPILE_CACHE, ...env })

/**
 * The bundle of `src/main.ts` or `src/entry/cli/main.ts` while it is current, else that source, which needs packages
 * that the bundle contains. Throws SetupError.
 */
export function entryPath(name) {
  if (isServiceBuilt()) return join(ROOT, 'dist', 'service', `${name.replaceAll('/', '-')}.js`)
  if (hasDev()) return join(ROOT, 'src', `${name}.ts`)
  throw new SetupError(
    'The service has to be built, and the packages for that are not installed. ' +
      'Run `npm ci --include=dev` and `npm run build`.',
  )
}

/** What starts the service, once all that it needs is built. Throws SetupError. */
export async function serviceCommand() {
  const node = await prepare({ withDev: false })
  await ensureService(node)
  return [node, ...NODE_FLAGS, entryPath('main')]
}

/** Starts a program on this terminal, passes signals on and resolves to its exit code. */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    forwardSignals(child)
    child.on('error', (cause) =>
      reject(new SetupError(`${command} cannot be started: ${cause.message}.`)),
    )
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
}

/** The end of every command: its exit code, or the sentence that says why it could not begin. */
export async function exitWith(work) {
  try {
    process.exitCode = await work
  } catch (error) {
    say(error instanceof SetupError ? error.message : String(error?.stack ?? error))
    process.exitCode = EXIT_SETUP
  }
}
