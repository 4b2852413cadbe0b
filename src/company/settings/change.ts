import { isDeepStrictEqual } from 'node:util'
import type { Company } from '../../core/companies/company.ts'
import { changeInDirectory, renameCompany } from '../../core/companies/directory.ts'
import { checkIfMatch } from '../../core/http/etag.ts'
import type { JobKind } from '../../core/jobs/job.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import type { App } from '../../core/record/app.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { type Fault, invalidRequest } from '../../kernel/errors.ts'
import { laterOf, secondsAfter } from '../../platform/clock.ts'
import { type CompanyDb, companyDb } from '../../platform/database/scope.ts'
import { DEFAULT_TEMPLATE_ID, type Leaves } from './fields.ts'
import { applyChanges, type Changes, type Mode, toChanges } from './inner/changes.ts'
import { completeDefaultTax, completeTerms, inconsistencies } from './inner/consistency.ts'
import { invalidLogo, sameNumbers, unknownTemplate } from './inner/errors.ts'
import type { StoredSettings } from './inner/repository.ts'
import * as repository from './inner/repository.ts'
import { type Picture, readLogo, toDataUrl } from './logo.ts'
import { templateExists } from './ports.ts'
import { defaultsOf, logoAsDataUrl, settingsEtag, toCurrent } from './read.ts'
import { findSameNumbers } from './series/read.ts'
import { NUMBERINGS, type Settings } from './settings.ts'

interface SettingsChange {
  /** A body that matches `SettingsInput`. */
  readonly body: object
  readonly mode: Mode
  readonly ifMatch: string | undefined
}

/** Checked settings that are not stored. */
export interface PreparedSettings {
  readonly changes: Changes
  readonly picture: Picture | null
}

interface SettingsPreview {
  /** A body that matches `SettingsInput`; its logo is a data URL, because nothing is downloaded. */
  readonly body: object
  /** The position of the body in the request, for pointers. */
  readonly pointer: string
}

export interface SettingsWithLogo {
  readonly settings: Settings
  /** A data URL. */
  readonly logo: string | null
}

/** The settings, which nobody changes until the transaction ends. */
export async function lockSettings(work: Work): Promise<Settings> {
  return toCurrent(work.app, await repository.lockStored(work))
}

export async function changeSettings(
  work: ReadWork,
  { body, mode, ifMatch }: SettingsChange,
): Promise<Settings> {
  // Before the transaction, because a slow server must not keep the row locked.
  const { picture, changes } = await resolveLogo(work.app, readChanges(body, mode))
  let isRenamed = false
  const current = await transaction(work, async (work) => {
    const stored = await repository.lockStored(work)
    checkIfMatch(ifMatch, settingsEtag(work, toCurrent(work.app, stored)))
    const before = repository.toStoredLeaves(stored.document)
    const after = await requireValid(work, before, changes)
    if (picture) await repository.keepPicture(work, picture)
    const saved = await save(work, stored, after)
    isRenamed = before.companyName !== after.companyName
    return toCurrent(work.app, saved)
  })
  // The name that this process remembers of the directory may be a few seconds old.
  if (isRenamed || current.companyName !== work.company.name) await nameInDirectory(work)
  return current
}

/** Throws the faults of a change, except those of a logo, which would have to be downloaded. */
export async function checkSettings(work: ReadWork, body: object): Promise<void> {
  const changes = new Map([...readChanges(body, 'patch')].filter(([path]) => path !== 'logo'))
  const stored = await repository.readStored(work)
  await requireValid(work, repository.toStoredLeaves(stored.document), changes)
}

/** Checks settings of another installation and downloads their logo. Throws every fault. */
export async function prepareSettings(work: ReadWork, body: object): Promise<PreparedSettings> {
  const { picture, changes: asked } = await resolveLogo(work.app, readChanges(body, 'patch'))
  const { changes, faults } = decide(work.app, {}, asked)
  refuse([...faults, ...(await templateFaults(work, changes))])
  return { changes, picture }
}

/** The settings of an installation where nothing else was set. */
export function previewPrepared({ at, app }: ReadWork, { changes }: PreparedSettings): Settings {
  const leaves = { ...defaultsOf(app), ...applyChanges({}, changes) }
  return repository.toSettings(leaves, { version: 0, updatedAt: at })
}

