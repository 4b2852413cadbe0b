import { onePerApp } from '../../core/record/app.ts'
import { createCompanyCache } from '../../platform/company-cache.ts'
import { withinMemory } from '../../platform/memory.ts'
import type { RenderedDocument } from './document.ts'

const SIZE_MAX_BYTES = withinMemory(48 * 1024 * 1024, 1 / 16)

/** The cached document of a key, or the result of `make`. Two concurrent callers make it once. */
type DocumentCache = (
  key: string,
  make: () => Promise<RenderedDocument>,
) => Promise<RenderedDocument>

/** Caches HTML and PDFs by `cacheKey` of all their input, so a stale one is never found. */
export function createDocumentCache(): DocumentCache {
  const kept = createCompanyCache<RenderedDocument>({
    sizeMax: SIZE_MAX_BYTES,
    sizeOf: ({ bytes }) => bytes.length,
  })
  const making = new Map<string, Promise<RenderedDocument>>()

  const makeAndKeep = async (key: string, make: () => Promise<RenderedDocument>) => {
    try {
      const document = await make()
      kept.set(key, document)
      return document
    } finally {
      making.delete(key)
    }
  }

  return async (key, make) => {
    const known = kept.get(key) ?? making.get(key)
    if (known) return known
    const made = makeAndKeep(key, make)
    making.set(key, made)
    return made
  }
}

export const cacheOf = onePerApp(createDocumentCache)
