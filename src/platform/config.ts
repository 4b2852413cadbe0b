import { resolve } from 'node:path'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'

export interface Config {
  /** The work of this process: everything; requests; background jobs; printing. */
  readonly role: Role
  readonly port: number
  readonly host: string
  /** Public origin without a trailing slash; null: `http://<host>:<port>`. */
  readonly publicUrl: string | null
  readonly dataDir: string
  readonly templatesDir: string
  /** The folder with a folder for each company, into which programs put files of banks; null: none. */
  readonly bankFolders: string | null
  readonly database:
    | { readonly engine: 'sqlite'; readonly path: string }
    | {
        readonly engine: 'postgres'
        /** May list several servers. */
        readonly url: string
        /** Connections per process; default 10. */
        readonly poolSize?: number
        /** For one statement, including waits for locks; default 15 seconds. */
        readonly statementTimeoutMs?: number
        /** Whether statements are prepared by name; default `auto`: not behind a pooler. */
        readonly prepared?: 'auto' | 'on' | 'off'
        /** Whether PostgreSQL itself hides the rows of other companies; default false. */
        readonly rowSecurity?: boolean
        /** A replica for exports, reports and audits; absent: none. */
        readonly replicaUrl?: string
      }
  readonly apiKey: string | null
  /** The secret with which a proxy on another machine may ask for domains. */
  readonly internalSecret: string | null
  readonly admin: { readonly email: string; readonly password: string } | null
  /** The single sign-on provider; null: none. */
  readonly oidc: OidcConfig | null
  /** Addresses, ranges and well-known names of the proxies, comma-separated; false: none. */
  readonly trustProxy: string | false
  readonly logLevel: string
  readonly browser: { readonly path: string | null; readonly remoteUrl: string | null }
  readonly renderConcurrency: number
  /** Processes that print for this one; null: this process prints itself. */
  readonly renderPool: { readonly url: string; readonly secret: string } | null
  /** The secret shared with these processes. */
  readonly renderSecret: string | null
  readonly outboundAllow: readonly string[]
  /** Other addresses of payment providers, by kind: of a sandbox or a stand-in. */
  readonly paymentOrigins: Readonly<Record<string, string>>
  /** The store for large objects; null: the database. */
  readonly objects: ObjectsConfig | null
  /** The mail server of the environment, which takes precedence over that of the settings. */
  readonly mail: MailConfig | null
  /** Requests per minute of one caller; 0: no limit. */
  readonly rateLimitPerMinute: number
  /** How long `/readyz` answers 503 before the process stops, so that proxies send no more requests. */
  readonly shutdownGraceMs: number
}

type ObjectsConfig =
  | { readonly kind: 'file'; readonly folder: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      /** An origin. */
      readonly endpoint: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

const ROLES = ['all', 'web', 'jobs', 'render'] as const
type Role = (typeof ROLES)[number]

export interface MailConfig {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
  readonly username: string | null
  readonly password: string | null
  /** The sender, if the settings have none. */
  readonly from: { readonly name: string | null; readonly address: string } | null
}

export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  /** Null: the provider treats this service as a public client. */
  readonly clientSecret: string | null
  /** Label of the sign-in button. */
  readonly label: string
  /** Allowed e-mail domains in lower case; empty: any. */
  readonly allowedDomains: readonly string[]
  /** Role of people who sign in for the first time; null: only existing users can sign in. */
  readonly role: 'admin' | 'member' | 'viewer' | null
}

type Environment = Readonly<Record<string, string | undefined>>

/** An invalid environment variable. The process prints the message and exits with 78. */
export class ConfigError extends Error {}

