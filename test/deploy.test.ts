import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/platform/config.ts'
import { ROOT } from './source-files.ts'

type Environment = Readonly<Record<string, string>>

interface Service {
  readonly image?: string
  readonly environment?: Environment
  readonly stop_grace_period?: string
  readonly ports?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[]
  readonly tmpfs?: readonly string[]
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets?: Readonly<Record<string, unknown>>
  readonly networks?: Readonly<Record<string, unknown>>
}

const read = (file: string): string => readFileSync(join(ROOT, 'deploy', file), 'utf8')
const loaded = (file: string) =>
  load(read(file), { schema: CORE_SCHEMA.withTags(mergeTag) }) as Compose
/** What is started on top of another file changes its services. */
const BASE: Readonly<Record<string, string>> = { 'compose.citus.yaml': 'compose.yaml' }

function compose(file: string): Compose {
  const [own, base] = [loaded(file), BASE[file]]
  if (base === undefined) return own
  const { services, secrets, networks } = compose(base)
  const changed = Object.entries(own.services).map(([name, service]): [string, Service] => [
    name,
    { ...services[name], ...service },
  ])
  return {
    services: { ...services, ...Object.fromEntries(changed) },
    secrets: { ...secrets, ...own.secrets },
    networks: { ...networks, ...own.networks },
  }
}

const DOCKERFILE = read('Dockerfile')
const UNIT = read('billwright.service')
const FILES = ['compose.yaml', 'compose.sqlite.yaml', 'compose.citus.yaml']
/** What those who run it fill in. */
const FILLED: Environment = {
  DOMAIN: 'bills.example.org',
  ADMIN_EMAIL: 'you@example.org',
  ADMIN_PASSWORD: 'a long enough one',
  PUBLIC_URL: 'https://bills.example.org',
}
const SECRETS: Environment = {
  ADMIN_PASSWORD: 'a long enough one',
  API_KEY: 'a-key-of-twenty-or-more',
  DATABASE_URL: 'postgres://billwright:secret@postgres/billwright',
  DATABASE_REPLICA_URL: 'postgres://billwright:secret@replica/billwright',
  OIDC_CLIENT_SECRET: 'secret',
  RENDER_SECRET: 'a-secret-of-thirty-two-characters-',
  INTERNAL_SECRET: 'an internal secret of 32 characters',
  AWS_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtps://user:password@mail.example.org',
}
/** Read by the system and by Node, and by nothing of ours. */
const NODE_OWN = ['PATH', 'NODE_COMPILE_CACHE', 'NODE_ENV']

/** Every variable that the service reads, also variables that only matter with others. */
const known = new Set(
  readFileSync(join(ROOT, 'src/platform/config.ts'), 'utf8')
    .match(/'[A-Z]+(_[A-Z]+)*'/g)
    ?.map((name) => name.slice(1, -1)),
)

const imageEnvironment: Environment = environmentOf(DOCKERFILE, /^ENV (.*)$/gm)
const unitEnvironment: Environment = environmentOf(UNIT, /^Environment=(.*)$/gm)

function environmentOf(text: string, line: RegExp): Environment {
  const pairs = [...text.matchAll(line)].flatMap(([, found = '']) => found.split(' '))
  return Object.fromEntries(
    pairs.map((pair) => [pair.replace(/=.*/, ''), pair.replace(/^.*?=/, '')]),
  )
}

/** As the service gets it: `${NAME:-…}` filled in and secrets taken from their files. */
function given({ environment = {} }: Service): Environment {
  const filled = Object.entries(environment).map(([name, value]): [string, string] => {
    if (name.endsWith('_FILE')) return [name.slice(0, -5), SECRETS[name.slice(0, -5)] ?? '']
    return [name, value.replace(/\$\{(\w+):[^}]*\}/g, (_all, it: string) => FILLED[it] ?? '')]
  })
  return { ...imageEnvironment, ...Object.fromEntries(filled) }
}

const ours = FILES.flatMap((file) =>
  Object.entries(compose(file).services)
    .filter(([, { image }]) => image === 'billwright')
    .map(([name, service]) => ({ name: `${file} ${name}`, service })),
)

const secondsOf = (text: string | undefined): number => Number(/^(\d+)s?$/.exec(text ?? '')?.[1])

/** How long the service takes at most from SIGTERM to its end, with these variables. */
function stopSeconds(environment: Environment): number {
  const source = readFileSync(join(ROOT, 'src/main.ts'), 'utf8')
  const constant = (name: string) =>
    Number(new RegExp(`const ${name} = ([\\d_]+)`).exec(source)?.[1]?.replaceAll('_', ''))
  const { shutdownGraceMs } = readConfig(environment)
  return Math.max(constant('STOP_MS'), shutdownGraceMs + constant('STOP_AFTER_GRACE_MS')) / 1000
}

