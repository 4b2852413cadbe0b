import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import { PRIVATE_FOLDER } from '../../private-file.ts'
import { installedPackage } from './packages.ts'

/** A browser that the service may start. */
export interface BrowserBinary {
  readonly path: string
  /** The shared libraries of the package, for `LD_LIBRARY_PATH`. */
  readonly libraryDir: string | null
}

/**
 * Paths of installed browsers, the smallest and fastest first. Debian's `/usr/bin` entry is a shell
 * script that keeps running between us and the browser, so the real file precedes it.
 */
const INSTALLED = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chrome-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/local/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The browsers to try, best first. If the operator named a path, only that one: a silent fallback
 * would hide the mistake. The npm package comes last and is unpacked only on demand.
 */
export async function* browserBinaries(
  chromiumPath: string | null,
  cacheDir: string,
): AsyncGenerator<BrowserBinary> {
  if (chromiumPath !== null) {
    yield { path: chromiumPath, libraryDir: null }
    return
  }
  for (const path of INSTALLED) if (existsSync(path)) yield { path, libraryDir: null }
  const archive = packagedArchive()
  if (archive) yield await unpackBrowser(archive, cacheDir)
}

/** The archive folder of the npm package, which is for linux-x64 only. */
function packagedArchive(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const root = installedPackage('@sparticuz/chromium')
  return root !== null && existsSync(join(root, 'bin', 'chromium.br')) ? join(root, 'bin') : null
}

/**
 * Unpacks the packaged browser and the libraries that bare machines lack, once per package version,
 * into our folder and with one rename. The package's unpacker trusts any file under a well-known name
 * in the temporary folder.
 */
export async function unpackBrowser(archive: string, cacheDir: string): Promise<BrowserBinary> {
  const { version } = JSON.parse(await readFile(join(archive, '..', 'package.json'), 'utf8'))
  const target = join(cacheDir, `chromium-${String(version)}`)
  const unpacked = { path: join(target, 'chromium'), libraryDir: join(target, 'lib') }
  if (existsSync(unpacked.path)) return unpacked

  await mkdir(cacheDir, { recursive: true, mode: PRIVATE_FOLDER })
  const draft = await mkdtemp(join(cacheDir, 'unpack-'))
  try {
    await Promise.all([
      inflate(join(archive, 'chromium.br'), join(draft, 'chromium')),
      unpackLibraries(join(archive, 'al2023.tar.br'), join(draft, 'lib')),
    ])
    await chmod(join(draft, 'chromium'), 0o755)
    await chmod(draft, 0o755)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process may have finished first; its copy is as good as ours.
    if (!existsSync(unpacked.path)) throw error
  }
  return unpacked
}

const inflate = (source: string, target: string): Promise<void> =>
  pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target))

async function unpackLibraries(source: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o755 })
  await chmod(target, 0o755)
  const tar = brotliDecompressSync(await readFile(source))
  for (const { name, content } of tarFiles(tar)) {
    await writeFile(join(target, basename(name)), content, { mode: 0o755 })
  }
}

const TAR_BLOCK_BYTES = 512

/** The regular files of a POSIX ustar archive. */
function* tarFiles(tar: Buffer): Generator<{ readonly name: string; readonly content: Buffer }> {
  let at = 0
  while (at + TAR_BLOCK_BYTES <= tar.length && tar[at] !== 0) {
    const name = tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    const sizeBytes = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8)
    const isFile = tar[at + 156] === 0x30 || tar[at + 156] === 0
    const start = at + TAR_BLOCK_BYTES
    if (isFile) yield { name, content: tar.subarray(start, start + sizeBytes) }
    at = start + Math.ceil(sizeBytes / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES
  }
}