const PREPARED = ['auto', 'on', 'off'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const CORES_MAX = 64

/** Reads and checks the whole environment once, at startup. */
export function readConfig(env: Environment = process.env): Config {
  const dataDir = resolve(text(env, 'DATA_DIR') ?? './data')
  return {
    role: role(env),
    port: integer(env, 'PORT', 3000, 0, 65_535),
    host: text(env, 'HOST') ?? '127.0.0.1',
    publicUrl: origin(env),
    dataDir,
    templatesDir: resolve(text(env, 'TEMPLATES_DIR') ?? `${dataDir}/templates`),
    bankFolders: folder(env, 'BANK_FOLDERS'),
    database: database(env, dataDir),
    apiKey: secret(env, 'API_KEY', 20),
    internalSecret: secret(env, 'INTERNAL_SECRET', 20),
    admin: admin(env),
    oidc: oidc(env),
    trustProxy: trustProxy(env),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    browser: browser(env),
    renderConcurrency: integer(env, 'RENDER_CONCURRENCY', 2, 1, CORES_MAX),
    renderPool: renderPool(env),
    renderSecret: renderSecret(env),
    outboundAllow: list(env, 'OUTBOUND_ALLOW'),
    paymentOrigins: paymentOrigins(env),
    objects: objects(env),
    mail: mail(env),
    rateLimitPerMinute: integer(env, 'RATE_LIMIT_PER_MINUTE', 6000, 0, 1_000_000),
    shutdownGraceMs: shutdownGraceMs(env),
  }
}

function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

function folder(env: Environment, name: string): string | null {
  const path = text(env, name)
  return path === null ? null : resolve(path)
}

function list(env: Environment, name: string): readonly string[] {
  const entries = text(env, name)?.split(',') ?? []
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

/** `stripe=http://127.0.0.1:4242,…` */
function paymentOrigins(env: Environment): Readonly<Record<string, string>> {
  const entries = list(env, 'PAYMENT_ORIGINS').map((entry): [string, string] => {
    const [kind = '', origin = ''] = entry.split('=', 2)
    if (URL.canParse(origin) && new URL(origin).origin === origin) return [kind, origin]
    throw new ConfigError(`PAYMENT_ORIGINS must be like stripe=http://host:port, not "${entry}".`)
  })
  return Object.fromEntries(entries)
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number) {
  const value = text(env, name)
  if (value === null) return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
}

function oneOf<Value extends string>(
  env: Environment,
  name: string,
  allowed: readonly Value[],
  fallback: Value,
): Value {
  const value = text(env, name) ?? fallback
  const found = allowed.find((it) => it === value)
  if (found !== undefined) return found
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
}

function secret(env: Environment, name: string, lengthMin: number): string | null {
  const value = text(env, name)
  if (value === null || value.length >= lengthMin) return value
  throw new ConfigError(`${name} is too short. Use at least ${lengthMin} characters.`)
}

function origin(env: Environment, name = 'PUBLIC_URL'): string | null {
  const value = text(env, name)
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username)
    return url.origin
  throw new ConfigError(
    `${name} must be an origin such as https://bills.example.org, not "${value}".`,
  )
}

/** Variables that a process with strangers' templates must not have. */
const NOT_FOR_RENDER = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'API_KEY',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'INTERNAL_SECRET',
  'SMTP_URL',
  'RENDER_URL',
  'OBJECTS_URL',
  'AWS_SECRET_ACCESS_KEY',
]

function role(env: Environment): Role {
  const value = text(env, 'ROLE') ?? 'all'
  const found = ROLES.find((it) => it === value)
  if (found === undefined)
    throw new ConfigError(`ROLE must be one of ${ROLES.join(', ')}, not "${value}".`)
  const hasServer = /^postgres/.test(text(env, 'DATABASE_URL') ?? '')
  if ((found === 'web' || found === 'jobs') && !hasServer)
    throw new ConfigError(`ROLE=${found} needs PostgreSQL. Set DATABASE_URL to postgres://….`)
  const surplus = NOT_FOR_RENDER.filter((name) => text(env, name) !== null)
  if (found === 'render' && surplus.length > 0)
    throw new ConfigError(`ROLE=render must not have ${surplus.join(', ')}. Unset them.`)
  return found
}

const RENDER_SECRET_LENGTH_MIN = 32

function renderSecret(env: Environment): string | null {
  const value = secret(env, 'RENDER_SECRET', RENDER_SECRET_LENGTH_MIN)
  if (value !== null || (role(env) !== 'render' && text(env, 'RENDER_URL') === null)) return value
  throw new ConfigError('Set RENDER_SECRET to the same value on both sides of RENDER_URL.')
}

function renderPool(env: Environment): Config['renderPool'] {
  const url = origin(env, 'RENDER_URL')
  const secret = renderSecret(env)
  return url === null || secret === null ? null : { url, secret }
}

function admin(env: Environment): Config['admin'] {
  const email = text(env, 'ADMIN_EMAIL')
  const password = secret(env, 'ADMIN_PASSWORD', 12)
  if (email === null && password === null) return null
  if (email !== null && password !== null) return { email, password }
  throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD belong together. Set both or neither.')
}