/** The current settings with an unsaved change, and their logo. */
export async function previewSettings(
  work: ReadWork,
  { body, pointer }: SettingsPreview,
): Promise<SettingsWithLogo> {
  const changes = readChanges(body, 'patch', pointer)
  const picture = await pictureOf(changes, pointer)
  const stored = await repository.readStored(work)
  const { leaves, faults } = decide(work.app, repository.toStoredLeaves(stored.document), changes)
  refuse(below(pointer, faults))
  const settings = repository.toSettings(leaves, stored)
  return {
    settings,
    logo: picture ? toDataUrl(picture) : await logoAsDataUrl(work, settings.logoId),
  }
}

/** Sets those that are not set here, and returns them. Then call `nameInDirectory`. */
export async function fillSettings(
  work: ReadWork,
  { changes, picture }: PreparedSettings,
): Promise<readonly string[]> {
  return transaction(work, async (work) => {
    const stored = await repository.lockStored(work)
    // In any case, because the imported invoices show it.
    if (picture) await repository.keepPicture(work, picture)
    const before = repository.toStoredLeaves(stored.document)
    const open = new Map([...changes].filter(([path]) => !isStored(before, path)))
    const after = applyChanges(before, open)
    const leaves = { ...defaultsOf(work.app), ...after }
    const change = { before: { ...defaultsOf(work.app), ...before }, leaves, changes: open }
    const faults = [...inconsistencies(leaves, open), ...(await seriesFaults(work, change))]
    if (faults.length > 0) return []
    await save(work, stored, after)
    return [...open.keys()]
  })
}

/** After deleting a template: if it was active, the built-in one becomes active. */
export function forgetTemplate(work: ReadWork, templateId: string): Promise<void> {
  return transaction(work, async (work) => {
    const stored = await repository.lockStored(work)
    if (toCurrent(work.app, stored).templateId !== templateId) return
    const before = repository.toStoredLeaves(stored.document)
    await save(work, stored, { ...before, templateId: DEFAULT_TEMPLATE_ID })
  })
}

/** Names the company in its settings and in the directory, which may change further. */
export async function nameCompany(
  work: ReadWork,
  companyName: string,
  decide: (before: Company) => Partial<Company> = () => ({}),
): Promise<Company> {
  const name = companyName.trim()
  await changeInDirectory(work.app.directory, work.companyId, (before) => ({
    ...decide(before),
    name,
  }))
  await transaction(work, async (work) => {
    const stored = await repository.lockStored(work)
    const leaves = { ...repository.toStoredLeaves(stored.document), companyName: name }
    await save(work, stored, leaves)
  })
  return nameInDirectory(work)
}

/**
 * Gives the directory the name of the settings, unless that is empty. In a transaction of its own,
 * because companies and the directory may be on different machines.
 */
export function nameInDirectory({ companyId, app }: ReadWork): Promise<Company> {
  return renameCompany(app.directory, companyId, async (trx) => {
    const stored = await repository.readStored(companyDb(trx, companyId))
    return repository.toStoredLeaves(stored.document).companyName?.trim() ?? ''
  })
}

function decide(app: App, before: Partial<Leaves>, asked: Changes) {
  const current = { ...defaultsOf(app), ...before }
  const changes = completeTerms(current, completeDefaultTax(current, asked))
  const after = applyChanges(before, changes)
  const leaves = { ...defaultsOf(app), ...after }
  const faults = [...inconsistencies(leaves, changes), ...folderFaults(app, before, changes)]
  return { changes, after, leaves, faults }
}

async function requireValid(work: ReadWork, before: Partial<Leaves>, asked: Changes) {
  const { changes, after, leaves, faults } = decide(work.app, before, asked)
  const change = { before: { ...defaultsOf(work.app), ...before }, leaves, changes }
  refuse([
    ...faults,
    ...(await templateFaults(work, changes)),
    ...(await seriesFaults(work, change)),
  ])
  return after
}

/** @param pointer the position of the body in the request, for its faults */
function readChanges(body: object, mode: Mode, pointer = ''): Changes {
  const { changes, faults } = toChanges(body, mode)
  refuse(below(pointer, faults))
  return changes
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidRequest(faults)
}

/** The request renames the company in the directory. The job follows in case the process crashes. */
const NAMED_AFTER_SECONDS = 60

