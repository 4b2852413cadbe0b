import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { builtInTemplates } from '../../company/templates/inner/builtin.ts'
import { startOrigin } from '../../company/templates/routes.testing.ts'
import { HARD_CASES } from './template-cases.ts'
import { checkTemplate } from './template-check.ts'
import { unknownNames } from './template-names.ts'

const STARTER = fileURLToPath(new URL('../../../examples/template', import.meta.url))
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The command as a shell runs it. */
const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Run> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } }
    const child = execFile(process.execPath, [MAIN, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'template-check-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const given = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('checking a template', () => {
  test('the starter: no blocked code, every name known, and each difficult case printed', async () => {
    const report = await checkTemplate(join(STARTER, 'manifest.yaml'), join(folder, 'out'))
    expect(report).toMatchObject({
      ok: true,
      refused: null,
      removed: [],
      unknown: [],
      warnings: [],
    })
    expect(report.files).toHaveLength(2 * HARD_CASES.length)
    for (const file of report.files) {
      const start = readFileSync(file).subarray(0, 5).toString('latin1')
      expect(start).toBe(file.endsWith('.pdf') ? '%PDF-' : '\x89PNG\r')
      expect(statSync(file).size).toBeGreaterThan(5_000)
    }
    // The template's picture is in the document, not behind an address.
    const pdf = readFileSync(join(folder, 'out/one-item.pdf'), 'latin1')
    expect(pdf).toMatch(/\/Subtype\s*\/Image/)
  })

  test.each(
    builtInTemplates().map(({ id, html }) => [id, html]),
  )('%s is without faults', async (id, html) => {
    const report = await checkTemplate(given(`${id}.html`, html))
    expect(report).toMatchObject({ ok: true, removed: [], unknown: [], warnings: [] })
  })

  test('code to remove and unknown names, each with its position', async () => {
    const html =
      '<p>{{invoiceNumber}} {{invoiceNo}}</p>\n<script>x</script><p>{{#items}}{{nothing}}{{/items}}'
    expect(await checkTemplate(given('faulty.html', html))).toMatchObject({
      ok: false,
      refused: null,
      removed: [{ what: '<script>', where: 'line 2, column 1' }],
      unknown: [
        { name: 'invoiceNo', line: 1, column: 22 },
        { name: 'nothing', line: 2, column: 32 },
      ],
    })
  })

  test('templates that cannot be installed, and the reasons', async () => {
    const cases = [
      ['open.html', '{{#open}}', 'template_invalid'],
      ['attribute.html', '<p {{x}}>', 'template_unsafe'],
      ['large.html', 'x'.repeat(131_073), 'template_too_large'],
      ['manifest.yaml', 'id: 7', 'manifest_invalid'],
    ] as const
    for (const [name, content, code] of cases) {
      const report = await checkTemplate(given(name, content))
      expect(report).toMatchObject({ ok: false, refused: { code } })
    }
  })

  test('required figures that the template does not print', async () => {
    const html = builtInTemplates()[0]?.html.replaceAll('{{amount}}', '') ?? ''
    expect(await checkTemplate(given('no-tax.html', html))).toMatchObject({
      ok: false,
      refused: null,
      removed: [],
      unknown: [],
      warnings: [{ code: 'tax_not_printed' }],
    })
  })

  test('names are looked up as the renderer does: in open sections, then outside', () => {
    const inside =
      '{{#items}}{{description}}{{currency}}{{/items}}{{#taxSummary}}{{label}}{{/taxSummary}}'
    expect(unknownNames(inside)).toEqual([])
    const outside = '{{description}}{{labels.none}}{{labels.totalLabel}}{{toString}}'
    expect(unknownNames(outside).map(({ name }) => name)).toEqual([
      'description',
      'labels.none',
      'toString',
    ])
  })
})

describe('the command', () => {
  test('exit code 0 without faults, 1 with some, 2 when it cannot begin', async () => {
    const faulty = given('with-script.html', '<script>x</script>')
    const [fine, faults, missing, misuse] = await Promise.all([
      run(['template', 'check', join(STARTER, 'index.html')]),
      run(['template', 'check', faulty, '--json']),
      run(['template', 'check', join(folder, 'none.html')]),
      run(['template', 'check', '--wrong']),
    ])
    // Without its manifest the picture beside it is nobody's.
    expect(fine).toMatchObject({ code: 1, stdout: expect.stringContaining('weave.png') })
    expect(faults.code).toBe(1)
    expect(JSON.parse(faults.stdout)).toMatchObject({ ok: false, removed: [{ what: '<script>' }] })
    expect(missing).toMatchObject({ code: 2, stdout: '' })
    expect(misuse.code).toBe(2)
    const good = await run(['template', 'check', join(STARTER, 'manifest.yaml')])
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('no blocked code') })
  })

  test('an address is read by the client that installs: allowed hosts only', async () => {
    const origin = await startOrigin()
    origin.serve({
      '/manifest.yaml': readFileSync(join(STARTER, 'manifest.yaml')),
      '/index.html': readFileSync(join(STARTER, 'index.html')),
      '/weave.png': readFileSync(join(STARTER, 'weave.png')),
    })
    const args = ['template', 'check', origin.url('/manifest.yaml')]
    const allowed = await run(args, { OUTBOUND_ALLOW: origin.host })
    expect(allowed.code, allowed.stdout + allowed.stderr).toBe(0)
    const refused = await run(args)
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('url_refused') })
    await origin.close()
  })
})

test('the starter installs from its manifest with nothing removed, and prints', async () => {
  const origin = await startOrigin()
  const app = await startTestApp('sqlite', { OUTBOUND_ALLOW: origin.host })
  const names = ['manifest.yaml', 'index.html', 'weave.png']
  origin.serve(
    Object.fromEntries(names.map((name) => [`/t/${name}`, readFileSync(join(STARTER, name))])),
  )
  const url = origin.url('/t/manifest.yaml')
  const made = await app.call('POST', '/templates/install-from-manifest?strict=true', { url })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toMatchObject({ id: 'weave', removed: [] })
  const { body } = await app.call('POST', '/templates/weave/preview', { language: 'en' })
  expect(body).toContain(`url('/api/v1/_template-assets/weave/1.0.0/weave.png')`)
  const picture = await app.send({ url: '/api/v1/_template-assets/weave/1.0.0/weave.png' })
  expect(picture.statusCode).toBe(200)
  await app.close()
  await origin.close()
})