const SMTPS_PORT = 465
const SUBMISSION_PORT = 587

/** `smtps://user:password@host`: TLS; `smtp://…`: STARTTLS; `smtp://…?security=none`: neither. */
function mail(env: Environment): MailConfig | null {
  const value = text(env, 'SMTP_URL')
  const from = mailFrom(env)
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const security = url?.searchParams.get('security') ?? null
  const isPlain = url !== null && /^\/?$/.test(url.pathname) && [null, 'none'].includes(security)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !isPlain)
    throw new ConfigError(
      'SMTP_URL must be an address such as smtps://user:password@mail.example.org:465.',
    )
  const isTls = url.protocol === 'smtps:'
  return {
    host: toHost(url),
    port: url.port === '' ? (isTls ? SMTPS_PORT : SUBMISSION_PORT) : Number(url.port),
    security: isTls ? 'tls' : security === 'none' ? 'none' : 'starttls',
    username: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
    from,
  }
}

/** The URL parser writes umlauts of other schemes than http as %C3%BC. */
function toHost({ hostname }: URL): string {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!host.includes('%')) return host
  try {
    return domainToASCII(decodeURIComponent(host)) || host
  } catch {
    return host
  }
}

/** `billing@example.org` or `Name <billing@example.org>`. */
function mailFrom(env: Environment): MailConfig['from'] {
  const value = text(env, 'MAIL_FROM')
  if (value === null) return null
  const [, name, bracketed, plain] =
    /^(?:([^<>]*)<([^<>@\s]+@[^<>@\s]+)>|([^<>@\s]+@[^<>@\s]+))$/.exec(value) ?? []
  const address = bracketed ?? plain
  if (address === undefined)
    throw new ConfigError('MAIL_FROM must be an address such as billing@example.org.')
  return { name: name?.trim() || null, address }
}

const OIDC_ROLES = ['admin', 'member', 'viewer'] as const
const ANY_DOMAIN = '*'

function oidc(env: Environment): OidcConfig | null {
  const issuer = oidcIssuer(env)
  const clientId = text(env, 'OIDC_CLIENT_ID')
  const clientSecret = text(env, 'OIDC_CLIENT_SECRET')
  const label = text(env, 'OIDC_LABEL')
  const domains = list(env, 'OIDC_ALLOWED_DOMAINS').map((domain) => domain.toLowerCase())
  const role = oidcRole(env)
  if (issuer === null && clientId === null) return null
  if (issuer === null || clientId === null)
    throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID belong together. Set both or neither.')
  if (origin(env) === null)
    throw new ConfigError(
      'OIDC_ISSUER needs PUBLIC_URL, because the provider redirects people there.',
    )
  if (role !== null && domains.length === 0)
    throw new ConfigError(
      'OIDC_ROLE adds people automatically. List their domains in OIDC_ALLOWED_DOMAINS, or use `*` to admit everyone the provider knows.',
    )
  const allowedDomains = domains.includes(ANY_DOMAIN) ? [] : domains
  const { hostname } = new URL(issuer)
  return { issuer, clientId, clientSecret, label: label ?? hostname, allowedDomains, role }
}

/** https, except on this machine: an attacker who can change responses could sign in as anyone. */
function oidcIssuer(env: Environment): string | null {
  const value = text(env, 'OIDC_ISSUER')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '')
  const isUsable = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
  if (url && isUsable && !url.username && !url.search && !url.hash) return value
  throw new ConfigError(
    `OIDC_ISSUER must be an https URL such as https://login.example.org, not "${value}".`,
  )
}

function oidcRole(env: Environment): OidcConfig['role'] {
  const value = text(env, 'OIDC_ROLE')
  const role = OIDC_ROLES.find((it) => it === value) ?? null
  if (value === null || role !== null) return role
  throw new ConfigError(`OIDC_ROLE must be one of ${OIDC_ROLES.join(', ')}, not "${value}".`)
}

