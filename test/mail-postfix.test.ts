import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ITEM } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { freePort } from './service-process.ts'

const MASTER = '/usr/lib/postfix/sbin/master'
const isThere = existsSync(MASTER) && process.getuid?.() === 0
const skipped = isThere ? '' : ' (skipped: no Postfix, or not run by root)'
const PATIENCE_MS = 20_000

/** A mail server that people run: it takes mail for fernweh.example into a maildir, and no other. */
const mainOf = (folder: string, { uid, gid }: { readonly uid: number; readonly gid: number }) =>
  `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/data/log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.fernweh.example
mydestination =
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = fernweh.example
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = static:box/
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${gid}
virtual_minimum_uid = 1
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
default_transport = error
relay_transport = error
disable_dns_lookups = yes
smtpd_peername_lookup = no
`
const masterOf = (port: number) =>
  `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
`

describe.skipIf(!isThere)(`Postfix${skipped}`, () => {
  let app: TestApp
  let postfix: ChildProcess
  let folder = ''
  let mails = ''
  beforeAll(async () => {
    // Its own user has to get there.
    folder = mkdtempSync(join(tmpdir(), 'billwright-postfix-'))
    chmodSync(folder, 0o755)
    const [uid, gid] = ['-u', '-g'].map((of) =>
      Number(execFileSync('id', [of, 'postfix']).toString()),
    )
    for (const name of ['conf', 'queue', 'data', 'mail']) mkdirSync(join(folder, name))
    for (const name of ['data', 'mail']) chownSync(join(folder, name), uid ?? 0, gid ?? 0)
    const port = await freePort()
    const owner = { uid: uid ?? 0, gid: gid ?? 0 }
    writeFileSync(join(folder, 'conf/main.cf'), mainOf(folder, owner))
    writeFileSync(join(folder, 'conf/master.cf'), masterOf(port))
    execFileSync('postfix', ['-c', join(folder, 'conf'), 'check'], { stdio: 'ignore' })
    postfix = spawn(MASTER, ['-c', join(folder, 'conf'), '-d'], { stdio: 'ignore' })
    mails = join(folder, 'mail/box/new')
    await until(() => answers(port))
    app = await startTestApp('sqlite', { OUTBOUND_ALLOW: `127.0.0.1:${port}` })
    const mailFrom = { name: 'Atelier Nord', address: 'billing@nord.example' }
    await call('PATCH', '/settings', { mailFrom })
    await call('PUT', '/mail-transport', { host: '127.0.0.1', port, security: 'none', auth: null })
  })
  afterAll(async () => {
    await app?.close()
    postfix?.kill()
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
  })

  const call: TestApp['json'] = (...request) => app.json(...request)

  test('a message arrives with its headers, the bytes that were sent, and a signature that verifies', async () => {
    const dkim = { domain: 'nord.example', selector: 'bw1' }
    const { record, name } = await call('POST', '/mail-transport/dkim', dkim)
    app.textRecords.set(name, record)
    const customer = { name: 'Größe', email: 'desk@fernweh.example', contact_name: 'Mara Lind' }
    const body = { customer, items: [ITEM], status: 'sent' }
    const { id, number } = await call('POST', '/invoices', body)
    const { id: message } = await call('POST', `/invoices/${id}/send`, {
      bcc: ['own@fernweh.example'],
    })
    await app.services.jobRunner.runDue()
    const sent = await call('GET', `/messages/${message}`)
    expect(sent).toMatchObject({ status: 'sent', attempts: [{ code: 250 }] })
    // One copy for each recipient.
    await until(async () => existsSync(mails) && readdirSync(mails).length === 2)
    const raw = await app.call('GET', `/messages/${message}/raw`)
    for (const file of readdirSync(mails)) {
      const copy = readFileSync(join(mails, file))
      expect(bodyOf(copy)).toBe(bodyOf(raw.rawPayload))
      const parsed = await PostalMime.parse(copy)
      expect(parsed).toMatchObject({
        from: { name: 'Atelier Nord', address: 'billing@nord.example' },
        to: [{ name: 'Mara Lind', address: 'desk@fernweh.example' }],
        subject: `Invoice ${number} from Atelier Nord`,
        messageId: sent.message_id,
        attachments: [{ filename: `${number}.pdf` }],
      })
      const names = parsed.headers.map(({ key }) => key)
      expect(names).toContain('received')
      // A person sent it, and it is no advertising.
      for (const name of ['bcc', 'auto-submitted', 'list-unsubscribe'])
        expect(names).not.toContain(name)
      const resolver = async (asked: string) => [[app.textRecords.get(asked) ?? '']]
      const { results } = await dkimVerify(copy, { resolver })
      expect(results.map(({ status }) => status.result)).toEqual(['pass'])
    }
  })
})

/** A maildir has the line ends of its machine. */
const bodyOf = (bytes: Buffer): string => {
  const text = bytes.toString('latin1').replaceAll('\r\n', '\n')
  return text.slice(text.indexOf('\n\n')).trimEnd()
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + PATIENCE_MS; !(await isDone()); ) {
    if (Date.now() > endMs) throw new Error('It took too long.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true)).once('error', () => resolve(false))
    socket.once('data', () => socket.end('QUIT\r\n'))
  })
