import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Config } from '../src/platform/config.ts'
import { entryOf } from './entry.ts'
import type { Json } from './givens.ts'

const MAIN = entryOf('entry/cli/main')
/** As bin/billwright.js has it: without, a process spends most of its time reading its sources. */
const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled')

interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Of what `--json` printed. */
  readonly json: Json
}

interface CommandOptions {
  readonly env: Record<string, string>
  readonly input?: string
}

interface RunningCommand {
  /** Resolves with its standard output once that has the pattern. */
  says(pattern: RegExp): Promise<string>
  readonly ended: Promise<CommandResult>
}

/** Runs the command line in a separate process, as a shell does. */
export const runCommand = (
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> => startCommand(args, options).ended

export function startCommand(
  args: readonly string[],
  { env, input = '' }: CommandOptions,
): RunningCommand {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  child.stdin.end(input)
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr, json: parsed(stdout) }))
  })
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(stdout) && resolve(stdout)
      child.stdout.on('data', look)
      look()
      void ended.then(() => reject(new Error(`It ended and said: ${stdout}${stderr}`)), reject)
    })
  return { says, ended }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The environment under which the command line meets the database of a test. */
export const environmentOf = ({
  database,
  dataDir,
}: Pick<Config, 'database' | 'dataDir'>): Record<string, string> => ({
  DATA_DIR: dataDir,
  DATABASE_URL: database.engine === 'sqlite' ? `sqlite:${database.path}` : database.url,
})