describe('the variables in deploy/', () => {
  test('all exist', () => {
    const named = [imageEnvironment, unitEnvironment, ...ours.map(({ service }) => given(service))]
    const names = new Set(named.flatMap((environment) => Object.keys(environment)))
    expect([...names].filter((name) => !known.has(name) && !NODE_OWN.includes(name))).toEqual([])
  })

  test.each(ours)('of $name can be used', ({ service }) => {
    expect(() => readConfig(given(service))).not.toThrow()
  })

  test('may come from files if they are secrets', () => {
    const [, list = ''] = /^for name in (.*); do$/m.exec(read('entrypoint.sh')) ?? []
    expect(list.split(' ')).toEqual(Object.keys(SECRETS))
    expect(list.split(' ').filter((name) => !known.has(name))).toEqual([])
  })
})

describe('the image', () => {
  test('is built with all packages and keeps those for production', () => {
    const lines = [
      'npm ci --no',
      'COPY . .',
      'npm run prepack',
      'npm pkg delete dependencies.@sparticuz/chromium',
      'npm prune --omit=dev',
      'FROM debian',
    ]
    const places = lines.map((line) => DOCKERFILE.indexOf(line))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('has the programs that it and the service start', () => {
    const [, entry] = /^ENTRYPOINT \["([^"]+)"/m.exec(DOCKERFILE) ?? []
    const [, command] = /^CMD \["([^"]+)"/m.exec(DOCKERFILE) ?? []
    const [, unshare] =
      /^const PROGRAM = '(.*)'$/m.exec(
        readFileSync(join(ROOT, 'src/platform/browser/inner/namespace.ts'), 'utf8'),
      ) ?? []
    const started = [unshare, entry, command, 'chromium-headless-shell']
    const [, list = ''] = /^ {2}ls (\/usr\/bin\/.*)$/m.exec(read('system.sh')) ?? []
    expect(list.split(' ').map((path) => basename(path))).toEqual(started)
  })
})

describe('requirements of a compose file', () => {
  test.each(FILES)('%s: its own words and the documentation put it into .env', (file) => {
    const asked = [...read(file).matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)
    expect(asked).not.toEqual([])
    const guide = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8')
    for (const text of [read(file), guide]) {
      const lines = text.split('\n').filter((line) => line.includes('> .env'))
      const isWhole = (line: string) => asked.every((name) => line.includes(`${name}=`))
      expect(lines.filter(isWhole)).not.toEqual([])
    }
  })
})

describe('the commands of compose', () => {
  const guide = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8')
  const commands = [...FILES, 'compose.roles.yaml']
    .map(read)
    .concat(guide)
    .flatMap((text) => text.match(/docker compose .*/g) ?? [])

  test('run programs that the image has', () => {
    const runs = commands.filter((it) => / (?:run|exec) .*billwright/.test(it))
    expect(runs.length).toBeGreaterThan(2)
    expect(runs.filter((it) => !/ (?:node bin\/billwright\.js|pg_dump) /.test(it))).toEqual([])
  })

  test('find a second file in .env: a command with one alone would start other containers', () => {
    expect(commands.filter((it) => /-f(?:ile)? \S+ .*-f/.test(it))).toEqual([])
    for (const file of ['compose.citus.yaml', 'compose.roles.yaml'])
      for (const text of [read(file), guide])
        expect(text).toContain(`echo COMPOSE_FILE=compose.yaml:${file} >> .env`)
  })
})

test('deploy/billwright.sh runs commands with what the unit gives the service', () => {
  const script = read('billwright.sh')
  for (const name of ['User', 'UMask', 'WorkingDirectory', 'EnvironmentFile'])
    expect(script).toContain(`--property=${new RegExp(`^${name}=.*$`, 'm').exec(UNIT)?.[0]} `)
  for (const name of ['NODE_ENV', 'DATA_DIR'])
    expect(script).toContain(`--setenv=${name}=${unitEnvironment[name]} `)
})

describe('the way in', () => {
  const port = String(readConfig(imageEnvironment).port)

  test('has one port everywhere', () => {
    expect(DOCKERFILE).toContain(`EXPOSE ${port}\n`)
    expect(DOCKERFILE).toContain(`http://127.0.0.1:${port}/healthz`)
    expect(unitEnvironment.PORT).toBe(port)
    expect(read('nginx.conf')).toContain(`server 127.0.0.1:${port} `)
    const { proxy, ...others } = compose('compose.yaml').services
    const upstreams = proxy?.environment?.UPSTREAMS?.split(' ') ?? []
    const processes = Object.keys(others).filter((name) => name.startsWith('billwright'))
    expect(upstreams).toEqual(processes.map((name) => `${name}:${port}`))
    expect(compose('compose.sqlite.yaml').services.billwright?.ports).toEqual([
      `127.0.0.1:${port}:${port}`,
    ])
  })

  test('uses only the proxy, and the database has no way out', () => {
    const { services } = compose('compose.yaml')
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
    expect(open.map(([name]) => name)).toEqual(['proxy'])
    expect(services.postgres?.networks).toEqual(['back'])
    expect(compose('compose.yaml').networks?.back).toEqual({ internal: true })
  })
})

