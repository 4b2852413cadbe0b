import type { Template as Compiled } from '@billwright/templates'
import { withWholeBytes } from '../../core/files/change.ts'
import { onePerApp } from '../../core/record/app.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { createCompanyCache } from '../../platform/company-cache.ts'
import { cacheKey } from '../../platform/database/cache-key.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { createBuiltIns } from './builtin/inner/versions.ts'
import { compileTemplate } from './compile.ts'
import { isBuiltIn } from './inner/builtin.ts'
import * as repository from './inner/repository.ts'
import { isSafePath, isTemplateId, isTemplateVersion } from './install/manifest-names.ts'
import {
  assetNotFound,
  type Template,
  type TemplateAsset,
  type TemplateContent,
  type TemplateVersion,
  templateNotFound,
} from './template.ts'
import { type TemplateTraits, traitsOf } from './traits.ts'

export { listKnown as listKnownAssets, measure as measureTemplates } from './inner/repository.ts'

/** A version of a template that is ready to render with. */
export interface CompiledTemplate {
  readonly content: TemplateContent
  readonly template: Compiled
  readonly traits: TemplateTraits
  /** Of its fonts and pictures. */
  readonly assetPaths: readonly string[]
}

const COMPILED_MAX = 100

/**
 * Each print needs the assets, even if the PDF is cached, and large ones are in the object store.
 */
const ASSETS_MAX_BYTES = 32 * 1024 * 1024

export const builtIns = createBuiltIns()

const compiledOf = onePerApp(() => createCompanyCache<CompiledTemplate>({ sizeMax: COMPILED_MAX }))

const assetsOf = onePerApp(() =>
  createCompanyCache<readonly TemplateAsset[]>({
    sizeMax: ASSETS_MAX_BYTES,
    sizeOf: (assets) => assets.reduce((sum, { bytes }) => sum + bytes.length, 1),
  }),
)

/** The built-in ones first. */
export async function listTemplates(work: ReadWork): Promise<readonly Template[]> {
  return [...builtIns.list(), ...(await repository.listTemplates(work))]
}

export async function getTemplate(
  work: ReadWork,
  id: string,
): Promise<{ readonly template: Template; readonly content: TemplateVersion }> {
  const template = await requireTemplate(work, id)
  return { template, content: await requireVersion(work, id, template.version) }
}

export async function currentTemplateVersion(scope: CompanyDb, id: string): Promise<string | null> {
  return (
    builtIns.template(id)?.version ??
    (isTemplateId(id) ? repository.findCurrentVersion(scope, id) : null)
  )
}

export async function readAsset(
  work: ReadWork,
  { id, version, path }: Readonly<Record<'id' | 'version' | 'path', string>>,
): Promise<TemplateAsset> {
  const mayBe = isTemplateId(id) && isTemplateVersion(version) && isSafePath(path)
  const stored = { id, version, path }
  const asset = isBuiltIn(id)
    ? await builtIns.asset(work.db, stored)
    : mayBe && (await storedAsset(work, stored))
  if (!asset) throw assetNotFound()
  return asset
}

export async function readAssets(
  work: ReadWork,
  content: TemplateContent,
): Promise<readonly TemplateAsset[]> {
  if (isBuiltIn(content.id)) return []
  const key = cacheKey(work, content)
  const known = assetsOf(work.app).get(key)
  if (known) return known
  const assets = await still(work, content, async () => {
    const stored = await repository.listAssets(work, content.id, content.version)
    return Promise.all(stored.map((asset) => withWholeBytes(work, asset)))
  })
  assetsOf(work.app).set(key, assets)
  return assets
}

/** The template installed as this version, ready to render. */
export async function compiledTemplate(
  work: ReadWork,
  { id, version }: Omit<TemplateContent, 'digest'>,
): Promise<CompiledTemplate> {
  const digest = await findDigest(work, { id, version })
  if (digest === undefined) throw templateNotFound()
  const content = { id, version, digest }
  const key = cacheKey(work, content)
  const known = compiledOf(work.app).get(key)
  if (known) return known
  const entry = await still(work, content, async () => {
    const { html } = await requireVersion(work, id, version)
    const assetPaths = await repository.listAssetPaths(work, id, version)
    return { content, template: compileTemplate(html), traits: traitsOf(html), assetPaths }
  })
  compiledOf(work.app).set(key, entry)
  return entry
}

export async function requireTemplate(scope: CompanyDb, id: string): Promise<Template> {
  const template =
    builtIns.template(id) ??
    (isTemplateId(id) ? await repository.findTemplate(scope, id) : undefined)
  if (!template) throw templateNotFound()
  return template
}

export async function requireVersion(
  scope: CompanyDb,
  id: string,
  version: string,
): Promise<TemplateVersion> {
  const found = isBuiltIn(id)
    ? await builtIns.version(scope.db, id, version)
    : await repository.findVersion(scope, id, version)
  if (!found) throw templateNotFound()
  return found
}

function findDigest(scope: CompanyDb, { id, version }: Pick<TemplateContent, 'id' | 'version'>) {
  return isBuiltIn(id)
    ? builtIns.digest(scope.db, id, version)
    : repository.findDigest(scope, id, version)
}

/** The result of `read`, if it has that content: the version may have been replaced meanwhile. */
async function still<T>(
  scope: CompanyDb,
  content: TemplateContent,
  read: () => Promise<T>,
): Promise<T> {
  const found = await read()
  const digest = await findDigest(scope, content)
  if (digest !== content.digest) throw templateNotFound()
  return found
}

async function storedAsset(
  work: ReadWork,
  { id, version, path }: Readonly<Record<'id' | 'version' | 'path', string>>,
): Promise<TemplateAsset | undefined> {
  const asset = await repository.findAsset(work, id, version, path)
  return asset && withWholeBytes(work, asset)
}
