import { openRenderer } from '../../core/render/renderer.ts'
import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Config, publicUrlOf } from '../../platform/config.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Warn } from '../../platform/logger.ts'
import type { MailSink } from '../../platform/mail/sink.ts'
import type { SealedObjects } from '../../platform/objects/objects.ts'
import { createOutboundClient, type OutboundClient } from '../../platform/outbound/client.ts'
import { createMailRecords, type MailRecords } from '../../platform/outbound/mail-records.ts'
import { createDirectory, type Directory } from '../companies/directory.ts'
import { type CompanySecrets, createCompanySecrets } from '../companies/secrets.ts'
import { type Counters, NO_COUNTERS } from '../http/metrics.ts'

/**
 * The clients of other systems, and everything else that the process creates once. Tests replace
 * its parts.
 */
export interface App {
  readonly config: Config
  /** The public origin of the service. */
  readonly publicUrl: string
  /** IANA time zone of a company without the setting. */
  readonly timeZone: string
  readonly clock: Clock
  readonly db: Db
  readonly directory: Directory
  readonly secrets: CompanySecrets
  readonly outbound: OutboundClient
  readonly webhookOutbound: OutboundClient
  readonly renderer: PdfRenderer
  /** Null: everything is stored in the database. */
  readonly objects: SealedObjects | null
  /** Accepts messages instead of a mail server, if none is set up. */
  readonly mailSink: MailSink | null
  readonly mailRecords: MailRecords
  readonly counters: Counters
  readonly warn: Warn
}

/** The parts that a caller chooses; the rest have defaults. A default connects on first use. */
export type AppParts = Pick<App, 'config' | 'clock' | 'db'> & Partial<App>

export const createParts = (given: AppParts): App => ({
  publicUrl: publicUrlOf(given.config),
  timeZone: 'UTC',
  directory: createDirectory(given),
  secrets: createCompanySecrets(),
  outbound: createOutboundClient({ allow: given.config.outboundAllow }),
  webhookOutbound: createOutboundClient({ allow: given.config.outboundAllow }),
  renderer: openRenderer(given.config),
  objects: null,
  mailSink: null,
  mailRecords: createMailRecords(),
  counters: NO_COUNTERS,
  warn: () => {},
  ...given,
})

/** Creates one value for each app on first use, such as a cache. */
export function onePerApp<T>(make: (app: App) => T): (app: App) => T {
  const made = new WeakMap<App, { readonly value: T }>()
  return (app) => {
    const known = made.get(app) ?? { value: make(app) }
    made.set(app, known)
    return known.value
  }
}
