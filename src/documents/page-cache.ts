import { LRUCache } from 'lru-cache'
import type { HtmlDocument } from './document.ts'

const SIZE_MAX_BYTES = 16 * 1024 * 1024

/** Rendered documents by the key of what they are made of, so that a stale one cannot be served. */
export interface PageCache {
  /** The kept document, or that of `render`. */
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
