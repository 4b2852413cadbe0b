import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import {
  ALL_REFUSED_URLS,
  CLOSED_ADDRESSES,
  hostOf,
  OPEN_ADDRESSES,
  REFUSED_URLS,
} from './addresses.testing.ts'
import { createOutboundClient } from './client.ts'

interface Attempt {
  /** The code and the rule of the refusal. */
  readonly outcome: string
  readonly asked: readonly string[]
  readonly dialled: readonly string[]
}

/** The result of a request if every name has these addresses and no connection succeeds. */
async function attempt(
  url: string,
  answers: readonly string[] | Error = ['93.184.215.14'],
  allow: readonly string[] = [],
): Promise<Attempt> {
  const asked: string[] = []
  const dialled: string[] = []
  const client = createOutboundClient({
    allow,
    resolve: async (host) => {
      asked.push(host)
      if (answers instanceof Error) throw answers
      // DNS rebinding: only the first answer may be used.
      return asked.length === 1 ? answers : ['127.0.0.1']
    },
    connect: ({ addresses, port }) => {
      dialled.push(...addresses.map((address) => `${address} ${port}`))
      const socket = new Socket()
      queueMicrotask(() => socket.destroy(new Error('There is no network in this test.')))
      return socket
    },
  })
  const error: unknown = await client.send({ url, limitBytes: 1 }).catch((reason) => reason)
  if (!(error instanceof AppError)) throw error
  const rule = 'rule' in (error.details ?? {}) ? ` ${error.details.rule}` : ''
  return { outcome: error.code + rule, asked, dialled }
}

const refusedBy = (rule: string): Attempt => ({
  outcome: `url_refused ${rule}`,
  asked: [],
  dialled: [],
})

describe.each(Object.entries(REFUSED_URLS))('refused by the rule "%s", unasked', (rule, urls) => {
  test.each(urls)('%j', async (url) => expect(await attempt(url)).toEqual(refusedBy(rule)))
})

describe.each(CLOSED_ADDRESSES)('%s', (address) => {
  test('is refused as the host of a URL', async () => {
    expect(await attempt(`https://${hostOf(address)}/`)).toEqual(refusedBy('address'))
  })

  test('is refused behind a name, alone and among public ones, and never dialled', async () => {
    for (const answers of [[address], ['1.1.1.1', address], [address, '1.1.1.1']]) {
      expect(await attempt('https://example.com/', answers)).toEqual({
        outcome: 'url_refused address',
        asked: ['example.com'],
        dialled: [],
      })
    }
  })
})

describe('a name is looked up once and dialled at the addresses that were checked', () => {
  test.each([
    ['https://example.com/a?b#c', 'example.com'],
    ['HTTPS://EXAMPLE.COM:443', 'example.com'],
    ['https://example.com./', 'example.com'],
    ['https://bücher.example.com/', 'xn--bcher-kva.example.com'],
    ['https://例え.jp/', 'xn--r8jz45g.jp'],
    ['https://_a.b-c.example.com/', '_a.b-c.example.com'],
    ['https://localhost.example.com/', 'localhost.example.com'],
    ['https://127.0.0.1.example.com/', '127.0.0.1.example.com'],
    ['https://example.com/https://user@127.0.0.1:80/', 'example.com'],
    ['https://example.com/@127.0.0.1', 'example.com'],
    ['https://example.com?@127.0.0.1', 'example.com'],
    ['https://example.com#@127.0.0.1', 'example.com'],
    [`https://example.com/${'a'.repeat(2_028)}`, 'example.com'],
    [`https://${'a'.repeat(63)}.com/`, `${'a'.repeat(63)}.com`],
  ])('%s', async (url, host) => {
    expect(await attempt(url, ['1.1.1.1', '2606:4700::1111'])).toEqual({
      outcome: 'upstream_unreachable',
      asked: [host],
      dialled: ['1.1.1.1 443', '2606:4700::1111 443'],
    })
  })

  test.each(OPEN_ADDRESSES)('%s is dialled, as a host and behind a name', async (address) => {
    const reached = { outcome: 'upstream_unreachable', dialled: [`${address} 443`] }
    expect(await attempt(`https://${hostOf(address)}/`)).toEqual({ ...reached, asked: [] })
    const named = await attempt('https://example.com/', [address])
    expect(named).toEqual({ ...reached, asked: ['example.com'] })
  })
})

