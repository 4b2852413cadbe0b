import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { type Fault, invalidRequest } from '../errors.ts'
import type { Actor } from '../http/actor.ts'
import { checkIfMatch, etagOf } from '../http/etag.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { type Db, inTransaction, type Trx } from '../platform/database/db.ts'
import type { OutboundClient } from '../platform/outbound/client.ts'
import { type NewEvent, SERVICE_ACTOR } from '../record/event.ts'
import { recordEvent } from '../record/log.ts'
import { applyChanges, type Changes, type Mode, toChanges } from './changes.ts'
import { completeDefaultTax, inconsistencies } from './consistency.ts'
import { DEFAULT_TEMPLATE_ID, defaultLeaves, type Leaves } from './defaults.ts'
import { invalidLogo, unknownTemplate } from './errors.ts'
import { type Picture, readLogo, toDataUrl } from './logo.ts'
import type { StoredSettings } from './repository.ts'
import * as repository from './repository.ts'
import type { Settings } from './settings.ts'

const LOGOS_CACHED_MAX = 8

export interface SettingsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly outbound: Pick<OutboundClient, 'send'>
  /** IANA zone that holds until one is set. */
  readonly timeZone: string
  readonly templateExists: (db: Db, id: string) => Promise<boolean>
}

export interface SettingsChange {
  readonly actor: Actor
  /** A body that matches `SettingsInput`. */
  readonly body: object
  readonly mode: Mode
  readonly ifMatch: string | undefined
}

/** Settings that were checked but not stored. */
export interface PreparedSettings {
  readonly changes: Changes
  readonly picture: Picture | null
}

export interface SettingsPreview {
  /** A body that matches `SettingsInput`; a logo in it is a data URL, as nothing is fetched. */
  readonly body: object
  /** Where in the request the body stands, for its faults. */
  readonly pointer: string
}

export interface SettingsWithLogo {
  readonly settings: Settings
  /** A data URL. */
  readonly logo: string | null
}

export interface SettingsService {
  /** The settings in force; in a transaction, as it sees them. */
  current(db: Db): Promise<Settings>
  /** A kept logo as a data URL; null for null, and for one that is not there. */
  logo(db: Db, logoId: string | null): Promise<string | null>
  change(change: SettingsChange): Promise<Settings>
  /** Checks settings of another installation and fetches their logo. Throws every fault. */
  prepare(body: object): Promise<PreparedSettings>
  /** The settings as they would be in an installation where nothing else was set. */
  preview(prepared: PreparedSettings): Settings
  /** The settings in force as they would be with a change that is not stored, and their logo. */
  previewChange(db: Db, change: SettingsPreview): Promise<SettingsWithLogo>
  /** Sets of them what nobody has set here, and says which those were. */
  fill(trx: Trx, prepared: PreparedSettings, actor: Actor): Promise<readonly string[]>
  /** When a template is deleted: if it is the active one, the built-in one becomes active. */
  onTemplateDeleted(trx: Trx, templateId: string, actor: Actor): Promise<void>
  /** Stores the company's name within the transaction that sets the service up. */
  nameCompany(trx: Trx, companyName: string): Promise<void>
}

export const settingsEtag = ({ version }: Settings): string => etagOf('settings', version)