/** Without a difference, no new version is stored. */
async function save(
  work: Work,
  stored: StoredSettings,
  leaves: Partial<Leaves>,
): Promise<StoredSettings> {
  const document = repository.toDocument(leaves)
  if (document === stored.document) return stored
  const updatedAt = laterOf(work.at, stored.updatedAt)
  const saved = { version: stored.version + 1, updatedAt, document }
  await repository.saveStored(work, saved)
  const changed = changedKeys(stored, leaves)
  if (changed.includes('companyName')) {
    const dueAt = secondsAfter(work.at, NAMED_AFTER_SECONDS)
    await enqueue(work, NAME_COMPANY, [{ key: 'name', payload: {}, dueAt }])
  }
  recordEvent(work, {
    type: 'settings.updated',
    resourceId: 'settings',
    data: { version: saved.version, changed },
  })
  return saved
}

/** The changed keys without values, because not every receiver may read a bank account. */
function changedKeys(stored: StoredSettings, leaves: Partial<Leaves>): readonly string[] {
  const before: Readonly<Record<string, unknown>> = repository.toStoredLeaves(stored.document)
  const after: Readonly<Record<string, unknown>> = leaves
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...paths].filter((path) => !isDeepStrictEqual(before[path], after[path]))
  return [...new Set(changed.map((path) => path.split('/')[0] ?? path))].sort()
}

/** Whether the leaf or another part of its key is set, because the parts belong together. */
function isStored(stored: Partial<Leaves>, path: string): boolean {
  const [key] = path.split('/')
  return Object.keys(stored).some((other) => other.split('/')[0] === key)
}

async function resolveLogo({ outbound }: App, changes: Changes): Promise<PreparedSettings> {
  const logo = changes.get('logo')
  if (typeof logo?.value !== 'string') return { picture: null, changes }
  const picture = await readLogo(logo.value, logo.pointer, outbound)
  return { picture, changes: new Map([...changes, ['logo', { ...logo, value: picture.id }]]) }
}

/** The new logo of a preview. A web address is refused, because a preview downloads nothing. */
async function pictureOf(changes: Changes, pointer: string): Promise<Picture | null> {
  const logo = changes.get('logo')
  if (typeof logo?.value !== 'string') return null
  const place = `${pointer}${logo.pointer}`
  const send = async () => {
    throw invalidLogo(place, 'A preview downloads nothing. Send the logo as a data URL.')
  }
  return readLogo(logo.value, place, { send })
}

const below = (pointer: string, faults: readonly Fault[]): readonly Fault[] =>
  faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }))

/** A folder that nobody watches would only seem to work. */
function folderFaults(
  { config }: App,
  before: Partial<Leaves>,
  changes: Changes,
): readonly Fault[] {
  const folder = changes.get('bankFolder')
  const isNew = typeof folder?.value === 'string' && folder.value !== before.bankFolder
  if (config.bankFolders !== null || !isNew) return []
  const message = 'Not allowed: the operator of the service has to set BANK_FOLDERS first.'
  return [{ pointer: folder.pointer, code: 'not_allowed', message }]
}

async function templateFaults(scope: CompanyDb, changes: Changes): Promise<readonly Fault[]> {
  const template = changes.get('templateId')
  if (typeof template?.value !== 'string') return []
  if (await templateExists.run(scope, template.value)) return []
  return [unknownTemplate(template.pointer, template.value)]
}

interface Change {
  readonly before: Leaves
  readonly leaves: Leaves
  readonly changes: Changes
}

/** The new patterns that a series has already, or one that gives the same numbers. */
async function seriesFaults(
  scope: CompanyDb,
  { before, leaves, changes }: Change,
): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  for (const [key, kind] of NUMBERINGS) {
    const path = `${key}/pattern` as const
    if (leaves[path] === before[path]) continue
    const series = await findSameNumbers(scope, kind, leaves[path])
    if (series) faults.push(sameNumbers(changes.get(path)?.pointer ?? `/${path}`, series))
  }
  return faults
}

/** Copies the new company name to the directory, in case the process that saved it crashed first. */
export const NAME_COMPANY: JobKind<Readonly<Record<string, never>>> = {
  name: 'company.name',
  parallel: 2,
}
