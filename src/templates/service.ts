import { LRUCache } from 'lru-cache'
import type { Actor } from '../http/actor.ts'
import { checkIfMatch } from '../http/etag.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { type Db, inTransaction, type Trx } from '../platform/database/db.ts'
import type { OutboundClient } from '../platform/outbound/client.ts'
import { recordEvent } from '../record/log.ts'
import type { SettingsService } from '../settings/service.ts'
import { builtInTemplates, isBuiltIn } from './builtin.ts'
import { readTemplateFile } from './install/file.ts'
import { isSafePath, isTemplateId, isTemplateVersion } from './install/manifest-names.ts'
import { type Template as Compiled, compile } from './language/render.ts'
import * as repository from './repository.ts'
import { createSanitizer } from './sanitizer/sanitize-apart.ts'
import {
  assetNotFound,
  checkTemplateName,
  HTML_PATH,
  nextVersion,
  slugOf,
  type Template,
  type TemplateAsset,
  type TemplateContent,
  type TemplateSource,
  type TemplateVersion,
  templateEmpty,
  templateEtag,
  templateNotFound,
  templateProtected,
  unsafeTemplate,
  versionExists,
} from './template.ts'

export interface TemplateDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsService
  readonly outbound: OutboundClient
  readonly templatesDir: string
}

/** An original template, not yet sanitized. */
export interface Incoming {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly source: TemplateSource
  readonly html: string
  /** Path of the HTML among the assets. */
  readonly htmlPath: string
  readonly assets: readonly TemplateAsset[]
  readonly license: string | null
  readonly homepage: string | null
  readonly manifestUrl: string | null
}

/** Options of an installation: the actor, and whether blocked code refuses it. */
export interface InstallWish {
  readonly actor: Actor
  readonly strict: boolean
}

export interface Installed {
  readonly template: Template
  readonly content: TemplateVersion
  /** True for a new id; false if a version was added or nothing changed. */
  readonly created: boolean
}

export interface Deletion {
  readonly actor: Actor
  readonly id: string
  readonly ifMatch?: string | undefined
}

/** A template ready for rendering. */
export interface CompiledTemplate {
  readonly template: Compiled
  readonly html: string
  /** Fonts and images. */
  readonly assetPaths: readonly string[]
}

const COMPILED_MAX = 100

export type TemplateService = ReturnType<typeof createTemplateService>

