import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './service-process.ts'
import { ROOT } from './source-files.ts'

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
const NODE = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node']

describe('the sample of docs/webhooks.md', () => {
  let folder: string
  let receiver: ChildProcess
  let url: string

  beforeAll(async () => {
    const page = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8')
    const [, code = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(page) ?? []
    folder = mkdtempSync(join(tmpdir(), 'billwright-webhook-'))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    // Another program may use the printed port.
    const port = await freePort()
    url = `http://127.0.0.1:${port}/hooks/billwright`
    const listening = `.listen(${port}, '127.0.0.1', () => process.send?.('listening'))`
    writeFileSync(join(folder, 'receiver.ts'), code.replace('.listen(8080)', listening))
    const tsc = join(ROOT, 'node_modules/typescript7/bin/tsc')
    await promisify(execFile)(process.execPath, [tsc, ...STRICT, ...NODE, 'receiver.ts'], {
      cwd: folder,
    }).catch(({ stdout }) => expect.unreachable(stdout))
    receiver = spawn(process.execPath, ['receiver.js'], {
      cwd: folder,
      env: { ...process.env, WEBHOOK_SECRET: SECRET },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(receiver, 'message')
  })
  afterAll(() => {
    receiver?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = async (signed: string, sent: string) => {
    const at = new Date()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign('evt_1', at, signed),
    }
    return (await fetch(url, { method: 'POST', headers, body: sent })).status
  }
  const EVENT = JSON.stringify({ id: 'evt_1', type: 'invoice.issued', data: { name: 'Æther' } })

  test('compiles, and accepts signed requests', async () => {
    expect(await send(EVENT, EVENT)).toBe(204)
  })

  test('refuses changed requests, and unsigned ones', async () => {
    expect(await send(EVENT, EVENT.replace('issued', 'voided'))).toBe(400)
    expect((await fetch(url, { method: 'POST', body: EVENT })).status).toBe(400)
  })
})
