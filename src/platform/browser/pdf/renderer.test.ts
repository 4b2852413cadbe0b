import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LIMIT_MS } from '../../../../test/patience.ts'
import { DOCUMENT_FONT_STACK } from '../fonts.ts'
import { browserBinaries } from '../inner/binary.ts'
import { deleteAbandonedFolders } from '../inner/leftovers.ts'
import { processesOf } from '../inner/processes.ts'
import { createPdfRenderer, type ScreenRenderer } from './renderer.ts'

const TABLE = '<table><thead><tr><th>Item<th>Amount</thead><tr><td>Cable<td>12.00</table>'
/** More than two hundred blank sheets: many seconds of work. */
const BOMB = '<div style="height:20000000px">x</div>'

const cacheDir = mkdtempSync(join(tmpdir(), 'billwright-test-'))
const opened: ScreenRenderer[] = []

const page = (body: string, language = 'en') =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>(node00000042)</title>` +
  `<style>@page{size:A4;margin:20mm}body{font-family:${DOCUMENT_FONT_STACK}}</style>${body}`

/** Only the tests of its limit have one: on a busy machine, a document may take long. */
function newRenderer(
  concurrency = 1,
  idleMs?: number,
  chromiumPath: string | null = null,
): ScreenRenderer {
  const log = () => {}
  const renderer = createPdfRenderer({
    chromiumPath,
    remoteUrl: null,
    concurrency,
    cacheDir,
    log,
    ...(idleMs === undefined ? {} : { idleMs }),
  })
  opened.push(renderer)
  return {
    ...renderer,
    print: (html, options) => renderer.print(html, { timeoutMs: LIMIT_MS, ...options }),
  }
}

/** Process groups of the browsers of this process: its children, which lead their groups. */
function browserGroups(): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    const parent = Number.isInteger(pid) ? fieldsOf(pid)[1] : undefined
    const isOurs = Number(parent) === process.pid
    return isOurs && commandOf(pid).includes('billwright-browser-') ? [pid] : []
  })
}

const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`)

function fieldsOf(pid: number): readonly string[] {
  const line = read(`/proc/${pid}/stat`)
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

async function onlyGroup(): Promise<number> {
  const [group, ...others] = browserGroups()
  if (group === undefined || others.length > 0) throw new Error('Expected one browser.')
  return group
}

/** The browser's main process: the leader of the group, or the first of a namespace below it. */
async function mainPid(): Promise<number> {
  for (const pid of await processesOf(await onlyGroup())) {
    const command = commandOf(pid)
    if (/^(?!unshare\0).*--headless/s.test(command) && !command.includes('--type=')) return pid
  }
  throw new Error('Expected a browser.')
}

const rendererPids = async (group: number) =>
  (await processesOf(group)).filter((pid) => commandOf(pid).includes('--type=renderer'))

const foldersOf = (pid: number) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`billwright-browser-${pid}-`))

/** The characters a PDF says it shows, from the ToUnicode maps of its fonts (ISO 32000-1, 9.10.3). */
function charactersOf(pdf: Uint8Array): ReadonlySet<string> {
  const characters = new Set<string>()
  for (const map of streamsOf(pdf).filter((it) => it.includes('begincmap'))) {
    for (const [, first, last, target] of map.matchAll(
      /<([0-9A-F]{4})> <([0-9A-F]{4})> <([0-9A-F]{4})>/g,
    )) {
      const count = Number.parseInt(last ?? '', 16) - Number.parseInt(first ?? '', 16)
      const start = Number.parseInt(target ?? '', 16)
      for (let i = 0; i <= count; i += 1) characters.add(String.fromCodePoint(start + i))
    }
    for (const [, target] of map.matchAll(/^<[0-9A-F]{4}> <([0-9A-F]{4})>$/gm)) {
      characters.add(String.fromCodePoint(Number.parseInt(target ?? '', 16)))
    }
  }
  return characters
}

function streamsOf(pdf: Uint8Array): readonly string[] {
  const text = Buffer.from(pdf).toString('latin1')
  return [...text.matchAll(/\/Length (\d+)>> stream\n/g)].map((match) => {
    const start = match.index + match[0].length
    const raw = Buffer.from(text.slice(start, start + Number(match[1])), 'latin1')
    return raw[0] === 0x78 ? inflateSync(raw).toString('latin1') : raw.toString('latin1')
  })
}

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

afterEach(async () => {
  await Promise.all(opened.splice(0).map((it) => it.close()))
})

afterAll(() => rmSync(cacheDir, { recursive: true, force: true }))

