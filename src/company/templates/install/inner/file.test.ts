import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEMPLATE_BYTES_MAX } from '@billwright/templates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { htmlOf, storedTemplates } from '../../routes.testing.ts'
import { readTemplateFile } from './file.ts'

const SECRET = 'CANARY of what lies outside'
const isRoot = process.getuid?.() === 0

describe('a template file', () => {
  let folder: string
  let root: string
  let socket: Server
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'template-files-'))
    root = join(folder, 'templates')
    mkdirSync(join(root, 'own'), { recursive: true })
    mkdirSync(join(root, 'folder.html'))
    mkdirSync(`${root}-sibling`)
    for (const path of ['secret.html', 'templates-sibling/secret.html'])
      writeFileSync(join(folder, path), SECRET)
    const files = {
      'corp.html': htmlOf(),
      'own/nested.htm': htmlOf(),
      'own/corp one.HTML': htmlOf(),
      'text.txt': SECRET,
      '.hidden.html': SECRET,
      'exact.html': htmlOf({ bytes: TEMPLATE_BYTES_MAX }),
      'over.html': htmlOf({ bytes: TEMPLATE_BYTES_MAX + 1 }),
      'utf16.html': Buffer.from(`\ufeff${htmlOf()}`, 'utf16le'),
      'no\nline.html': SECRET,
    }
    for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content)
    writeFileSync(join(root, 'sparse.html'), '')
    truncateSync(join(root, 'sparse.html'), 10 * 1024 ** 3)
    const links = {
      'inside.html': 'corp.html',
      'outside.html': '../secret.html',
      'absolute.html': '/etc/hostname',
      'zero.html': '/dev/zero',
      'environ.html': '/proc/self/environ',
      'loop.html': 'loop2.html',
      'loop2.html': 'loop.html',
      'dangling.html': 'none.html',
      folder: '/etc',
      up: '..',
    }
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path))
    linkSync(join(folder, 'secret.html'), join(root, 'hard.html'))
    execFileSync('mkfifo', [join(root, 'fifo.html')])
    writeFileSync(join(root, 'locked.html'), htmlOf())
    chmodSync(join(root, 'locked.html'), 0o000)
    socket = createServer()
    await new Promise<void>((resolve) => socket.listen(join(root, 'socket.html'), resolve))
  })
  afterAll(() => {
    socket.close()
    rmSync(folder, { recursive: true })
  })

  test.each([
    'corp.html',
    'own/nested.htm',
    'own/corp one.HTML',
    'inside.html',
    'exact.html',
  ])('is read: %s', async (path) => {
    expect((await readTemplateFile(root, path)).html).toContain('<h1>A')
  })

  const REFUSED = [
    ...['', '.', '..', './', '/', 'own', 'own/', 'text.txt', '.hidden.html', 'none.html'],
    ...['../secret.html', 'own/../../secret.html', './corp.html', 'own/../corp.html'],
    ...['../templates-sibling/secret.html', '..\\secret.html', 'own\\nested.htm'],
    ...['/etc/hostname', '//corp.html', 'corp.html/', 'corp.html/.', 'corp.html.', 'corp.html '],
    ...['file:///etc/passwd', 'http://127.0.0.1/x.html', 'C:corp.html', '~/x.html', '$HOME/x.html'],
    ...['corp.html\u0000.html', 'no\nline.html', '%2e%2e/secret.html', '．．/secret.html'],
    ...['outside.html', 'absolute.html', 'zero.html', 'environ.html', 'loop.html', 'dangling.html'],
    ...['folder/hostname', 'folder/hosts.html', 'up/secret.html'],
    ...['hard.html', 'fifo.html', 'socket.html', 'folder.html', 'folder.html/x.html', 'utf16.html'],
    ...[`${'a'.repeat(300)}.html`, `${'own/'.repeat(9)}x.html`, `${'a/'.repeat(4_000)}x.html`],
  ]

  test.each(REFUSED.map((path) => [path.slice(0, 60), path]))('422: %j', async (_name, path) => {
    await expect(readTemplateFile(root, path)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'file_not_readable',
    })
  })

  test('422: one whose rights forbid it', async () => {
    const reading = readTemplateFile(root, 'locked.html')
    if (isRoot) await expect(reading).resolves.toBeDefined()
    else await expect(reading).rejects.toMatchObject({ code: 'file_not_readable' })
  })

  test.each(['over.html', 'sparse.html'])('413: %s, without reading on', async (path) => {
    await expect(readTemplateFile(root, path)).rejects.toMatchObject({ code: 'template_too_large' })
  })

  test('422: no directory at all', async () => {
    const reading = readTemplateFile(join(folder, 'none'), 'corp.html')
    await expect(reading).rejects.toMatchObject({ code: 'file_not_readable' })
  })

  test('a folder that turns into a link while it is read gives nothing of the outside', async () => {
    mkdirSync(join(root, 'swapped'))
    mkdirSync(join(folder, 'evil'))
    writeFileSync(join(root, 'swapped/corp.html'), htmlOf())
    writeFileSync(join(folder, 'evil/corp.html'), SECRET)
    for (let round = 0; round < 20; round += 1) {
      const reading = readTemplateFile(root, 'swapped/corp.html')
      await new Promise(setImmediate)
      rmSync(join(root, 'swapped'), { recursive: true })
      symlinkSync('../evil', join(root, 'swapped'))
      const outcome = await reading.catch((error: unknown) => error)
      expect(JSON.stringify(outcome)).not.toContain('CANARY')
      rmSync(join(root, 'swapped'))
      mkdirSync(join(root, 'swapped'))
      writeFileSync(join(root, 'swapped/corp.html'), htmlOf())
    }
  })
})

