import type { Selectable } from 'kysely'
import { compiledOnce } from '../platform/database/compiled.ts'
import { type Db, engineOf, forUpdate, type Trx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'
import { sha256 } from '../platform/ids.ts'
import type { Template, TemplateAsset, TemplateSource, TemplateVersion } from './template.ts'

/** All installed templates, built-in ones first. */
export async function listTemplates(db: Db): Promise<readonly Template[]> {
  const rows = await db
    .selectFrom('templates')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const versions = await db
    .selectFrom('template_versions')
    .select(['template_id', 'version', 'sha256'])
    .orderBy('created_at')
    .execute()
  const templates = rows.map((row) =>
    toTemplate(
      row,
      versions.filter(({ template_id }) => template_id === row.id),
    ),
  )
  return templates.toSorted(
    (a, b) => Number(b.source === 'builtin') - Number(a.source === 'builtin'),
  )
}

export async function findTemplate(db: Db, id: string): Promise<Template | undefined> {
  const row = await findRow(db, id)
  if (!row || row.deleted_at !== null) return undefined
  return toTemplate(row, await versionsOf(db, id))
}

type Row = Selectable<Tables['templates']>
type VersionKey = Pick<Selectable<Tables['template_versions']>, 'version' | 'sha256'>

const findRow = (db: Db, id: string): Promise<Row | undefined> =>
  db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst()

const versionsOf = (db: Db, id: string): Promise<VersionKey[]> =>
  db
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

/**
 * The current version of an installed template. Locks the template in a transaction, so that nobody
 * deletes the version that a new invoice pins.
 */
export async function findCurrentVersion(db: Db, id: string): Promise<string | null> {
  const isToStay = db.isTransaction && engineOf(db) === 'postgres'
  const [row] = await (isToStay ? findCurrentToStay(db, id) : findCurrent(db, id))
  return row?.current_version ?? null
}

const current = (db: Db, id: string) =>
  db
    .selectFrom('templates')
    .select('current_version')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
const findCurrent = compiledOnce(current)
const findCurrentToStay = compiledOnce((db: Db, id: string) => current(db, id).forShare())

/** A version's content, even of a deleted template: issued invoices keep theirs. */
export async function findVersion(
  db: Db,
  id: string,
  version: string,
): Promise<TemplateVersion | undefined> {
  const row = await db
    .selectFrom('template_versions')
    .select(['html', 'removed'])
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && { id, version, html: row.html, removed: JSON.parse(row.removed) }
}

export async function findAsset(
  db: Db,
  id: string,
  version: string,
  path: string,
): Promise<TemplateAsset | undefined> {
  const row = await db
    .selectFrom('template_assets')
    .select(['media_type', 'bytes'])
    .where('template_id', '=', id)
    .where('version', '=', version)
    .where('path', '=', path)
    .executeTakeFirst()
  return row && { path, mediaType: row.media_type, bytes: row.bytes }
}

/** Stores the template's own HTML with its files as plain text, so that a browser shows the source. */
const SOURCE_TYPE = 'text/plain; charset=utf-8'

export async function listAssetPaths(
  db: Db,
  id: string,
  version: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('template_assets')
    .select('path')
    .where('template_id', '=', id)
    .where('version', '=', version)
    .where('media_type', '!=', SOURCE_TYPE)
    .execute()
  return rows.map(({ path }) => path)
}

export async function listAssets(
  db: Db,
  id: string,
  version: string,
): Promise<readonly TemplateAsset[]> {
  const rows = await db
    .selectFrom('template_assets')
    .select(['path', 'media_type', 'bytes'])
    .where('template_id', '=', id)
    .where('version', '=', version)
    .where('media_type', '!=', SOURCE_TYPE)
    .orderBy('path')
    .execute()
  return rows.map((row) => ({ path: row.path, mediaType: row.media_type, bytes: row.bytes }))
}

/** Identifies a version's content: its original HTML, and every asset by path and bytes. */
export const digestOf = (source: string | Uint8Array, assets: readonly TemplateAsset[]): string =>
  assets.length === 0
    ? sha256(source)
    : sha256(
        [sha256(source), ...assets.map(({ path, bytes }) => `${path} ${sha256(bytes)}`)].join('\n'),
      )

export async function findDigest(db: Db, id: string, version: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('template_versions')
    .select('sha256')
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.sha256
}

/** A sanitized template to store. */
export interface Installation {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly source: TemplateSource
  readonly html: string
  /** Path of the HTML among the assets. */
  readonly htmlPath: string
  readonly digest: string
  readonly removed: TemplateVersion['removed']
  readonly assets: readonly TemplateAsset[]
  readonly license: string | null
  readonly homepage: string | null
  readonly manifestUrl: string | null
}

/**
 * Locks the template until the transaction ends. A missing row cannot be locked, so a new template
 * starts as a deleted one.
 */
export async function lockTemplate(
  trx: Trx,
  it: Pick<Installation, 'id' | 'name' | 'source'>,
  now: string,
): Promise<void> {
  const { id, name, source } = it
  const placeholder = { id, name, source, current_version: '', created_at: now, updated_at: now }
  await trx
    .insertInto('templates')
    .values({ ...placeholder, deleted_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await lockRow(trx, id)
}

const lockRow = (trx: Trx, id: string) =>
  trx
    .selectFrom('templates')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(forUpdate(trx))
    .executeTakeFirst()

/** Sets the current version in the template's row; restores a deleted template. */
export async function upsertTemplate(trx: Trx, it: Installation, now: string): Promise<void> {
  const changed = {
    name: it.name,
    source: it.source,
    current_version: it.version,
    license: it.license,
    homepage: it.homepage,
    manifest_url: it.manifestUrl,
    updated_at: now,
    deleted_at: null,
  }
  await trx
    .insertInto('templates')
    .values({ id: it.id, created_at: now, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute()
}

export async function insertVersion(trx: Trx, it: Installation, now: string): Promise<void> {
  await trx
    .insertInto('template_versions')
    .values({
      template_id: it.id,
      version: it.version,
      html: it.html,
      sha256: it.digest,
      removed: JSON.stringify(it.removed),
      created_at: now,
    })
    .execute()
  const source = {
    path: it.htmlPath,
    mediaType: SOURCE_TYPE,
    bytes: new TextEncoder().encode(it.html),
  }
  for (const { path, mediaType, bytes } of [source, ...it.assets]) {
    const key = { template_id: it.id, version: it.version, path }
    await trx
      .insertInto('template_assets')
      .values({ ...key, media_type: mediaType, sha256: sha256(bytes), bytes })
      .execute()
  }
}

/** Hides the template and deletes every version that no invoice pins. */
export async function removeTemplate(trx: Trx, id: string, now: string): Promise<void> {
  await lockRow(trx, id)
  const pinned = trx
    .selectFrom('invoices')
    .select('template_version')
    .where('template_id', '=', id)
    .where('template_version', 'is not', null)
  await trx
    .deleteFrom('template_assets')
    .where('template_id', '=', id)
    .where('version', 'not in', pinned)
    .execute()
  await trx
    .deleteFrom('template_versions')
    .where('template_id', '=', id)
    .where('version', 'not in', pinned)
    .execute()
  const left = await versionsOf(trx, id)
  if (left.length === 0) await trx.deleteFrom('templates').where('id', '=', id).execute()
  else await trx.updateTable('templates').set({ deleted_at: now }).where('id', '=', id).execute()
}
