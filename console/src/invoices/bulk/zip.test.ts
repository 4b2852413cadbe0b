import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { zipOf } from './zip.ts'

test('another program reads the files and their checksums', async () => {
  const given = [
    { name: 'INV-1.pdf', bytes: new TextEncoder().encode('%PDF-1.7 one') },
    { name: 'Entwurf Größe.pdf', bytes: new Uint8Array(70_000).fill(7) },
    { name: 'empty.pdf', bytes: new Uint8Array() },
  ]
  const archive = Buffer.from(await zipOf(given).arrayBuffer())
  expect(await membersOf(archive)).toEqual(
    given.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
  )
})

/** `yauzl` checks names and sizes; the checksum is compared with that of Node. */
const membersOf = (archive: Buffer) =>
  new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const members: { name: string; bytes: Buffer }[] = []
      zip.on('error', reject)
      zip.on('end', () => resolve(members))
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure)
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk)
          const bytes = Buffer.concat(chunks)
          expect(entry.crc32).toBe(crc32(bytes))
          members.push({ name: entry.fileName, bytes })
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })
