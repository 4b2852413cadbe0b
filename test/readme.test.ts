import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/platform/config.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'
import { ROOT } from './source-files.ts'

const PAGES = [...globSync('*.md', { cwd: ROOT }), ...globSync('docs/**/*.md', { cwd: ROOT })]

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const [startBlock = '', tourBlock = ''] = blocksOf(sectionOf('A tour in 60 seconds'))

describe('the tour of README.md', () => {
  let service: ServiceProcess
  let folder: string

  beforeAll(async () => {
    const [, apiKey = ''] = /^API_KEY=(\S+) npm start$/m.exec(startBlock) ?? []
    service = await startProcess({ API_KEY: apiKey })
    await service.ready()
    folder = mkdtempSync(join(tmpdir(), 'billwright-tour-'))
  })

  afterAll(async () => {
    await service.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  test('works as it is printed', async () => {
    // Only the port differs, because another service may hold the usual one.
    const script = tourBlock.replace('http://127.0.0.1:3000', service.url)
    const { stdout, stderr } = await promisify(execFile)('bash', ['-e', '-c', script], {
      cwd: folder,
    })
    expect(stderr).toBe('')
    expect(stdout).toContain("total: '1249.39'")
    expect(readFileSync(join(folder, 'invoice.html'), 'utf8')).toContain('Cover design')
    expect(readFileSync(join(folder, 'invoice.pdf'), 'latin1')).toMatch(/^%PDF-/)
    const [, link = ''] = /^Open (\S+)$/m.exec(stdout) ?? []
    expect((await fetch(link)).status).toBe(200)
  })
})

describe('the pages', () => {
  test('document every variable that is read, and no other', () => {
    const asked = new Set<string>()
    // Some are read with PostgreSQL only.
    for (const DATABASE_URL of [undefined, 'postgres://user@host/database'])
      readConfig(
        new Proxy<Record<string, string | undefined>>(
          { DATABASE_URL },
          {
            get: (given, name) => {
              asked.add(String(name))
              return given[String(name)]
            },
          },
        ),
      )
    const rows = read('docs/configuration.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)
    const documented = [...rows].flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? [])
    expect(documented.toSorted()).toEqual([...asked].toSorted())
  })

  test.each(PAGES)('the links of %s work', (page) => {
    const links = [...read(page).matchAll(/(?:\]\(|src=")([^)"]+)/g)].map(([, link = '']) => link)
    const missing = links.filter((link) => {
      const [path = '', heading] = link.split('#')
      if (/^(https?:|\{\{)/.test(link)) return false
      const file = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(ROOT, file))) return true
      return heading !== undefined && !headingsOf(read(file)).includes(heading)
    })
    expect(missing).toEqual([])
  })
})

/** As GitHub makes an anchor of each heading. */
const headingsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

function sectionOf(title: string): string {
  const [, section = ''] = read('README.md').split(`\n## ${title}\n`)
  return section.split('\n## ')[0] ?? ''
}

function blocksOf(section: string): readonly string[] {
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '')
}
