import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'
import { SCRATCH } from './scratch.ts'
import { ROOT } from './source-files.ts'

const SDK = join(ROOT, 'packages/sdk/src/billwright.ts')

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** By the language of the block, how to run the first one of docs/programs.md. */
const QUICKSTARTS = [
  { name: 'sh', program: 'bash', file: 'quickstart.sh' },
  { name: 'ts', program: process.execPath, file: 'quickstart.ts' },
  { name: 'python', program: 'python3', file: 'quickstart.py' },
  { name: 'php', program: 'php', file: 'quickstart.php' },
].map((it) => ({ ...it, without: isThere(it.program) ? '' : ` (skipped: no ${it.program})` }))

describe('the quickstarts of docs/programs.md', () => {
  let app: TestApp
  let folder: string
  let url: string
  beforeAll(async () => {
    folder = mkdtempSync(join(SCRATCH, 'billwright-quickstart-'))
    app = await startTestApp('sqlite')
    url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.skipIf(!isThere('curl'))('the steps of an order end with its payment and PDF', async () => {
    const page = readFileSync(join(ROOT, 'docs/programs.md'), 'utf8')
    const [, code = ''] = /^```sh\n(AUTH=[\s\S]*?)^```$/m.exec(page) ?? []
    const env = { PATH: process.env.PATH, KEY: API_KEY, BASE: `${url}/api/v1` }
    await app.call('PATCH', '/settings', { companyName: 'Atelier Nord' })
    writeFileSync(join(folder, 'order.sh'), code)
    await promisify(execFile)('bash', ['-e', 'order.sh'], { env, cwd: folder })
    const [invoice] = (await app.call('GET', '/invoices?external_id=shop:1002')).json().data
    expect(invoice).toMatchObject({ status: 'paid', total: '190.40' })
    expect(readFileSync(join(folder, 'invoice.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  })

  for (const { name, program, file, without } of QUICKSTARTS)
    test.skipIf(without !== '')(`${name}: runs as it is printed${without}`, async () => {
      const page = readFileSync(join(ROOT, 'docs/programs.md'), 'utf8')
      const [, code = ''] =
        new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page) ?? []
      // Each has its own order and folder; the package stands beside the service here.
      const own = code
        .replaceAll('1001', `1001-${name}`)
        .replaceAll('https://bills.example.org', url)
        .replace('@billwright/sdk', SDK)
      writeFileSync(join(folder, file), own)
      const env = { PATH: process.env.PATH, KEY: API_KEY, BASE: `${url}/api/v1` }
      const { stdout } = await promisify(execFile)(program, [join(folder, file)], { env })
      const [invoice] = (await app.call('GET', `/invoices?external_id=shop:1001-${name}`)).json()
        .data
      expect(invoice).toMatchObject({ status: 'sent', total: '190.40' })
      expect(stdout).toContain(invoice.number)
      expect(stdout).toContain('190.40')
    })
})