describe('names without a usable address', () => {
  test.each([
    ['no address at all', []],
    ['an unknown name', new Error('ENOTFOUND')],
  ])('upstream_unreachable: %s', async (_name, answers) => {
    const nowhere = { outcome: 'upstream_unreachable', asked: ['example.com'], dialled: [] }
    expect(await attempt('https://example.com/', answers)).toEqual(nowhere)
  })

  test.each([
    'localhost',
    '127.1',
    '0x7f.1',
    '2130706433',
    '1.1.1.1%eth0',
    'fe80::1%eth0',
    '2606:4700::1111%1',
    '',
  ])('url_refused: a look-up that answers %j', async (answer) => {
    const { outcome, dialled } = await attempt('https://example.com/', [answer])
    expect([outcome, dialled]).toEqual(['url_refused address', []])
  })

  test('one closed address among hundreds is found', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `8.8.${index}.1`)
    const { outcome, dialled } = await attempt('https://example.com/', [...many, '10.0.0.1'])
    expect([outcome, dialled]).toEqual(['url_refused address', []])
  })
})

describe('exceptions of the operator', () => {
  test.each([
    ['http://10.1.2.3:8080/', ['10.0.0.0/8'], '10.1.2.3 8080'],
    ['https://[fd00::1]/', ['fd00::/8'], 'fd00::1 443'],
    ['http://127.0.0.1:9000/', ['127.0.0.1:9000'], '127.0.0.1 9000'],
    ['https://[::ffff:a01:203]/', ['10.0.0.0/8'], '::ffff:a01:203 443'],
  ])('%s is dialled with %j', async (url, allow, dialled) => {
    expect((await attempt(url, [], allow)).dialled).toEqual([dialled])
  })

  test.each([
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    'fe80::1',
    'fd00:ec2::254',
    'fd20:ce::254',
  ])('%s stays closed to everybody', async (address) => {
    const allow = ['0.0.0.0/0', '::/0', 'example.com', address]
    expect((await attempt(`https://${hostOf(address)}/`, [], allow)).dialled).toEqual([])
    const { outcome, dialled } = await attempt('https://example.com/', [address], allow)
    expect([outcome, dialled]).toEqual(['url_refused address', []])
  })

  test('one address opens no other, and one port no other', async () => {
    const allow = ['10.0.0.1:8080']
    expect((await attempt('http://10.0.0.2:8080/', [], allow)).dialled).toEqual([])
    expect((await attempt('http://10.0.0.1:8081/', [], allow)).dialled).toEqual([])
    expect((await attempt('http://receiver:8080/', ['10.0.0.2'], allow)).dialled).toEqual([])
    expect((await attempt('http://receiver:8081/', ['10.0.0.1'], allow)).dialled).toEqual([])
    const named = await attempt('http://receiver:8080/', ['10.0.0.1'], allow)
    expect(named.dialled).toEqual(['10.0.0.1 8080'])
  })
})

describe('redirects', () => {
  let location = ''
  let origin = ''
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(302, { location }).end()
  })
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    origin = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  /** A relative Location stays on the origin; one that no header can contain never arrives. */
  const places = ALL_REFUSED_URLS.filter(
    (url) => /^([a-z+]+:|\/\/.)/i.test(url) && /^[\x21-\x7e]*$/.test(url),
  )

  test('into every place that is refused are refused', async () => {
    const client = createOutboundClient({
      allow: [origin],
      resolve: async (host) => {
        throw new Error(`Nobody should look up ${host}.`)
      },
    })
    const followed: string[] = []
    for (const place of places) {
      location = place
      const error = await client
        .send({ url: `http://${origin}/`, limitBytes: 1 })
        .catch((reason) => reason)
      if (error.code !== 'url_refused') followed.push(`${place}: ${error}`)
    }
    expect(followed).toEqual([])
    expect(requests).toEqual(places.map(() => '/'))
    await client.close()
  })
})