describe('a printed document', () => {
  test('is a tagged PDF with selectable text in embedded fonts, in every script', async () => {
    const text = 'Grüße Ελλ Русск العرب עברית हिन ไทย 发票 領収 청구'
    const pdf = await newRenderer().print(page(`<h1>${text}</h1>${TABLE}`))
    const source = Buffer.from(pdf).toString('latin1')
    expect(source.slice(0, 5)).toBe('%PDF-')
    expect(source).toContain('/StructTreeRoot')
    expect(source.match(/\/FontFile2/g)?.length).toBeGreaterThan(5)
    expect(source).not.toContain('/Subtype /Type3')
    const characters = charactersOf(pdf)
    for (const character of 'GüßΕλРуע发領청ไ') {
      expect(characters, character).toContain(character)
    }
  })

  test('has the same bytes from a used page, a new page and a new browser', async () => {
    const html = page(`<h1>Invoice</h1>${TABLE}`)
    const renderer = newRenderer(2)
    const first = await renderer.print(html)
    await renderer.print(page(TABLE.repeat(30)))
    const [used, fresh] = await Promise.all([renderer.print(html), renderer.print(html)])
    const elsewhere = await newRenderer().print(html)
    expect(same(first, used)).toBe(true)
    expect(same(first, fresh)).toBe(true)
    expect(same(first, elsewhere)).toBe(true)
    expect(Buffer.from(first).toString('latin1')).toContain("/ModDate (D:20000101000000+00'00')")
  })

  test('has the same bytes, whether or not a screen would show the document', async () => {
    const html = page(`</head><h1>Invoice</h1>${TABLE}`)
    const renderer = newRenderer()
    const shown = html.replace('</head>', '<!-- url( --></head>')
    expect(same(await renderer.print(html), await renderer.print(shown))).toBe(true)
  })

  test('has no missing glyph for any text, as PDF/A requires', async () => {
    const odd = '\u0001\u007f\u0085\u0378\u1680\ufff9\ue000✔☐❤️✅😀ጤ'
    const shown = (pdf: Uint8Array) =>
      streamsOf(pdf).flatMap((it) => [...it.matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex]) => hex))
    const glyphs = shown(await newRenderer().print(page(`<p>a${odd}b</p>`)))
      .join(' ')
      .match(/[0-9A-F]{4}/g)
    expect(glyphs?.length).toBeGreaterThan(2)
    expect(glyphs).not.toContain('0000')
  })

  test('413: more bytes or more sheets than the limit', async () => {
    const renderer = newRenderer()
    const sheets = '<div style="break-after:page">x</div>'.repeat(205)
    const tooLarge = { kind: 'too_large', code: 'document_too_large' }
    await expect(renderer.print(page(sheets))).rejects.toMatchObject(tooLarge)
    await expect(renderer.print('x'.repeat(4_194_305))).rejects.toMatchObject(tooLarge)
  })

  test('a screenshot is a PNG, and the next print is as if it had not been', async () => {
    const renderer = newRenderer()
    const html = page(TABLE)
    const before = await renderer.print(html)
    const png = await renderer.screenshot(html, { width: 600, fullPage: true })
    expect(Buffer.from(png).subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(same(before, await renderer.print(html))).toBe(true)
  })
})

describe('a document is held to itself', () => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end('x')
  })
  let origin = ''
  const secret = join(cacheDir, 'secret.html')

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    writeFileSync(secret, '<p>Ж</p>', { mode: 0o644 })
  })
  afterAll(() => void server.close())

  test.each([
    ['img', () => `<img src="${origin}/img">`],
    [
      'css',
      () => `<link rel="stylesheet" href="${origin}/css"><style>@import "${origin}/i";</style>`,
    ],
    [
      'background',
      () => `<style>@page{background:url(${origin}/p)}p{background:url(${origin}/b)}</style>`,
    ],
    ['font', () => `<style>@font-face{font-family:f;src:url(${origin}/f)}p{font-family:f}</style>`],
    ['iframe', () => `<iframe src="${origin}/frame"></iframe>`],
    ['object', () => `<object data="${origin}/object"></object><embed src="${origin}/embed">`],
    ['meta refresh', () => `<meta http-equiv="refresh" content="0;url=${origin}/refresh">`],
    [
      'prefetch',
      () => `<link rel="preconnect" href="${origin}"><link rel="prefetch" href="${origin}/p">`,
    ],
    ['script', () => `<script>fetch('${origin}/fetch')</script>`],
  ])('nothing is fetched: %s', async (_name, html) => {
    const renderer = newRenderer()
    const first = await renderer.print(page(TABLE))
    await renderer.print(page(`${html()}<p>x</p>`)).catch(() => {})
    expect(same(first, await renderer.print(page(TABLE)))).toBe(true)
    expect(requests).toEqual([])
  })

  test('no script runs and no file is read', async () => {
    const html = page(
      `<p id="p">x</p><script>document.getElementById('p').textContent = 'Ж'</script>` +
        `<img src="x" onerror="document.body.textContent = 'Ж'">` +
        `<iframe src="file://${secret}"></iframe><object data="file://${secret}"></object>`,
    )
    expect(charactersOf(await newRenderer().print(html))).not.toContain('Ж')
    expect(charactersOf(await newRenderer().print(page('Ж')))).toContain('Ж')
  })
})

