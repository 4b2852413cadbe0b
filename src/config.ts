import { resolve } from 'node:path'

export interface Config {
  readonly port: number
  readonly host: string
  /** Origin that people reach the service at, without a trailing slash; null: `http://<host>:<port>`. */
  readonly publicUrl: string | null
  readonly dataDir: string
  readonly templatesDir: string
  readonly database:
    | { readonly engine: 'sqlite'; readonly path: string }
    | { readonly engine: 'postgres'; readonly url: string }
  readonly apiKey: string | null
  readonly admin: { readonly email: string; readonly password: string } | null
  readonly trustProxy: boolean | string
  readonly logLevel: string
  readonly browser: { readonly path: string | null; readonly remoteUrl: string | null }
  readonly renderConcurrency: number
  readonly outboundAllow: readonly string[]
  /** Requests of one caller; 0: no limit. */
  readonly rateLimitPerMinute: number
}

type Environment = Readonly<Record<string, string | undefined>>

/** A value of the environment that cannot be used: the process stops with this sentence (exit code 78). */
export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const CORES_MAX = 64

/** Reads and checks the whole environment, once, at the start. */
export function readConfig(env: Environment = process.env): Config {
  const dataDir = resolve(text(env, 'DATA_DIR') ?? './data')
  return {
    port: integer(env, 'PORT', 3000, 0, 65_535),
    host: text(env, 'HOST') ?? '127.0.0.1',
    publicUrl: origin(env),
    dataDir,
    templatesDir: resolve(text(env, 'TEMPLATES_DIR') ?? `${dataDir}/templates`),
    database: database(env, dataDir),
    apiKey: secret(env, 'API_KEY', 20),
    admin: admin(env),
    trustProxy: trustProxy(env),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    browser: browser(env),
    renderConcurrency: integer(env, 'RENDER_CONCURRENCY', 2, 1, CORES_MAX),
    outboundAllow: list(env, 'OUTBOUND_ALLOW'),
    rateLimitPerMinute: integer(env, 'RATE_LIMIT_PER_MINUTE', 6000, 0, 1_000_000),
  }
}

function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

function list(env: Environment, name: string): readonly string[] {
  const entries = text(env, name)?.split(',') ?? []
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number) {
  const value = text(env, name)
  if (value === null) return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
}

function oneOf(env: Environment, name: string, allowed: readonly string[], fallback: string) {
  const value = text(env, name) ?? fallback
  if (allowed.includes(value)) return value
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
}

function secret(env: Environment, name: string, lengthMin: number): string | null {
  const value = text(env, name)
  if (value === null || value.length >= lengthMin) return value
  throw new ConfigError(`${name} is too short: at least ${lengthMin} characters.`)
}

function origin(env: Environment): string | null {
  const value = text(env, 'PUBLIC_URL')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username)
    return url.origin
  throw new ConfigError(
    `PUBLIC_URL must be an origin such as https://bills.example.org, not "${value}".`,
  )
}

function admin(env: Environment): Config['admin'] {
  const email = text(env, 'ADMIN_EMAIL')
  const password = secret(env, 'ADMIN_PASSWORD', 12)
  if (email === null && password === null) return null
  if (email !== null && password !== null) return { email, password }
  throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
}

function database(env: Environment, dataDir: string): Config['database'] {
  const value = text(env, 'DATABASE_URL') ?? `sqlite:${dataDir}/billwright.db`
  if (value.startsWith('sqlite:')) return { engine: 'sqlite', path: resolve(value.slice(7)) }
  if (/^postgres(ql)?:\/\//.test(value)) return { engine: 'postgres', url: value }
  throw new ConfigError('DATABASE_URL must begin with sqlite: or postgres://.')
}

function trustProxy(env: Environment): boolean | string {
  const value = text(env, 'TRUST_PROXY')
  if (value === null || value === 'false') return false
  return value === 'true' ? true : value
}

/** One variable names either a binary or a remote browser's address (`ws://…`). */
function browser(env: Environment): Config['browser'] {
  const value = text(env, 'CHROMIUM_PATH')
  const remote = value !== null && /^(wss?|https?):\/\//.test(value)
  return { path: remote ? null : value, remoteUrl: remote ? value : null }
}
