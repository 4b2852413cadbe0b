import { join } from 'node:path'
import type { Log } from '../../platform/browser/pdf/engine.ts'
import { createPoolRenderer, POOL_QUEUE } from '../../platform/browser/pdf/pool.ts'
import { createPdfRenderer, type PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { createOutboundClient } from '../../platform/outbound/client.ts'

/** The render processes of the configuration, otherwise a browser of this process. */
export function openRenderer(config: Config, log: Log = () => {}): PdfRenderer {
  const { browser, renderPool, renderConcurrency, dataDir } = config
  if (renderPool === null)
    return createPdfRenderer({
      chromiumPath: browser.path,
      remoteUrl: browser.remoteUrl,
      concurrency: renderConcurrency,
      cacheDir: join(dataDir, 'cache'),
      log,
    })
  const { url, secret } = renderPool
  // The exception for the pool's address applies to printing, not to templates and webhooks.
  const outbound = createOutboundClient({ allow: [hostAndPort(url)], queue: POOL_QUEUE })
  return createPoolRenderer({ url, secret, outbound, clock: systemClock, log })
}

function hostAndPort(origin: string): string {
  const { hostname, port, protocol } = new URL(origin)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}
