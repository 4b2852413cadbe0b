import { sql } from 'kysely'
import { countRows } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { forUpdate } from '../../../platform/database/db.ts'
import { type CompanyDb, compiledForCompany, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { sha256 } from '../../../platform/ids.ts'
import type {
  Incoming,
  Template,
  TemplateAsset,
  TemplateSource,
  TemplateVersion,
} from '../template.ts'

/** All installed templates of the company. */
export async function listTemplates(scope: CompanyDb): Promise<readonly Template[]> {
  const rows = await tablesOf(scope)
    .selectFrom('templates')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const versions = await tablesOf(scope)
    .selectFrom('template_versions')
    .select(['template_id', 'version', 'sha256'])
    .orderBy('created_at')
    .execute()
  return rows.map((row) =>
    toTemplate(
      row,
      versions.filter(({ template_id }) => template_id === row.id),
    ),
  )
}

export async function findTemplate(scope: CompanyDb, id: string): Promise<Template | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toTemplate(row, await versionsOf(scope, id))
}

type Row = Tables['templates']
type VersionKey = Pick<Tables['template_versions'], 'version' | 'sha256'>

const versionsOf = (scope: CompanyDb, id: string): Promise<VersionKey[]> =>
  tablesOf(scope)
    .selectFrom('template_versions')
    .select(['version', 'sha256'])
    .where('template_id', '=', id)
    .orderBy('created_at')
    .execute()

