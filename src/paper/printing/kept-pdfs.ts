import { handle, type JobHandler } from '../../core/jobs/handler.ts'
import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { pause } from '../../platform/clock.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Warn } from '../../platform/logger.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { sealBytes, unsealBytes } from '../../platform/seal.ts'

interface KeptPdfsOptions {
  readonly renderer: PdfRenderer
  readonly objects: Objects
  /** Encrypts PDFs, so that the store can neither read nor change them. */
  readonly secret: string
  readonly warn: Warn
  /** The outcomes of store requests. */
  readonly count: (outcome: 'found' | 'missing' | 'changed' | 'away') => void
}

interface KeptPdfs {
  readonly renderer: PdfRenderer
  /** Resolves when all printed PDFs are stored. */
  settled(): Promise<void>
}

/** Printing again is faster than waiting longer for a slow store. */
const GET_WAIT_MS = 1_000
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
const DAY_SECONDS = 24 * 60 * 60

/**
 * A renderer that stores the PDFs of a company. The key is the hash of the HTML. A missing, late
 * or changed PDF, or that of another document, is printed again.
 */
export function keepPdfs({ renderer, objects, secret, warn, count }: KeptPdfsOptions): KeptPdfs {
  const storing = new Set<Promise<void>>()

  const find = async (key: string): Promise<Uint8Array | null> => {
    try {
      const sealed = await Promise.race([objects.get(key), late()])
      if (sealed === null) {
        count('missing')
        return null
      }
      const pdf = unsealBytes(secret, key, sealed)
      count(pdf === null ? 'changed' : 'found')
      if (pdf === null) warn('A PDF in the object store was changed; it is printed again.', { key })
      return pdf
    } catch (error) {
      count('away')
      warn('The object store does not answer; PDFs are printed again.', { err: error })
      return null
    }
  }

  const store = (key: string, pdf: Uint8Array): void => {
    const stored = objects
      .put(key, sealBytes(secret, key, pdf))
      .catch((error: unknown) => warn('A PDF was not kept.', { key, err: error }))
      .finally(() => storing.delete(stored))
    storing.add(stored)
  }

  return {
    renderer: {
      ...renderer,
      async print(html, options = {}) {
        if (options.company === undefined) return renderer.print(html, options)
        const key = `${options.company}/pdf/${sha256(html)}`
        const kept = await find(key)
        if (kept) return kept
        const pdf = await renderer.print(html, options)
        store(key, pdf)
        return pdf
      },
    },
    settled: async () => void (await Promise.all(storing)),
  }
}

/** Deletes PDFs that were printed more than 90 days ago. They are printed again on demand. */
export const expirePdfs = (objects: Objects): JobHandler =>
  handle(
    { name: 'pdf.expire', parallel: 1, everySeconds: DAY_SECONDS },
    async (work, { signal }) => {
      const beforeMs = Date.parse(work.at) - KEPT_MS
      for await (const { key, at } of objects.list()) {
        if (signal.aborted) break
        if (key.split('/')[1] === 'pdf' && at < beforeMs) await objects.delete(key)
      }
      return null
    },
  )

const late = async (): Promise<never> => {
  await pause(GET_WAIT_MS)
  throw new Error('It took too long to answer.')
}
