import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'

/* The smallest files of each kind that common programs open. */

export const table = (text = 'Day,Hours\n2026-03-02,7.5\n'): Buffer => Buffer.from(text)

export const pdf = (catalog = ''): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R ${catalog}>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  )

/** One pixel. */
export function png(): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const jpeg = (): Buffer => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

type Parts = Readonly<Record<string, string | null>>

async function zipped(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts))
    if (text !== null) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

export const xlsx = (changes: Parts = {}): Promise<Buffer> =>
  zipped({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>', ...changes })

export const ods = (changes: Parts = {}): Promise<Buffer> =>
  zipped({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': '<content/>',
    ...changes,
  })