describe('stopping the service', () => {
  test.each(ours)('waits until $name has finished accepted work', ({ service }) => {
    expect(secondsOf(service.stop_grace_period)).toBeGreaterThan(stopSeconds(given(service)))
  })

  test('waits so in systemd too, with PostgreSQL or without, and spares the browser', () => {
    const timeout = secondsOf(/^TimeoutStopSec=(.*)$/m.exec(UNIT)?.[1])
    const { DATABASE_URL = '' } = SECRETS
    expect(timeout).toBeGreaterThan(stopSeconds(unitEnvironment))
    expect(timeout).toBeGreaterThan(stopSeconds({ ...unitEnvironment, DATABASE_URL }))
    expect(UNIT).toMatch(/^KillMode=mixed$/m)
    expect(UNIT).toMatch(/^RestartPreventExitStatus=78$/m)
  })
})

test('the unit keeps running when the kernel ends one of its processes for memory', () => {
  expect(UNIT).toMatch(/^MemoryMax=/m)
  expect(UNIT).toMatch(/^OOMPolicy=continue$/m)
})

describe('a service of compose', () => {
  const all = FILES.flatMap((file) =>
    Object.entries(compose(file).services).map(([name, service]) => ({ file, name, service })),
  )

  test.each(all)('$file $name can change little', ({ file, service }) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    const { secrets = {}, networks = {} } = compose(file)
    expect(service.secrets?.filter((name) => !(name in secrets)) ?? []).toEqual([])
    expect(service.networks?.filter((name) => !(name in networks)) ?? []).toEqual([])
  })

  test.each(ours)('$name gives the browser a place for its folders', ({ service }) => {
    expect(service.tmpfs?.join()).toMatch(/^\/tmp:/)
  })
})

describe('compose.roles.yaml', () => {
  const { services, networks } = compose('compose.roles.yaml')
  const [one, render] = [services['billwright-1'], services.render]

  test('has a render process that reaches neither the database nor the internet', () => {
    const config = readConfig(given(render as Service))
    expect(config).toMatchObject({ role: 'render', renderSecret: SECRETS.RENDER_SECRET })
    expect(render).toMatchObject({ read_only: true, cap_drop: ['ALL'], networks: ['print'] })
    expect(render?.secrets).toEqual(['render_secret'])
    expect(networks?.print).toEqual({ internal: true })
  })

  test('has the others print there', () => {
    const config = readConfig({
      ...SECRETS,
      ...given(one as Service),
      ADMIN_EMAIL: 'a@example.org',
    })
    const { RENDER_SECRET: secret } = SECRETS
    expect(config).toMatchObject({ role: 'all', renderPool: { url: 'http://render:3000', secret } })
    expect(one?.networks).toContain('print')
  })
})

describe('deploy/entrypoint.sh', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
  const PRINT = 'printf "%s\n" "$API_KEY|${API_KEY_FILE-none}|$DATABASE_URL"'
  const run = (env: Environment): string =>
    execFileSync('sh', [join(ROOT, 'deploy/entrypoint.sh'), 'sh', '-c', PRINT], {
      env: { PATH: process.env.PATH ?? '', ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  test('reads a secret from its file exactly, and leaves the others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'billwright-secret-'))
    const file = join(folder, 'key')
    try {
      for (const end of ['', '\n']) {
        writeFileSync(file, ` $(id) "quoted" \\n${end}`)
        expect(run({ API_KEY_FILE: file, DATABASE_URL: 'sqlite:x' })).toBe(
          ' $(id) "quoted" \\n|none|sqlite:x\n',
        )
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each(['entrypoint.sh', 'billwright.sh'])('%s is a program', (file) => {
    expect(statSync(join(ROOT, 'deploy', file)).mode & 0o111).toBe(0o111)
  })

  test('78: a file that is not there', () => {
    expect(() => run({ API_KEY_FILE: '/nowhere/key', DATABASE_URL: '' })).toThrow(
      expect.objectContaining({ status: 78, stderr: expect.stringContaining('/nowhere/key') }),
    )
  })
})

test.each(['docs/deployment.md', 'packages/sdk/README.md'])('the links of %s work', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const files = [...text.matchAll(/\]\(([^)#:]+)[^):]*\)/g)].map(([, file]) => file ?? '')
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(join(ROOT, dirname(page), file)))).toEqual([])
})
