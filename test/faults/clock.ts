import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startClients } from './clients.ts'
import { readInvoices, verify } from './final-state.ts'
import { fault, Skipped, sleep } from './harness.ts'
import { countsOf, createHistory } from './history.ts'
import { judge } from './judge.ts'
import { request } from './request.ts'

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`,
)
const CLIENTS = 8
const EACH_MS = 3_000
/** A day back, a day on, and home again; an hour is what summer time gone wrong makes of it. */
const SETTINGS = ['-1d', '+0', '+1d', '+0', '-1h', '+1h', '+0']
const PERSON = { email: 'owner@example.org', password: 'a long password of theirs' }

/** The machine's clock is set back and forth while clients write (C27). */
await fault(async (it) => {
  const library = LIBRARIES.find((path) => existsSync(path))
  if (!library) throw new Skipped('This needs libfaketime: apt-get install faketime.')
  const folder = it.folder()
  const file = join(folder, 'clock')
  const set = (offset: string) => {
    writeFileSync(`${file}.new`, `${offset}\n`)
    renameSync(`${file}.new`, file)
  }
  set('+0')
  const service = await it.service({
    env: {
      ADMIN_EMAIL: PERSON.email,
      ADMIN_PASSWORD: PERSON.password,
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  await service.ready()
  const cookie = await signIn(service.url)
  const isSignedIn = async () => {
    const { status } = await request(service.url, 'GET', '/api/v1/customers', {
      headers: { cookie },
    })
    return status === 200
  }
  if (!(await isSignedIn())) throw new Error('Nobody could sign in.')
  const history = createHistory()
  const clients = startClients({ count: CLIENTS, history, url: () => service.url })
  it.after(() => clients.stop())

  const seen: string[] = []
  for (const offset of SETTINGS) {
    set(offset)
    await sleep(EACH_MS)
    const { headers } = await request(service.url, 'GET', '/healthz')
    const aheadMs = Date.parse(headers.get('date') ?? '') - Date.now()
    seen.push(`${offset} (${Math.round(aheadMs / 3_600_000)} h)`)
    // A day later a session has ended by rights.
    if (offset !== '+1d' && !(await isSignedIn()) && !seen.some((it) => it.startsWith('+1d')))
      it.finding(`at ${offset} a session of before was refused`)
  }
  const isLeft = await isSignedIn()
  await clients.stop()

  const operations = history.all()
  for (const { status, code, kind } of operations)
    if (status === null || status >= 500) it.finding(`${kind} answered ${status} ${code}`)
  it.findings(judge({ operations, invoices: await readInvoices(service.url) }))
  it.findings(await verify({ DATA_DIR: service.dataDir }))
  const session = isLeft ? 'and works at the end' : 'and had ended once a day had passed'
  return `clock at ${seen.join(', ')}: ${countsOf(operations)}, no 5xx; a session went on when the clock went back, ${session}`
})

async function signIn(url: string): Promise<string> {
  const { status, headers, text } = await request(url, 'POST', '/api/v1/session', {
    body: PERSON,
    headers: { origin: url },
  })
  if (status !== 201) throw new Error(`Signing in answered ${status}: ${text}`)
  return headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/;.*/, ''))
    .join('; ')
}