function database(env: Environment, dataDir: string): Config['database'] {
  const value = text(env, 'DATABASE_URL') ?? `sqlite:${dataDir}/billwright.db`
  const poolSize = integer(env, 'DATABASE_POOL_SIZE', 10, 1, 500)
  const statementTimeoutMs = integer(env, 'DATABASE_TIMEOUT_SECONDS', 15, 1, 600) * 1000
  if (value.startsWith('sqlite:')) return { engine: 'sqlite', path: resolve(value.slice(7)) }
  if (/^postgres(ql)?:\/\//.test(value))
    return {
      engine: 'postgres',
      url: value,
      poolSize,
      statementTimeoutMs,
      prepared: oneOf(env, 'DATABASE_PREPARED', PREPARED, 'auto'),
      rowSecurity: oneOf(env, 'DATABASE_ROW_SECURITY', ['on', 'off'], 'off') === 'on',
      ...replica(env),
    }
  throw new ConfigError('DATABASE_URL must begin with sqlite: or postgres://.')
}

function replica(env: Environment): { readonly replicaUrl?: string } {
  const value = text(env, 'DATABASE_REPLICA_URL')
  if (value === null) return {}
  if (/^postgres(ql)?:\/\//.test(value)) return { replicaUrl: value }
  throw new ConfigError('DATABASE_REPLICA_URL must begin with postgres://.')
}

/** `file:<folder>` or `s3://bucket?endpoint=https://…&region=…`. */
function objects(env: Environment): ObjectsConfig | null {
  const value = text(env, 'OBJECTS_URL')
  const accessKeyId = text(env, 'AWS_ACCESS_KEY_ID')
  const secretAccessKey = text(env, 'AWS_SECRET_ACCESS_KEY')
  if (value === null) return null
  if (/^file:./.test(value)) return { kind: 'file', folder: resolve(value.slice('file:'.length)) }
  const url = URL.canParse(value) ? new URL(value) : null
  const endpoint = url?.searchParams.get('endpoint') ?? ''
  const isOrigin = URL.canParse(endpoint) && /^https?:\/\/[^/]+$/.test(endpoint)
  if (url?.protocol !== 's3:' || !/^[a-z0-9.-]{3,63}$/.test(url.hostname) || !isOrigin)
    throw new ConfigError(
      'OBJECTS_URL must be file:<folder> or s3://bucket?endpoint=https://s3.example.org&region=….',
    )
  if (accessKeyId === null || secretAccessKey === null)
    throw new ConfigError('OBJECTS_URL=s3://… needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  return { kind: 's3', bucket: url.hostname, endpoint, region, accessKeyId, secretAccessKey }
}

/** With SQLite there is no other process for a proxy to use, so waiting is useless. */
function shutdownGraceMs(env: Environment): number {
  const isAlone = !/^postgres/.test(text(env, 'DATABASE_URL') ?? '')
  return integer(env, 'SHUTDOWN_GRACE_SECONDS', isAlone ? 0 : 3, 0, 300) * 1000
}

/** Names of private networks that `proxy-addr` knows. */
const PRIVATE_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
/** A range with fewer fixed bits contains addresses of strangers, who could then forge theirs. */
const PROXY_BITS_MIN = { ipv4: 8, ipv6: 16 }

/**
 * Only named proxies may tell the address of a caller: behind any other, a caller could name a new
 * address in each request and evade every limit per address.
 */
function trustProxy(env: Environment): string | false {
  const value = text(env, 'TRUST_PROXY')
  if (value === null || value === 'false') return false
  const proxies = value.split(',').map((it) => it.trim())
  const wrong = proxies.find((it) => !PRIVATE_NETWORKS.includes(it) && !isProxyRange(it))
  if (wrong === undefined) return proxies.join(',')
  throw new ConfigError(
    `TRUST_PROXY must name your proxies, not "${wrong}": addresses, ranges such as 10.0.0.0/8, or ${PRIVATE_NETWORKS.join(', ')}, separated by commas. Otherwise callers could forge their address.`,
  )
}

function isProxyRange(given: string): boolean {
  const range = given.includes('/') ? given : `${given}/${given.includes(':') ? 128 : 32}`
  if (!ipaddr.isValidCIDR(range) || !/[.:].*[.:]/.test(given)) return false
  const [address, bits] = ipaddr.parseCIDR(range)
  const isMapped = address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()
  return isMapped ? bits - 96 >= PROXY_BITS_MIN.ipv4 : bits >= PROXY_BITS_MIN[address.kind()]
}

/** The path of a binary, or the address of a remote browser (`ws://…`). */
function browser(env: Environment): Config['browser'] {
  const value = text(env, 'CHROMIUM_PATH')
  const remote = value !== null && /^(wss?|https?):\/\//.test(value)
  return { path: remote ? null : value, remoteUrl: remote ? value : null }
}

/** The public origin of the service. */
export const publicUrlOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
