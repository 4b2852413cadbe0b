import { LRUCache } from 'lru-cache'
import type { HtmlDocument } from './document.ts'

const SIZE_MAX_BYTES = 16 * 1024 * 1024

/** Caches rendered documents by the key of their input, so that they are never stale. */
export interface PageCache {
  /** The cached document, or the result of `render`. */
  get(key: string, render: () => Promise<HtmlDocument>): Promise<HtmlDocument>
}

export function createPageCache(): PageCache {
  const kept = new LRUCache<string, HtmlDocument>({
    maxSize: SIZE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  return {
    async get(key, render) {
      const known = kept.get(key)
      if (known) return known
      const document = await render()
      kept.set(key, document)
      return document
    },
  }
}