const toTemplate = (row: Row, versions: readonly VersionKey[]): Template => ({
  id: row.id,
  name: row.name,
  version: row.current_version,
  versions: versions.map(({ version }) => version),
  source: row.source as TemplateSource,
  sha256: versions.find(({ version }) => version === row.current_version)?.sha256 ?? '',
  license: row.license,
  homepage: row.homepage,
  manifestUrl: row.manifest_url,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The version of an installed template to render with. */
export async function findCurrentVersion(scope: CompanyDb, id: string): Promise<string | null> {
  const [row] = await selectCurrent(scope, id)
  return row?.current_version ?? null
}

const selectCurrent = compiledForCompany((scope, id: string) =>
  tablesOf(scope)
    .selectFrom('templates')
    .select('current_version')
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)

/**
 * The current version for an invoice that is being issued with it. It is kept for that invoice, even
 * if its template is deleted.
 */
export async function pinCurrentVersion(work: Work, id: string): Promise<string | null> {
  const [row] = await selectToPin(work, id)
  if (!row) return null
  if (row.pinned_at !== null) return row.current_version
  // None if the template was deleted since it was read.
  const [pinned] = await pin(work, work.at, id, row.current_version)
  return pinned?.version ?? null
}

const selectToPin = compiledForCompany((scope, id: string) =>
  tablesOf(scope)
    .selectFrom('templates')
    .innerJoin('template_versions', (join) =>
      join
        .onRef('template_versions.company_id', '=', 'templates.company_id')
        .onRef('template_versions.template_id', '=', 'templates.id')
        .onRef('template_versions.version', '=', 'templates.current_version'),
    )
    .select(['current_version', 'pinned_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)

const pin = compiledForCompany((scope, at: string, id: string, version: string) =>
  tablesOf(scope)
    .updateTable('template_versions')
    .set({ pinned_at: at })
    .where('template_id', '=', id)
    .where('version', '=', version)
    .returning('version'),
)

/** The content of a version; a pinned one is found even after its template was deleted. */
export async function findVersion(
  scope: CompanyDb,
  id: string,
  version: string,
): Promise<TemplateVersion | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('template_versions')
    .select(['html', 'removed'])
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && { id, version, html: row.html, removed: JSON.parse(row.removed) }
}

const filesOf = (scope: CompanyDb, id: string, version: string) =>
  tablesOf(scope)
    .selectFrom('template_assets')
    .where('template_id', '=', id)
    .where('version', '=', version)

/** The bytes are empty if the object store has them. */
export type StoredAsset = Pick<TemplateAsset, 'path' | 'mediaType' | 'bytes'> & {
  readonly sha256: string
}

const ASSET = ['path', 'media_type as mediaType', 'sha256', 'bytes'] as const

export function findAsset(
  scope: CompanyDb,
  id: string,
  version: string,
  path: string,
): Promise<StoredAsset | undefined> {
  return filesOf(scope, id, version).select(ASSET).where('path', '=', path).executeTakeFirst()
}

/** The template's own HTML is one of its files, as text: a browser that opens it shows the source. */
const SOURCE_TYPE = 'text/plain; charset=utf-8'

export async function listAssetPaths(
  scope: CompanyDb,
  id: string,
  version: string,
): Promise<readonly string[]> {
  const rows = await filesOf(scope, id, version)
    .select('path')
    .where('media_type', '!=', SOURCE_TYPE)
    .execute()
  return rows.map(({ path }) => path)
}

export function listAssets(
  scope: CompanyDb,
  id: string,
  version: string,
): Promise<readonly StoredAsset[]> {
  return filesOf(scope, id, version)
    .select(ASSET)
    .where('media_type', '!=', SOURCE_TYPE)
    .orderBy('path')
    .execute()
}

/** The hashes among these that an asset has. */
export async function listKnown(
  scope: CompanyDb,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(scope)
    .selectFrom('template_assets')
    .select('sha256')
    .where('sha256', 'in', hashes)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Identifies a version's content: its original HTML, and every asset by path and bytes. */
export const digestOf = (source: string | Uint8Array, assets: readonly TemplateAsset[]): string =>
  assets.length === 0
    ? sha256(source)
    : sha256(
        [sha256(source), ...assets.map(({ path, bytes }) => `${path} ${sha256(bytes)}`)].join('\n'),
      )

export async function findDigest(
  scope: CompanyDb,
  id: string,
  version: string,
): Promise<string | undefined> {
  const [row] = await selectDigest(scope, id, version)
  return row?.sha256
}

/** Read for every document. */
const selectDigest = compiledForCompany((scope, id: string, version: string) =>
  tablesOf(scope)
    .selectFrom('template_versions')
    .select('sha256')
    .where('template_id', '=', id)
    .where('version', '=', version),
)

/** A sanitized template to store. */
export interface Installation extends Incoming {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly digest: string
  readonly removed: TemplateVersion['removed']
  /** Paths of the assets whose bytes are in the object store. */
  readonly inStore: ReadonlySet<string>
}

/**
 * Locks the template until the transaction ends. A missing row cannot be locked, so a new template
 * begins as a deleted one. Repeated if another transaction deletes the row first.
 */
export async function lockTemplate(
  work: Work,
  { id, name, source }: Pick<Installation, 'id' | 'name' | 'source'>,
): Promise<void> {
  const { at } = work
  const times = { created_at: at, updated_at: at, deleted_at: at }
  do
    await tablesOf(work)
      .insertInto('templates', { id, name, source, current_version: '', ...times })
      .onConflict((conflict) => conflict.columns(['company_id', 'id']).doNothing())
      .execute()
  while (!(await lockRow(work, id)))
}

const lockRow = (work: Work, id: string) =>
  tablesOf(work)
    .selectFrom('templates')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(forUpdate(work.db))
    .executeTakeFirst()

/** The number of installed templates, and the bytes of all kept versions. */
export async function measure(scope: CompanyDb): Promise<{ templates: number; bytes: number }> {
  const templates = await countRows(
    tablesOf(scope).selectFrom('templates').where('deleted_at', 'is', null),
  )
  const { bytes } = await tablesOf(scope)
    .selectFrom('template_assets')
    .select(
      sql<bigint | null>`cast(sum(coalesce(size, octet_length(bytes))) as bigint)`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return { templates, bytes: Number(bytes ?? 0n) }
}

/**
 * The installation becomes the current version; a deleted template is restored. After
 * `lockTemplate`.
 */
export async function saveTemplate(work: Work, it: Installation): Promise<void> {
  await tablesOf(work)
    .updateTable('templates')
    .set({
      name: it.name,
      source: it.source,
      current_version: it.version,
      license: it.license,
      homepage: it.homepage,
      manifest_url: it.manifestUrl,
      updated_at: sql<string>`case when updated_at > ${work.at} then updated_at else ${work.at} end`,
      deleted_at: null,
    })
    .where('id', '=', it.id)
    .execute()
}

export async function insertVersion(work: Work, it: Installation): Promise<void> {
  const key = { template_id: it.id, version: it.version }
  await tablesOf(work)
    .insertInto('template_versions', {
      ...key,
      html: it.html,
      sha256: it.digest,
      removed: JSON.stringify(it.removed),
      created_at: work.at,
      pinned_at: null,
    })
    .execute()
  const html = new TextEncoder().encode(it.html)
  const source = { path: it.htmlPath, mediaType: SOURCE_TYPE, bytes: html }
  const files = [source, ...it.assets].map(({ path, mediaType, bytes }) => ({
    ...key,
    path,
    media_type: mediaType,
    sha256: sha256(bytes),
    bytes: it.inStore.has(path) ? new Uint8Array() : bytes,
    size: BigInt(bytes.length),
  }))
  await tablesOf(work).insertInto('template_assets', files).execute()
}

/** Hides the template and deletes every version without an issued invoice. */
export async function deleteTemplate(work: Work, id: string): Promise<void> {
  await lockRow(work, id)
  await tablesOf(work)
    .deleteFrom('template_versions')
    .where('template_id', '=', id)
    .where('pinned_at', 'is', null)
    .execute()
  const left = await versionsOf(work, id)
  if (left.length === 0) await tablesOf(work).deleteFrom('templates').where('id', '=', id).execute()
  else
    await tablesOf(work)
      .updateTable('templates')
      .set({ deleted_at: work.at })
      .where('id', '=', id)
      .execute()
}