describe('failures while printing', () => {
  const timeout = { kind: 'timeout', code: 'render_timeout' }

  test('504: a bomb is given up, and the next document prints', async () => {
    const renderer = newRenderer()
    await renderer.warm()
    await expect(renderer.print(page(BOMB), { timeoutMs: 700 })).rejects.toMatchObject(timeout)
    expect((await renderer.print(page(TABLE))).length).toBeGreaterThan(1000)
  })

  test('a stopped renderer is replaced, and no process of it stays', async () => {
    const renderer = newRenderer()
    const first = await renderer.print(page(TABLE))
    const group = await onlyGroup()
    const stopped = await rendererPids(group)
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    expect(same(first, await renderer.print(page(TABLE)))).toBe(true)
    const left = async () => (await rendererPids(group)).filter((pid) => stopped.includes(pid))
    await expect.poll(left).toEqual([])
  })

  test('a renderer that stopped while nothing was printed costs the next document no failure', async () => {
    const renderer = newRenderer()
    await renderer.print(page(TABLE))
    for (const pid of await rendererPids(await onlyGroup())) process.kill(pid, 'SIGSTOP')
    expect((await renderer.print(page(TABLE))).length).toBeGreaterThan(1000)
  })

  test('a stopped browser is replaced, and the document printed all the same', async () => {
    const renderer = newRenderer()
    const first = await renderer.print(page(TABLE))
    process.kill(await mainPid(), 'SIGSTOP')
    expect(same(first, await renderer.print(page(TABLE)))).toBe(true)
  })

  test('the time limit is that of the document, not of the start of the browser', async () => {
    const [binary] = await Array.fromAsync(browserBinaries(null, cacheDir))
    // The script runs as the user of the browser.
    chmodSync(cacheDir, 0o755)
    const libraries = binary?.libraryDir ? `LD_LIBRARY_PATH=${binary.libraryDir} ` : ''
    // A browser that takes longer to start than the document may take; more time on a busy machine.
    const print = (seconds: number) => {
      const slow = join(cacheDir, `slow-browser-${seconds}`)
      const script = `#!/bin/sh\nsleep ${seconds}\n${libraries}exec ${binary?.path} "$@"\n`
      writeFileSync(slow, script, { mode: 0o755 })
      const renderer = newRenderer(1, undefined, slow)
      return renderer.print(page(TABLE), { timeoutMs: seconds * 950 })
    }
    const printed = await print(1).catch(() => print(3).catch(() => print(7)))
    expect(printed.length).toBeGreaterThan(1000)
  })

  test('a killed renderer or browser is replaced, and the document printed all the same', async () => {
    const renderer = newRenderer()
    const first = await renderer.print(page(TABLE))
    for (const pid of await rendererPids(await onlyGroup())) process.kill(pid, 'SIGKILL')
    expect(same(first, await renderer.print(page(TABLE)))).toBe(true)

    // Long enough to be killed while printing.
    const printing = renderer.print(page(TABLE.repeat(100)))
    process.kill(await mainPid(), 'SIGKILL')
    expect((await printing).length).toBeGreaterThan(1000)
    expect(same(first, await renderer.print(page(TABLE)))).toBe(true)
  })

  test('503: more documents than may wait', async () => {
    const renderer = newRenderer()
    const prints = Array.from({ length: 22 }, () => renderer.print(page(TABLE)))
    const results = await Promise.allSettled(prints)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(21)
    await expect(prints[21]).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'renderer_busy',
      retryAfterSeconds: 5,
    })
  })

  test('503: a browser that is not there, named by the self-test', async () => {
    const log = () => {}
    const chromiumPath = join(cacheDir, 'no-such-browser')
    const renderer = createPdfRenderer({
      chromiumPath,
      remoteUrl: null,
      concurrency: 1,
      cacheDir,
      log,
    })
    const unavailable = { kind: 'unavailable', code: 'renderer_unavailable' }
    await expect(renderer.print(page(TABLE))).rejects.toMatchObject(unavailable)
    const check = await renderer.check()
    expect(check).toMatchObject({ ok: false, engine: null, sandbox: false })
    expect(check.detail).toContain(chromiumPath)
    await renderer.close()
  })

  test('503: a browser that does not start, before the connection would be closed', async () => {
    const chromiumPath = join(cacheDir, 'silent-browser')
    writeFileSync(chromiumPath, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
    const said: string[] = []
    const renderer = createPdfRenderer({
      ...{ chromiumPath, remoteUrl: null, concurrency: 1, cacheDir },
      ...{ startTimeoutMs: 500, answerMs: 50 },
      log: (_level, message) => said.push(message),
    })
    const unavailable = { kind: 'unavailable', code: 'renderer_unavailable' }
    await expect(renderer.print(page(TABLE))).rejects.toMatchObject(unavailable)
    expect(said).toEqual([])
    await renderer.close()
    expect(said).toContain('Printing failed.')
  })
})

