import { LRUCache } from 'lru-cache'

const SIZE_MAX_BYTES = 64 * 1024 * 1024

/** Printed documents by the hash of their HTML, so that a stale one cannot be served. */
export interface PdfCache {
  /** The kept bytes, or those of `print`; two that ask at once print once. */
  get(key: string, print: () => Promise<Uint8Array>): Promise<Uint8Array>
}

export function createPdfCache(): PdfCache {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: SIZE_MAX_BYTES,
    sizeCalculation: (bytes) => bytes.length,
  })
  const printing = new Map<string, Promise<Uint8Array>>()
  return {
    async get(key, print) {
      const known = kept.get(key)
      if (known) return known
      const running = printing.get(key)
      if (running) return running
      const started = print().finally(() => printing.delete(key))
      printing.set(key, started)
      const bytes = await started
      kept.set(key, bytes)
      return bytes
    },
  }
}