describe.each(ENGINES)('loading from a file (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
    mkdirSync(app.config.templatesDir, { recursive: true })
    writeFileSync(join(app.config.templatesDir, 'Own Design.html'), htmlOf())
    writeFileSync(join(app.config.templatesDir, 'evil.html'), '<p>a</p><script>alert(1)</script>')
    writeFileSync(join(app.config.templatesDir, 'empty.html'), '')
  })
  afterAll(() => app.close())

  const load = (body: object, query = '') =>
    app.call('POST', `/templates/load-from-file${query}`, body)

  test('201: named after its file, 200 the second time, 200 with another version', async () => {
    const first = await load({ path: 'Own Design.html' })
    expect(first.statusCode, first.body).toBe(201)
    expect(first.json()).toMatchObject({
      id: 'own-design',
      name: 'Own Design',
      version: '1.0.0',
      source: 'file',
      manifestUrl: null,
    })
    const before = await storedTemplates(app.tables)
    expect((await load({ path: 'Own Design.html' })).statusCode).toBe(200)
    expect(await storedTemplates(app.tables)).toEqual(before)
    const named = await load({ path: 'Own Design.html', id: 'own-design', version: '2.0.0' })
    expect(named.json()).toMatchObject({ version: '2.0.0', versions: ['1.0.0', '2.0.0'] })
  })

  test('is made safe like any other, or refused with strict=true', async () => {
    const strict = await load({ path: 'evil.html' }, '?strict=true')
    expect(strict.json()).toMatchObject({ status: 422, code: 'template_unsafe' })
    const made = await load({ path: 'evil.html' })
    expect(made.json().removed).toHaveLength(1)
    expect(made.json().html).not.toContain('<script')
  })

  test('422: the same error for missing, forbidden and outside files; nothing is stored', async () => {
    const before = await storedTemplates(app.tables)
    const answers = await Promise.all(
      ['none.html', '/etc/passwd', '../billwright.html', '/srv/x.html'].map((path) =>
        load({ path }),
      ),
    )
    const [first, ...others] = answers.map((answer) => {
      const { request_id: _, ...problem } = answer.json()
      return problem
    })
    expect(first).toMatchObject({ status: 422, code: 'file_not_readable' })
    for (const other of others) expect(other).toEqual(first)
    expect((await load({ path: 'empty.html' })).json()).toMatchObject({ code: 'template_invalid' })
    expect(await storedTemplates(app.tables)).toEqual(before)
  })

  test('409: a built-in id', async () => {
    const response = await load({ path: 'Own Design.html', id: 'professional-modern' })
    expect(response.json()).toMatchObject({ status: 409, code: 'template_protected' })
  })

  test.each([
    null,
    true,
    7,
    ['a.html'],
    { path: 'a.html' },
  ])('422: a path that is %j', async (path) => {
    expect((await load({ path })).statusCode).toBe(422)
  })
})
