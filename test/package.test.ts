import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUYER, SELLER } from './einvoice-parties.ts'
import { freePort } from './service-process.ts'
import { ROOT } from './source-files.ts'

const API_KEY = 'a-key-for-the-package-test-0123456789'
const skipped = process.env.TEST_PACKAGE
  ? ''
  : ' (skipped: TEST_PACKAGE is not set; takes a minute)'
const run = promisify(execFile)

describe.skipIf(skipped !== '')(`the archive of npm pack${skipped}`, () => {
  let folder: string
  /** No variable of this run but where npm, Node and npm's own configuration are; certificates of the machine count. */
  const bare = () => ({
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: homedir(),
    NODE_USE_SYSTEM_CA: '1',
  })
  const npx = (...args: readonly string[]) =>
    run('npx', ['--no-install', 'billwright', ...args], { cwd: folder, env: bare() })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billwright-package-'))
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: ROOT,
    })
    const archive = `./${stdout.trim().split('\n').at(-1)}`
    const args = ['i', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', archive]
    await run('npm', args, { cwd: folder, env: bare() })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('billwright --version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect((await npx('--version')).stdout).toBe(`${version}\n`)
  })

  test('the bundles come with the licenses of their contents', () => {
    const inside = (path: string) =>
      readFileSync(join(folder, 'node_modules/billwright/dist', path), 'utf8')
    expect(inside('service/licenses.txt')).toContain('\nfastify ')
    // It has its license in its README.
    expect(inside('service/licenses.txt')).toContain('Copyright (c) 2014 Brian M. Carlson')
    expect(inside('console/dist/licenses.md')).toContain('\n## react ')
  })

  test('billwright starts, issues an invoice and prints it', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { ...bare(), PORT: String(port), API_KEY, SHUTDOWN_GRACE_SECONDS: '0' }
    const bin = join(folder, 'node_modules/.bin/billwright')
    const service = execFile(bin, [], { cwd: folder, env })
    const ended = once(service, 'exit')
    try {
      await untilAnswered(`${url}/healthz`)
      const call = async (method: string, path: string, body?: unknown) => {
        const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' }
        return fetch(`${url}${path}`, {
          method,
          headers,
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
      }
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
      expect(await (await fetch(`${url}/`)).text()).toContain('/console/assets/')
      expect((await call('PUT', '/api/v1/settings', SELLER)).status).toBe(200)
      const items = [{ description: 'Illustrations 插画', unit_price: '200', tax: { rate: '19' } }]
      const invoice = { customer: BUYER, items, status: 'sent' }
      const created = await call('POST', '/api/v1/invoices', invoice)
      expect(created.status).toBe(201)
      const { id } = (await created.json()) as { readonly id: string }
      const pdf = await call('GET', `/api/v1/invoices/${id}/pdf`)
      expect(pdf.headers.get('content-type')).toBe('application/pdf')
      const text = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
      expect(text).toContain('InstrumentSans-SemiBold')
      expect(text).toContain('NotoSansSC-Regular')
    } finally {
      service.kill('SIGTERM')
      await ended
    }
    expect(service.exitCode).toBe(0)
  })
})

async function untilAnswered(url: string): Promise<void> {
  await expect.poll(() => fetch(url).then(({ status }) => status, String)).toBe(200)
}
