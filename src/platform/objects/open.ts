import type { Config } from '../config.ts'
import { createOutboundClient } from '../outbound/client.ts'
import { fileObjects } from './inner/file.ts'
import type { Objects } from './objects.ts'

const QUEUE = { active: 16, waiting: 256, waitMs: 5_000 }

/** The configured store; null: only the database. */
export async function openObjects({ objects }: Pick<Config, 'objects'>): Promise<Objects | null> {
  if (objects === null) return null
  if (objects.kind === 'file') return fileObjects(objects.folder)
  const { hostname, port, protocol } = new URL(objects.endpoint)
  const host = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
  // Most installations have none, and its libraries load slowly.
  const { s3Objects } = await import('./inner/s3.ts')
  // The exception for the store's address applies to objects, not to templates and webhooks.
  return s3Objects({ ...objects, outbound: createOutboundClient({ allow: [host], queue: QUEUE }) })
}
