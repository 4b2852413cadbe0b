import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Clock } from '../clock.ts'

/** A zip that is written while it is read, only as fast as its reader asks. */
export interface ZipWriter {
  readonly stream: Readable
  /** One file at a time: resolves when it is read to its end. */
  add(name: string, chunks: AsyncIterable<string>): Promise<void>
  /** Call it after the last file; resolves when the reader has everything. */
  end(): Promise<void>
}

export function createZipWriter(clock: Clock): ZipWriter {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  const mtime = new Date(clock.now())
  return {
    stream,
    async add(name, chunks) {
      const source = Readable.from(chunks, { objectMode: false })
      const stop = () => {
        source.destroy(new Error('The reader closed the archive.'))
      }
      stream.once('close', stop)
      if (stream.destroyed) stop()
      else zip.addReadStream(source, name, { mtime })
      await finished(source)
      stream.off('close', stop)
    },
    async end() {
      zip.end()
      await finished(stream, { readable: true, writable: false })
    },
  }
}
