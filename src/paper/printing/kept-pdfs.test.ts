import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFauxqs } from 'fauxqs'
import { afterEach, describe, expect, test } from 'vitest'
import type { RunningJob } from '../../core/jobs/handler.ts'
import type { ReadWork } from '../../core/record/work.ts'
import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import type { Config } from '../../platform/config.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { openObjects } from '../../platform/objects/open.ts'
import { expirePdfs, keepPdfs } from './kept-pdfs.ts'

const SECRET = 'a secret of the installation'
const [HTML, OTHER] = ['<p>Invoice 1', '<p>Invoice 2']
const COMPANY = { company: 7n }
const keyOf = (html: string) => `7/pdf/${sha256(html)}`

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function onFile(): Promise<Objects> {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-objects-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  return opened({ kind: 'file', folder: join(folder, 'objects') })
}

async function onS3(): Promise<Objects> {
  const server = await startFauxqs({ port: 0, logger: false })
  endings.push(() => server.stop())
  server.createBucket('invoices')
  const credentials = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' }
  const endpoint = `http://127.0.0.1:${server.port}`
  return opened({ kind: 's3', bucket: 'invoices', endpoint, ...credentials })
}

async function opened(config: Config['objects']): Promise<Objects> {
  const objects = await openObjects({ objects: config })
  if (!objects) throw new Error('Expected a store.')
  endings.push(() => objects.close())
  return objects
}

/** Stands in for the browser, and counts. */
function keeping(objects: Objects, secret = SECRET) {
  const warnings: string[] = []
  const printed: string[] = []
  const renderer = {
    print: async (html: string) => {
      printed.push(html)
      return Buffer.from(`%PDF ${html}`)
    },
  } as unknown as PdfRenderer
  const warn = (message: string) => void warnings.push(message)
  const counted: string[] = []
  const count = (outcome: string) => void counted.push(outcome)
  const kept = keepPdfs({ renderer, objects, secret, warn, count })
  const print = async (html: string): Promise<string> => {
    const pdf = await kept.renderer.print(html, COMPANY)
    await kept.settled()
    return Buffer.from(pdf).toString()
  }
  return { print, printed, warnings, counted }
}

describe.each([
  ['file', onFile],
  ['S3', onS3],
] as const)('a store of PDFs (%s)', (_name, open) => {
  test('keeps PDFs of one process for the others', async () => {
    const objects = await open()
    const [one, other] = [keeping(objects), keeping(objects)]
    expect(await one.print(HTML)).toBe(`%PDF ${HTML}`)
    expect(await other.print(HTML)).toBe(`%PDF ${HTML}`)
    expect([one.printed, other.printed, one.warnings]).toEqual([[HTML], [], []])
    expect([one.counted, other.counted]).toEqual([['missing'], ['found']])
    const stored = await objects.get(keyOf(HTML))
    expect(Buffer.from(stored ?? []).toString('latin1')).not.toContain('Invoice')
  })

  test('that swaps documents or changes bytes delivers none of them', async () => {
    const objects = await open()
    const { print, printed, warnings, counted } = keeping(objects)
    await print(OTHER)
    const wrong = (await objects.get(keyOf(OTHER))) ?? new Uint8Array()
    await objects.put(keyOf(HTML), wrong)
    expect(await print(HTML)).toBe(`%PDF ${HTML}`)
    await objects.put(keyOf(HTML), Buffer.from('%PDF of someone else'))
    expect(await print(HTML)).toBe(`%PDF ${HTML}`)
    // The right one took the place of the wrong one.
    expect(await print(HTML)).toBe(`%PDF ${HTML}`)
    expect(printed).toEqual([OTHER, HTML, HTML])
    expect(counted).toEqual(['missing', 'changed', 'changed', 'found'])
    expect(warnings[0]).toContain('was changed')
  })

  test('lists, replaces and deletes', async () => {
    const objects = await open()
    const key = keyOf('a')
    // File systems and object stores round times.
    const begun = Date.now() - 2_000
    await objects.put(key, Buffer.from('first'))
    await objects.put(key, Buffer.from('second'))
    expect(Buffer.from((await objects.get(key)) ?? []).toString()).toBe('second')
    const [found] = await Array.fromAsync(objects.list())
    expect(found?.key).toBe(key)
    expect(found?.at).toBeGreaterThan(begun)
    await objects.delete(key)
    await objects.delete(key)
    expect(await objects.get(key)).toBeNull()
    await expect(objects.get('7/pdf/../../etc')).rejects.toThrow('is not the key')
  })

  test('loses PDFs of more than 90 days ago, and no newer ones', async () => {
    const objects = await open()
    await objects.put(keyOf('a'), Buffer.from('a'))
    const { run } = expirePdfs(objects)
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const job = { signal: new AbortController().signal } as RunningJob<unknown>
    await run({ at: inDays(89) } as ReadWork, job)
    expect(await objects.get(keyOf('a'))).not.toBeNull()
    await run({ at: inDays(91) } as ReadWork, job)
    expect(await objects.get(keyOf('a'))).toBeNull()
  })
})

test('a store that is away costs no document', async () => {
  const credentials = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' }
  const objects = await opened({
    kind: 's3',
    bucket: 'b',
    endpoint: 'http://127.0.0.1:9',
    ...credentials,
  })
  const { print, warnings } = keeping(objects)
  expect(await print(HTML)).toBe(`%PDF ${HTML}`)
  expect(warnings).toHaveLength(2)
})

test('a store that is slow is not waited for', async () => {
  const objects = { ...(await onFile()), get: () => new Promise<never>(() => {}) }
  const { print, printed } = keeping(objects)
  expect(await print(HTML)).toBe(`%PDF ${HTML}`)
  expect(printed).toEqual([HTML])
})