export function createSettingsService(deps: SettingsDeps): SettingsService {
  const defaults = defaultLeaves(deps.timeZone)
  const current = cachedReader(defaults)
  const logos = new LRUCache<string, string>({ max: LOGOS_CACHED_MAX })

  return {
    current: async (db) => current(await repository.readStored(db)),

    async logo(db, logoId) {
      if (logoId === null) return null
      const known = logos.get(logoId)
      if (known !== undefined) return known
      const picture = await repository.findPicture(db, logoId)
      if (!picture) return null
      const url = toDataUrl(picture)
      logos.set(logoId, url)
      return url
    },

    async change({ actor, body, mode, ifMatch }) {
      const { changes, faults } = toChanges(body, mode)
      if (faults.length > 0) throw invalidRequest(faults)
      // Fetched before the transaction begins: nobody waits for a slow server with the lock held.
      const { picture, resolved } = await resolveLogo(changes, deps)
      return inTransaction(deps.db, async (trx) => {
        const stored = await repository.lockStored(trx)
        checkIfMatch(ifMatch, settingsEtag(current(stored)))
        const after = await decide(trx, stored, resolved)
        if (picture) await repository.keepPicture(trx, picture)
        return current(await save(trx, { actor, stored, leaves: after }))
      })
    },

    async prepare(body) {
      const { changes, faults } = toChanges(body, 'patch')
      if (faults.length > 0) throw invalidRequest(faults)
      const { picture, resolved } = await resolveLogo(changes, deps)
      const complete = completeDefaultTax(defaults, resolved)
      const leaves = { ...defaults, ...applyChanges({}, complete) }
      const further = [
        ...inconsistencies(leaves, complete),
        ...(await templateFaults(deps.db, complete, deps)),
      ]
      if (further.length > 0) throw invalidRequest(further)
      return { changes: complete, picture }
    },

    preview({ changes }) {
      const leaves = { ...defaults, ...applyChanges({}, changes) }
      return repository.toSettings(leaves, { version: 0, updatedAt: instant(deps.clock) })
    },

    async previewChange(db, { body, pointer }) {
      const { changes, faults } = toChanges(body, 'patch')
      if (faults.length > 0) throw invalidRequest(below(pointer, faults))
      const picture = await pictureOf(changes, pointer)
      const stored = await repository.readStored(db)
      const before = repository.toStoredLeaves(stored.document)
      const complete = completeDefaultTax({ ...defaults, ...before }, changes)
      const leaves = { ...defaults, ...applyChanges(before, complete) }
      const further = inconsistencies(leaves, complete)
      if (further.length > 0) throw invalidRequest(below(pointer, further))
      const settings = repository.toSettings(leaves, stored)
      const logo = picture ? toDataUrl(picture) : await this.logo(db, settings.logoId)
      return { settings, logo }
    },

    async fill(trx, { changes, picture }, actor) {
      const stored = await repository.lockStored(trx)
      // Kept in any case: what was issued there shows it.
      if (picture) await repository.keepPicture(trx, picture)
      const before = repository.toStoredLeaves(stored.document)
      const open = new Map([...changes].filter(([path]) => !isStored(before, path)))
      const after = applyChanges(before, open)
      if (inconsistencies({ ...defaults, ...after }, open).length > 0) return []
      await save(trx, { actor, stored, leaves: after })
      return [...open.keys()]
    },

    async onTemplateDeleted(trx, templateId, actor) {
      const stored = await repository.lockStored(trx)
      if (current(stored).templateId !== templateId) return
      const before = repository.toStoredLeaves(stored.document)
      const leaves = { ...before, templateId: DEFAULT_TEMPLATE_ID }
      await save(trx, { actor, stored, leaves })
    },

    async nameCompany(trx, companyName) {
      const stored = await repository.lockStored(trx)
      const leaves = { ...repository.toStoredLeaves(stored.document), companyName }
      await save(trx, { actor: SERVICE_ACTOR, stored, leaves })
    },
  }

  async function decide(trx: Trx, stored: StoredSettings, changes: Changes) {
    const before = repository.toStoredLeaves(stored.document)
    const complete = completeDefaultTax({ ...defaults, ...before }, changes)
    const after = applyChanges(before, complete)
    const leaves = { ...defaults, ...after }
    const faults = [
      ...inconsistencies(leaves, complete),
      ...(await templateFaults(trx, complete, deps)),
    ]
    if (faults.length > 0) throw invalidRequest(faults)
    return after
  }

  /** What changes nothing makes no new version. */
  async function save(trx: Trx, { actor, stored, leaves }: Saving) {
    const document = repository.toDocument(leaves)
    if (document === stored.document) return stored
    const saved = { version: stored.version + 1, updatedAt: instant(deps.clock), document }
    await repository.saveStored(trx, saved)
    await recordEvent(trx, {
      type: 'settings.updated',
      resourceId: 'settings',
      actor,
      at: saved.updatedAt,
      data: { version: saved.version, changed: changedKeys(stored, leaves) },
    })
    return saved
  }
}

interface Saving {
  readonly actor: NewEvent['actor']
  readonly stored: StoredSettings
  readonly leaves: Partial<Leaves>
}

/** The keys that differ, not what they hold: a bank account is nothing for every receiver. */
function changedKeys(stored: StoredSettings, leaves: Partial<Leaves>): readonly string[] {
  const before: Readonly<Record<string, unknown>> = repository.toStoredLeaves(stored.document)
  const after: Readonly<Record<string, unknown>> = leaves
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...paths].filter((path) => !isDeepStrictEqual(before[path], after[path]))
  return [...new Set(changed.map((path) => path.split('/')[0] ?? path))].sort()
}

/** Whether somebody set the leaf, or another part of its key: the parts of a key go together. */
function isStored(stored: Partial<Leaves>, path: string): boolean {
  const [key] = path.split('/')
  return Object.keys(stored).some((other) => other.split('/')[0] === key)
}

/**
 * Parses only what it did not parse last. It compares the stored text, not its version: a transaction
 * that is rolled back gives the same version to another text.
 */
function cachedReader(defaults: Leaves): (stored: StoredSettings) => Settings {
  let last: { readonly stored: StoredSettings; readonly settings: Settings } | undefined
  return (stored) => {
    const isSame =
      last?.stored.document === stored.document &&
      last.stored.version === stored.version &&
      last.stored.updatedAt === stored.updatedAt
    if (last && isSame) return last.settings
    const leaves = { ...defaults, ...repository.toStoredLeaves(stored.document) }
    const settings = repository.toSettings(leaves, stored)
    last = { stored, settings }
    return settings
  }
}

async function resolveLogo(
  changes: Changes,
  { outbound }: SettingsDeps,
): Promise<{ readonly picture: Picture | null; readonly resolved: Changes }> {
  const logo = changes.get('logo')
  if (typeof logo?.value !== 'string') return { picture: null, resolved: changes }
  const picture = await readLogo(logo.value, logo.pointer, outbound)
  return { picture, resolved: new Map([...changes, ['logo', { ...logo, value: picture.id }]]) }
}

/** A new logo of a change that is only looked at: a web address is not fetched for that. */
async function pictureOf(changes: Changes, pointer: string): Promise<Picture | null> {
  const logo = changes.get('logo')
  if (typeof logo?.value !== 'string') return null
  const place = `${pointer}${logo.pointer}`
  const send = async () => {
    throw invalidLogo(place, 'A logo that is only looked at is a data URL.')
  }
  return readLogo(logo.value, place, { send })
}

const below = (pointer: string, faults: readonly Fault[]): readonly Fault[] =>
  faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }))

async function templateFaults(
  db: Db,
  changes: Changes,
  { templateExists }: SettingsDeps,
): Promise<readonly Fault[]> {
  const template = changes.get('templateId')
  if (typeof template?.value !== 'string') return []
  if (await templateExists(db, template.value)) return []
  return [unknownTemplate(template.pointer, template.value)]
}
