import { requireRoom } from '../../core/companies/limits.ts'
import { keepLargeBytes } from '../../core/files/change.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import type { Db } from '../../platform/database/db.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { forgetTemplate } from '../settings/change.ts'
import { currentSettings } from '../settings/read.ts'
import { isBuiltIn } from './inner/builtin.ts'
import * as repository from './inner/repository.ts'
import { createSanitizer } from './inner/sanitize-apart.ts'
import { readTemplateFile } from './install/inner/file.ts'
import { isTemplateId } from './install/manifest-names.ts'
import { builtIns, requireTemplate, requireVersion } from './read.ts'
import {
  checkTemplateName,
  HTML_PATH,
  type Incoming,
  nextVersion,
  slugOf,
  type Template,
  type TemplateAsset,
  type TemplateVersion,
  templateEmpty,
  templateEtag,
  templateProtected,
  unsafeTemplate,
  versionExists,
} from './template.ts'

export interface InstallOptions {
  /** Refuses the template instead of removing its unsafe parts. */
  readonly strict: boolean
}

export interface Installed {
  readonly template: Template
  readonly content: TemplateVersion
  /** True for a new id; false if a version was added or nothing changed. */
  readonly created: boolean
}

const sanitizer = createSanitizer()

/** The current id in `settings.templateId`. */
export async function activeTemplateId(work: ReadWork): Promise<string> {
  return (await currentSettings(work)).templateId
}

/**
 * The current version for an invoice that is being issued with it: it is kept for that
 * invoice.
 */
export async function pinTemplateVersion(work: Work, id: string): Promise<string | null> {
  return (
    builtIns.template(id)?.version ??
    (isTemplateId(id) ? repository.pinCurrentVersion(work, id) : null)
  )
}

export function createTemplate(
  work: ReadWork,
  incoming: Pick<Incoming, 'id' | 'name' | 'version' | 'html'>,
  options: InstallOptions,
) {
  return install(work, { ...incoming, ...NOTHING_MORE, source: 'upload' }, options)
}

export async function loadTemplateFile(
  work: ReadWork,
  file: { readonly path: string } & Pick<Incoming, 'id' | 'name' | 'version'>,
  options: InstallOptions,
): Promise<Installed> {
  const { html, stem } = await readTemplateFile(work.app.config.templatesDir, file.path)
  const { id = slugOf(stem), name = stem, version } = file
  return install(work, { id, name, version, html, ...NOTHING_MORE, source: 'file' }, options)
}

export async function installFromManifest(
  work: ReadWork,
  url: string,
  options: InstallOptions,
): Promise<Installed> {
  // Its reader of YAML is loaded with the first install.
  const { fetchTemplate } = await import('./install/installer.ts')
  return install(work, await fetchTemplate(work.app.outbound, url), options)
}

export function deleteTemplate(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    if (isBuiltIn(id)) throw templateProtected(id)
    const activeId = (await currentSettings(work)).templateId
    // The settings are locked first, as in the change that makes this template the active one.
    await forgetTemplate(work, id)
    const template = await requireTemplate(work, id)
    checkIfMatch(ifMatch, templateEtag(template, activeId))
    await repository.deleteTemplate(work, id)
    announce(work, 'template.deleted', template)
  })
}

/** Stores the built-in templates of this release; earlier versions stay for their invoices. */
export function ensureBuiltIns(db: Db, at: string): Promise<void> {
  return builtIns.store(db, at)
}

/** Sanitizes and stores the template. The same content again changes nothing. */
async function install(
  work: ReadWork,
  incoming: Incoming,
  { strict }: InstallOptions,
): Promise<Installed> {
  const name = incoming.name ?? incoming.id ?? 'Template'
  const id = incoming.id ?? slugOf(name)
  checkTemplateName(id, incoming.version)
  if (isBuiltIn(id)) throw templateProtected(id)
  if (incoming.html.trim() === '') throw templateEmpty()
  const assets = incoming.assets.map(({ path }) => path)
  const safe = await sanitizer.run(work.companyId, { source: incoming.html, assets })
  if (strict && safe.removed.length > 0) throw unsafeTemplate(safe.removed)
  const digest = repository.digestOf(incoming.html, incoming.assets)
  const inStore = await keepLarge(work, incoming.assets)
  return transaction(work, (work) =>
    store(work, { ...incoming, ...safe, id, name, digest, inStore }),
  )
}

/** The paths of the assets that the object store accepted. */
async function keepLarge(
  work: ReadWork,
  assets: readonly TemplateAsset[],
): Promise<ReadonlySet<string>> {
  const paths = new Set<string>()
  for (const { path, bytes } of assets) if (await keepLargeBytes(work, bytes)) paths.add(path)
  return paths
}

type Unversioned = Omit<repository.Installation, 'version'> & {
  readonly version?: string | undefined
}

async function store(work: Work, incoming: Unversioned): Promise<Installed> {
  await repository.lockTemplate(work, incoming)
  const existing = await repository.findTemplate(work, incoming.id)
  const version = incoming.version ?? (await freeVersion(work, incoming, existing))
  checkTemplateName(incoming.id, version)
  const installation = { ...incoming, version }
  const digest = await repository.findDigest(work, incoming.id, version)
  if (digest !== undefined && digest !== incoming.digest) throw versionExists(incoming.id, version)
  const isSame = digest !== undefined && existing?.version === version
  await requireRoomFor(work, installation, { isNew: !existing, isStored: digest !== undefined })
  if (!isSame) await repository.saveTemplate(work, installation)
  if (digest === undefined) await repository.insertVersion(work, installation)
  const template = await requireTemplate(work, incoming.id)
  if (!isSame) announce(work, 'template.installed', template)
  return {
    template,
    content: await requireVersion(work, incoming.id, version),
    created: existing === undefined,
  }
}

async function requireRoomFor(
  work: Work,
  { html, assets }: Unversioned,
  { isNew, isStored }: { readonly isNew: boolean; readonly isStored: boolean },
): Promise<void> {
  const measured = () => repository.measure(work)
  if (isNew) await requireRoom(work, 'templates', async () => (await measured()).templates)
  if (isStored) return
  const size = assets.reduce((sum, { bytes }) => sum + bytes.length, Buffer.byteLength(html))
  await requireRoom(work, 'template_bytes', async () => (await measured()).bytes, size)
}

function announce(
  work: Work,
  type: 'template.installed' | 'template.deleted',
  { id, name, version, source }: Template,
) {
  return recordEvent(work, { type, resourceId: id, data: { id, name, version, source } })
}

/** For a template without a version: the current version if nothing changed, else the next free one. */
async function freeVersion(
  scope: CompanyDb,
  { id, digest }: Unversioned,
  existing: Template | undefined,
) {
  if (existing?.sha256 === digest) return existing.version
  let version = existing ? nextVersion(existing.version) : '1.0.0'
  while ((await repository.findDigest(scope, id, version)) !== undefined)
    version = nextVersion(version)
  return version
}

const NOTHING_MORE = {
  htmlPath: HTML_PATH,
  assets: [],
  license: null,
  homepage: null,
  manifestUrl: null,
}
