import type { Db } from '../../../../platform/database/db.ts'
import { sha256 } from '../../../../platform/ids.ts'
import {
  builtInTemplate,
  builtInTemplates,
  builtInVersions,
  isBuiltIn,
} from '../../inner/builtin.ts'
import {
  HTML_PATH,
  type Template,
  type TemplateAsset,
  type TemplateVersion,
} from '../../template.ts'

/** A version that was ever built in. */
interface Stored {
  readonly id: string
  readonly version: string
  readonly html: string
  readonly sha256: string
  readonly createdAt: string
}

/**
 * The built-in templates belong to the installation. It keeps every version, because issued
 * invoices keep theirs; they are few and stay in memory.
 */
export function createBuiltIns() {
  let stored: readonly Stored[] = []

  const load = async (db: Db): Promise<void> => {
    const rows = await db
      .selectFrom('built_in_templates')
      .selectAll()
      .orderBy('created_at')
      .execute()
    stored = rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }))
  }

  const known = (id: string, version: string): Stored | undefined =>
    stored.find((it) => it.id === id && it.version === version)

  /** A process of a newer release may have added it since. */
  const find = async (db: Db, id: string, version: string): Promise<Stored | undefined> => {
    if (!known(id, version)) await load(db)
    return known(id, version)
  }

  return {
    /** Adds those of this release and of earlier ones. */
    async store(db: Db, createdAt: string): Promise<void> {
      for (const { id, version, html } of builtInVersions())
        await db
          .insertInto('built_in_templates')
          .values({ id, version, html, sha256: sha256(html), created_at: createdAt })
          .onConflict((conflict) => conflict.columns(['id', 'version']).doNothing())
          .execute()
      await load(db)
    },

    list: (): readonly Template[] => builtInTemplates().map(({ id }) => toTemplate(id, stored)),

    /** Undefined for a template that is not built in. */
    template: (id: string): Template | undefined =>
      isBuiltIn(id) ? toTemplate(id, stored) : undefined,

    async version(db: Db, id: string, version: string): Promise<TemplateVersion | undefined> {
      const found = await find(db, id, version)
      return found && { id, version, html: found.html, removed: [] }
    },

    digest: async (db: Db, id: string, version: string): Promise<string | undefined> =>
      (await find(db, id, version))?.sha256,

    /** Its HTML is the only file. */
    async asset(
      db: Db,
      { id, version, path }: Readonly<Record<'id' | 'version' | 'path', string>>,
    ): Promise<TemplateAsset | undefined> {
      const found = path === HTML_PATH ? await find(db, id, version) : undefined
      return found && { path, mediaType: SOURCE_TYPE, bytes: new TextEncoder().encode(found.html) }
    },
  }
}

/** A browser that opens it shows the source. */
const SOURCE_TYPE = 'text/plain; charset=utf-8'

function toTemplate(
  id: Parameters<typeof builtInTemplate>[0],
  stored: readonly Stored[],
): Template {
  const { name, version, license } = builtInTemplate(id)
  const versions = stored.filter((it) => it.id === id)
  const current = versions.find((it) => it.version === version)
  return {
    id,
    name,
    version,
    versions: versions.map((it) => it.version),
    source: 'builtin',
    sha256: current?.sha256 ?? '',
    license,
    homepage: null,
    manifestUrl: null,
    createdAt: versions[0]?.createdAt ?? '',
    updatedAt: current?.createdAt ?? '',
  }
}