export function createTemplateService(deps: TemplateDeps) {
  const { db, clock, settings } = deps
  const sanitizer = createSanitizer()
  const compiled = new LRUCache<string, CompiledTemplate>({ max: COMPILED_MAX })

  const requireTemplate = async (on: Db, id: string): Promise<Template> => {
    const template = isTemplateId(id) ? await repository.findTemplate(on, id) : undefined
    if (!template) throw templateNotFound()
    return template
  }

  const requireVersion = async (on: Db, id: string, version: string): Promise<TemplateVersion> => {
    const found = await repository.findVersion(on, id, version)
    if (!found) throw templateNotFound()
    return found
  }

  /** The result of `read` if it has this content; the version may have been replaced meanwhile. */
  const still = async <T>(content: TemplateContent, read: () => Promise<T>): Promise<T> => {
    const found = await read()
    const digest = await repository.findDigest(db, content.id, content.version)
    if (digest !== content.digest) throw templateNotFound()
    return found
  }

  /** Sanitizes and stores the template. The same content again changes nothing. */
  const install = async (
    incoming: Incoming,
    { actor, strict }: InstallWish,
  ): Promise<Installed> => {
    const name = incoming.name ?? incoming.id ?? 'Template'
    const id = incoming.id ?? slugOf(name)
    checkTemplateName(id, incoming.version)
    if (isBuiltIn(id)) throw templateProtected(id)
    if (incoming.html.trim() === '') throw templateEmpty()
    const assets = incoming.assets.map(({ path }) => path)
    const safe = await sanitizer.run({ source: incoming.html, options: { assets } })
    if (strict && safe.removed.length > 0) throw unsafeTemplate(safe.removed)
    const digest = repository.digestOf(incoming.html, incoming.assets)
    return inTransaction(db, (trx) => store(trx, actor, { ...incoming, ...safe, id, name, digest }))
  }

  type Unversioned = Omit<repository.Installation, 'version'> & {
    readonly version?: string | undefined
  }

  const store = async (trx: Trx, actor: Actor, incoming: Unversioned): Promise<Installed> => {
    await repository.lockTemplate(trx, incoming, instant(clock))
    const existing = await repository.findTemplate(trx, incoming.id)
    const version = incoming.version ?? (await freeVersion(trx, incoming, existing))
    checkTemplateName(incoming.id, version)
    const installation = { ...incoming, version }
    const digest = await repository.findDigest(trx, incoming.id, version)
    if (digest !== undefined && digest !== incoming.digest)
      throw versionExists(incoming.id, version)
    const isSame = digest !== undefined && existing?.version === version
    if (!isSame) await repository.upsertTemplate(trx, installation, instant(clock))
    if (digest === undefined) await repository.insertVersion(trx, installation, instant(clock))
    const template = await requireTemplate(trx, incoming.id)
    if (!isSame) await announce(trx, 'template.installed', actor, template)
    return {
      template,
      content: await requireVersion(trx, incoming.id, version),
      created: existing === undefined,
    }
  }

  const announce = (
    trx: Trx,
    type: 'template.installed' | 'template.deleted',
    actor: Actor,
    { id, name, version, source }: Template,
  ) =>
    recordEvent(trx, {
      type,
      resourceId: id,
      actor,
      at: instant(clock),
      data: { id, name, version, source },
    })

  /** For a template without a version: the current version if nothing changed, else the next free one. */
  const freeVersion = async (
    trx: Trx,
    { id, digest }: Unversioned,
    existing: Template | undefined,
  ) => {
    if (existing?.sha256 === digest) return existing.version
    let version = existing ? nextVersion(existing.version) : '1.0.0'
    while ((await repository.findDigest(trx, id, version)) !== undefined)
      version = nextVersion(version)
    return version
  }

  return {
    list: () => repository.listTemplates(db),

    async get(id: string): Promise<{ template: Template; content: TemplateVersion }> {
      const template = await requireTemplate(db, id)
      return { template, content: await requireVersion(db, id, template.version) }
    },

    /** The id in `settings.templateId`. */
    activeId: async (): Promise<string> => (await settings.current(db)).templateId,

    currentVersion: async (on: Db, id: string): Promise<string | null> =>
      isTemplateId(id) ? repository.findCurrentVersion(on, id) : null,

    create: (incoming: Pick<Incoming, 'id' | 'name' | 'version' | 'html'>, wish: InstallWish) =>
      install({ ...incoming, ...NOTHING_MORE, source: 'upload' }, wish),

    async loadFromFile(
      file: { readonly path: string } & Pick<Incoming, 'id' | 'name' | 'version'>,
      wish: InstallWish,
    ): Promise<Installed> {
      const { html, stem } = await readTemplateFile(deps.templatesDir, file.path)
      const { id = slugOf(stem), name = stem, version } = file
      return install({ id, name, version, html, ...NOTHING_MORE, source: 'file' }, wish)
    },

    async installFromManifest(url: string, wish: InstallWish): Promise<Installed> {
      // Loads the YAML parser, which few requests need.
      const { fetchTemplate } = await import('./install/installer.ts')
      return install(await fetchTemplate(deps.outbound, url), wish)
    },

    delete: ({ actor, id, ifMatch }: Deletion): Promise<void> =>
      inTransaction(db, async (trx) => {
        if (isBuiltIn(id)) throw templateProtected(id)
        const activeId = (await settings.current(trx)).templateId
        // Lock the settings first, in the same order as activating a template.
        await settings.onTemplateDeleted(trx, id, actor)
        const template = await requireTemplate(trx, id)
        checkIfMatch(ifMatch, templateEtag(template, activeId))
        await repository.removeTemplate(trx, id, instant(clock))
        await announce(trx, 'template.deleted', actor, template)
      }),

    async asset(id: string, version: string, path: string): Promise<TemplateAsset> {
      const mayBe = isTemplateId(id) && isTemplateVersion(version) && isSafePath(path)
      const asset = mayBe ? await repository.findAsset(db, id, version, path) : undefined
      if (!asset) throw assetNotFound()
      return asset
    },

    assets: (content: TemplateContent): Promise<readonly TemplateAsset[]> =>
      still(content, () => repository.listAssets(db, content.id, content.version)),

    /** The content currently installed under a version. */
    async content(id: string, version: string): Promise<TemplateContent> {
      const digest = await repository.findDigest(db, id, version)
      if (digest === undefined) throw templateNotFound()
      return { id, version, digest }
    },

    /** That content, ready for rendering. Cached, because it never changes. */
    async compiled({ id, version, digest }: TemplateContent): Promise<CompiledTemplate> {
      const key = `${id} ${version} ${digest}`
      const known = compiled.get(key)
      if (known) return known
      const entry = await still({ id, version, digest }, async () => {
        const { html } = await requireVersion(db, id, version)
        const assetPaths = await repository.listAssetPaths(db, id, version)
        return { template: compile(html), html, assetPaths }
      })
      compiled.set(key, entry)
      return entry
    },

    /** Stores the built-in templates of this release. Invoices keep the versions of earlier releases. */
    async ensureBuiltIns(): Promise<void> {
      for (const builtIn of builtInTemplates()) {
        const { id, version, html } = builtIn
        await inTransaction(db, async (trx) => {
          if ((await repository.findDigest(trx, id, version)) !== undefined) return
          const digest = repository.digestOf(html, [])
          const installation = {
            ...NOTHING_MORE,
            ...builtIn,
            digest,
            removed: [],
            source: 'builtin' as const,
          }
          // Another process may have stored it while this one waited.
          await repository.lockTemplate(trx, installation, instant(clock))
          if ((await repository.findDigest(trx, id, version)) !== undefined) return
          await repository.upsertTemplate(trx, installation, instant(clock))
          await repository.insertVersion(trx, installation, instant(clock))
        })
      }
    },
  }
}

const NOTHING_MORE = {
  htmlPath: HTML_PATH,
  assets: [],
  license: null,
  homepage: null,
  manifestUrl: null,
}
