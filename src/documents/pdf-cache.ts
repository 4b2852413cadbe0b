import { LRUCache } from 'lru-cache'
import { sha256 } from '../platform/ids.ts'
import { etagOf, type PdfDocument } from './document.ts'

/** Enough for about a thousand one-page documents. */
const SIZE_MAX_BYTES = 32 * 1024 * 1024
/** About 2 MiB of hashes. */
const RENDERINGS_MAX = 10_000

/** A document ready to print. */
export interface Printing {
  readonly html: string
  readonly print: () => Promise<Uint8Array>
}

/**
 * Caches PDFs by the hash of their HTML, and that hash by the key of the HTML's input. So a
 * repeated read needs no rendering, and an invisible change, such as an internal note, needs no
 * printing.
 */
export interface PdfCache {
  /** The cached document, or the printed result of `render`. */
  get(key: string, render: () => Promise<Printing>): Promise<PdfDocument>
  /** The same for rendered HTML. Concurrent callers share one print. */
  print(printing: Printing): Promise<PdfDocument>
}

export function createPdfCache(): PdfCache {
  const hashes = new LRUCache<string, string>({ max: RENDERINGS_MAX })
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: SIZE_MAX_BYTES,
    sizeCalculation: (bytes) => bytes.length,
  })
  const printing = new Map<string, Promise<Uint8Array>>()

  const printed = (hash: string, { print }: Printing): Promise<Uint8Array> => {
    const running = printing.get(hash)
    if (running) return running
    const started = print()
      .then((bytes) => {
        kept.set(hash, bytes)
        return bytes
      })
      .finally(() => printing.delete(hash))
    printing.set(hash, started)
    return started
  }

  const ofHash = async (hash: string, it: Printing): Promise<PdfDocument> => ({
    bytes: kept.get(hash) ?? (await printed(hash, it)),
    etag: etagOf(hash),
  })

  return {
    print: (it) => ofHash(sha256(it.html), it),

    async get(key, render) {
      const known = hashes.get(key)
      const bytes = known === undefined ? undefined : kept.get(known)
      if (known !== undefined && bytes) return { bytes, etag: etagOf(known) }
      const it = await render()
      const hash = sha256(it.html)
      hashes.set(key, hash)
      return ofHash(hash, it)
    },
  }
}
