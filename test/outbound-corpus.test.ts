import { type ChildProcess, spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../src/kernel/errors.ts'
import { createOutboundClient, type OutboundClient } from '../src/platform/outbound/client.ts'

const CORPUS = join(import.meta.dirname, '../../shared/security')
const IS_THERE = existsSync(join(CORPUS, 'ssrf-urls.jsonl'))
const TITLE = IS_THERE ? '' : ' (skipped: further cases, which are not beside the project)'
const HTML_BYTES_MAX = 131_072

const rows = <T>(file: string): readonly T[] =>
  IS_THERE
    ? readFileSync(join(CORPUS, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T)
    : []

interface UrlRow {
  readonly id: string
  readonly group: string
  readonly url: string
  readonly expect: 'accept' | 'refuse' | 'policy' | 'policy-accept'
}

const OWN = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .find((entry) => entry.family === 'IPv4' && !entry.internal)?.address

/** What the names of the rows answer; every other name answers a public address. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  'localtest.me': ['127.0.0.1'],
  'cname-to-localhost.example.org': ['127.0.0.1', '::1'],
  'nxdomain.example.org': [],
  'mapped.example.org': ['::ffff:127.0.0.1'],
  'many.example.org': [...Array.from({ length: 499 }, (_, i) => `8.8.${i % 256}.1`), '10.0.0.1'],
  'own-public-ip.example.org': [OWN ?? '127.0.0.1'],
  '0x7f.0.0.1.nip.io': ['127.0.0.1'],
}

/** Policy rows that this client refuses: a port spelled unusually, and a name that leads home. */
const REFUSED_BY_POLICY = new Set(['ssrf-187', 'ssrf-252', 'ssrf-254'])

describe.skipIf(!IS_THERE)(`addresses of the shared corpus${TITLE}`, () => {
  test.each(rows<UrlRow>('ssrf-urls.jsonl'))('$id $group: $expect', async (row) => {
    const asked: string[] = []
    const dialled: string[] = []
    const client = createOutboundClient({
      allow: [],
      resolve: async (host) => {
        asked.push(host)
        // The first answer of the name that is bound anew is public; there must be no second question.
        return ANSWERS[host] ?? (asked.length === 1 ? ['93.184.215.14'] : ['127.0.0.1'])
      },
      connect: ({ addresses }) => {
        dialled.push(...addresses)
        const socket = new Socket()
        queueMicrotask(() => socket.destroy(new Error('no network in tests')))
        return socket
      },
    })
    const error = await client.send({ url: row.url, limitBytes: 1 }).catch((reason) => reason)
    expect(error).toBeInstanceOf(AppError)
    if (row.url.includes('rebind.')) {
      // Dialled once, at the address that was checked, and never looked up again.
      expect([asked.length, dialled]).toEqual([1, ['93.184.215.14']])
    } else if (row.expect === 'refuse' || REFUSED_BY_POLICY.has(row.id)) {
      expect(dialled).toEqual([])
      if (row.group !== 'dns-answer' && row.id !== 'ssrf-187') expect(asked).toEqual([])
      expect(error.code).toBe(row.url.includes('nxdomain') ? 'upstream_unreachable' : 'url_refused')
    } else {
      expect([error.code, dialled.length]).toEqual(['upstream_unreachable', 1])
    }
  })
})

interface Scenario {
  readonly id: string
  readonly group: string
  readonly path: string
  readonly expect: 'accept' | 'refuse'
  readonly why: string
  readonly max_ms?: number
  readonly max_requests?: number
  readonly max_body_bytes_read?: number
  readonly max_server_bytes_sent?: number
  readonly max_rss_growth_mb?: number
}

/** About what is made of a body once it is here; for the tests of installing. */
const FOR_INSTALLING = new Set(['fetch-009', 'fetch-080', 'fetch-083', 'fetch-084'])
const OTHER_GROUPS = new Set(['manifest', 'atomicity', 'load', 'tls'])
/** The corpus leaves these open. Here nothing compressed is accepted, and a length is believed. */
const REFUSED_BY_CHOICE = new Set(['fetch-026'])
const ACCEPTED_BY_CHOICE = new Set(['fetch-010'])

const scenarios = rows<Scenario>('ssrf-scenarios.jsonl').filter(
  ({ id, group }) => !FOR_INSTALLING.has(id) && !OTHER_GROUPS.has(group),
)
const isSlow = ({ group, path }: Scenario) => group === 'time' || path.includes('hang=1')

describe.skipIf(!IS_THERE)(`a hostile origin of the shared corpus${TITLE}`, () => {
  let server: ChildProcess
  let origin = ''
  let client: OutboundClient

  beforeAll(async () => {
    ;[server, origin] = await startServer()
    client = createOutboundClient({
      allow: [new URL(origin).host],
      // Names answer as the wild card service of the corpus does: with the address they spell.
      resolve: async (host) => (host.endsWith('.nip.io') ? ['127.0.0.1'] : ['93.184.215.14']),
    })
  })
  afterAll(async () => {
    await client.close()
    server.kill()
  })

  const stats = async (path: string): Promise<{ requests: number; bytesSent: number }> => {
    const { body } = await client.send({ url: `${origin}/__stats`, limitBytes: 1_000_000 })
    const all = JSON.parse(Buffer.from(body).toString())
    return all[path] ?? { requests: 0, bytesSent: 0 }
  }

  const run = async (row: Scenario) => {
    const outcome = await client
      .send({ url: origin + row.path, limitBytes: HTML_BYTES_MAX })
      .catch((reason: unknown) => reason)
    const isRefused = outcome instanceof AppError
    const isWanted = row.expect === 'refuse' || REFUSED_BY_CHOICE.has(row.id)
    expect([row.id, isRefused]).toEqual([row.id, isWanted && !ACCEPTED_BY_CHOICE.has(row.id)])
    // What lies beyond the announced length is never seen.
    if (row.id === 'fetch-010') expect(outcome).toMatchObject({ body: { length: 100 } })
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError)
  }

  test.each(scenarios.filter((row) => !isSlow(row)))('$id $path: $expect', async (row) => {
    const [path = ''] = row.path.split('?')
    const before = await stats(path)
    const rssBefore = process.memoryUsage().rss
    await run(row)
    const rssGrowthMb = (process.memoryUsage().rss - rssBefore) / 1_048_576
    if (row.max_rss_growth_mb) expect(rssGrowthMb).toBeLessThan(row.max_rss_growth_mb)
    const after = await stats(path)
    if (row.max_requests) expect(after.requests - before.requests).toBeLessThan(row.max_requests)
    if (row.max_server_bytes_sent)
      expect(after.bytesSent - before.bytesSent).toBeLessThan(row.max_server_bytes_sent)
  })

  // Together, as each takes its whole time.
  test('slow answers are cut off in time', () => Promise.all(scenarios.filter(isSlow).map(run)))

  test('the request reveals only the product name', async () => {
    await client.send({ url: `${origin}/html?n=2048`, limitBytes: HTML_BYTES_MAX })
    const { headers } = (await stats('/html')) as unknown as { headers: Record<string, string> }
    expect(headers).toEqual({
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
      host: new URL(origin).host,
      'user-agent': 'Billwright',
    })
  })

  test('a certificate of an unknown maker is refused', async () => {
    const [secure, url] = await startServer('--tls')
    const trusting = createOutboundClient({ allow: [new URL(url).host] })
    const error = trusting.send({ url: `${url}/html`, limitBytes: HTML_BYTES_MAX })
    await expect(error).rejects.toMatchObject({ code: 'upstream_unreachable' })
    secure.kill()
  })
})

async function startServer(...flags: readonly string[]): Promise<[ChildProcess, string]> {
  const process_ = spawn(process.execPath, [join(CORPUS, 'evil-server.mjs'), ...flags])
  const [line] = await once(process_.stdout as EventEmitter, 'data')
  return [process_, String(line).trim().replace('listening ', '')]
}
