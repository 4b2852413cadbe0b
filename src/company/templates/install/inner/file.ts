import type { Stats } from 'node:fs'
import { constants, type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { basename, extname, join, sep } from 'node:path'
import { TEMPLATE_BYTES_MAX } from '@billwright/templates'
import { AppError } from '../../../../kernel/errors.ts'
import { templateTooLarge } from '../../faults.ts'
import { fileNotReadable, utf8Of } from '../../template.ts'

const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9 ._-]{0,99}$/
const SEGMENTS_MAX = 8
const EXTENSIONS = new Set(['.html', '.htm'])

/**
 * Reads a template below `root`: plain relative names, no links that lead outside, regular files
 * only. All problems give the same error, so that callers learn nothing about other files.
 */
export async function readTemplateFile(
  root: string,
  path: string,
): Promise<{ readonly html: string; readonly stem: string }> {
  const segments = path.split('/')
  const isPlain = segments.every(
    (segment) => SEGMENT.test(segment) && !segment.includes('..') && !/[. ]$/.test(segment),
  )
  const extension = extname(path).toLowerCase()
  if (!isPlain || segments.length > SEGMENTS_MAX || !EXTENSIONS.has(extension))
    throw fileNotReadable()
  const bytes = await readBelow(root, segments)
  return { html: utf8Of(bytes, fileNotReadable), stem: basename(path, extname(path)) }
}

async function readBelow(root: string, segments: readonly string[]): Promise<Uint8Array> {
  let file: FileHandle | undefined
  try {
    const realRoot = await realpath(root)
    const target = await realpath(join(realRoot, ...segments))
    if (!target.startsWith(realRoot + sep)) throw fileNotReadable()
    file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const opened = await file.stat()
    // A file with a second hard link may be linked from outside.
    if (!opened.isFile() || opened.nlink > 1) throw fileNotReadable()
    // A folder may have become a link between check and open.
    if ((await realpath(target)) !== target || !isSame(opened, await lstat(target)))
      throw fileNotReadable()
    return await readBounded(file)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw fileNotReadable()
  } finally {
    await file?.close()
  }
}

const isSame = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino

/** Counts the bytes read, because the size is 0 for some files that never end. */
async function readBounded(file: FileHandle): Promise<Uint8Array> {
  const buffer = new Uint8Array(TEMPLATE_BYTES_MAX + 1)
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length)
    if (bytesRead === 0) return buffer.subarray(0, length)
    length += bytesRead
  }
  throw templateTooLarge(TEMPLATE_BYTES_MAX)
}