describe('the browser', () => {
  test('starts with the first document and not before', async () => {
    const renderer = newRenderer()
    expect([await renderer.checkStarted(), browserGroups()]).toEqual([null, []])
    await renderer.print(page(TABLE))
    expect(await renderer.checkStarted()).toMatchObject({ ok: true, detail: null })
  })

  test('starts ahead of a document that is likely', async () => {
    const renderer = newRenderer()
    await renderer.warm()
    expect(await renderer.checkStarted()).toMatchObject({ ok: true })
  })

  test('ends when nothing was printed for a while, and the next document starts another', async () => {
    const renderer = newRenderer(1, 50)
    const first = await renderer.print(page(TABLE))
    const group = await onlyGroup()
    await expect.poll(() => processesOf(group)).toEqual([])
    expect(await renderer.checkStarted()).toBeNull()
    expect(same(first, await renderer.print(page(TABLE)))).toBe(true)
  })

  test('stays while a document takes longer than the idle time', async () => {
    const renderer = newRenderer(2, 1)
    const long = renderer.print(page(TABLE.repeat(300)))
    await renderer.print(page(TABLE))
    expect((await long).length).toBeGreaterThan(1000)
  })
})

describe('the end of a renderer', () => {
  test('accepted documents are finished; no process and no folder stays', async () => {
    const renderer = newRenderer()
    expect(await renderer.check()).toMatchObject({ ok: true, detail: null })
    const group = await onlyGroup()
    const prints = [renderer.print(page(TABLE)), renderer.print(page(TABLE))]
    await renderer.close()
    expect(await Promise.all(prints)).toHaveLength(2)
    expect(await processesOf(group)).toEqual([])
    expect(foldersOf(process.pid)).toEqual([])
    await expect(renderer.print(page(TABLE))).rejects.toMatchObject({
      code: 'renderer_unavailable',
    })
  })

  test('folders of services that were killed go with the next start', async () => {
    const left = mkdtempSync(join(tmpdir(), `billwright-browser-${process.pid}-1-`))
    const renderer = newRenderer()
    expect((await renderer.print(page(TABLE))).length).toBeGreaterThan(1000)
    await renderer.close()
    expect(existsSync(left)).toBe(false)
  })

  test('a killed service leaves no browser, and the next start deletes its folder', async () => {
    const source = `
      import { createPdfRenderer } from '${new URL('./renderer.ts', import.meta.url).pathname}'
      const renderer = createPdfRenderer({ chromiumPath: null, remoteUrl: null, concurrency: 1,
        cacheDir: '${cacheDir}', log: () => {} })
      await renderer.print('<p>x')
      process.stdout.write('ready')
      setInterval(() => {}, 1000)`
    const service = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(service.stdout, 'data')
    const pid = service.pid ?? 0
    const isBrowserAlive = () =>
      readdirSync('/proc').some((name) =>
        commandOf(Number(name)).includes(`billwright-browser-${pid}-`),
      )
    expect(isBrowserAlive()).toBe(true)
    service.kill('SIGKILL')
    await once(service, 'exit')
    await expect.poll(isBrowserAlive).toBe(false)
    await deleteAbandonedFolders()
    expect(foldersOf(pid)).toEqual([])
  })
})
