import { AppError, invalidRequest } from '../../kernel/errors.ts'
import { assetType } from '../../platform/asset-bytes.ts'
import { isTemplateId, isTemplateVersion } from './install/manifest-names.ts'

export type TemplateSource = 'builtin' | 'manifest' | 'upload' | 'file'

/** Blocked code that was removed. */
interface Removed {
  readonly what: string
  readonly where: string
}

export interface TemplateAsset {
  /** Relative path as in the template's CSS. */
  readonly path: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** An installed template, without its HTML. */
export interface Template {
  readonly id: string
  readonly name: string
  /** The current version: the one installed last. */
  readonly version: string
  readonly versions: readonly string[]
  readonly source: TemplateSource
  readonly sha256: string
  readonly license: string | null
  readonly homepage: string | null
  readonly manifestUrl: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** Path of a template's own HTML among its assets, unless its manifest sets one. */
export const HTML_PATH = 'index.html'

/** One version for rendering; immutable. */
export interface TemplateVersion {
  readonly id: string
  readonly version: string
  readonly html: string
  readonly removed: readonly Removed[]
}

/** The content of one version. After deletion, the name may be used for other content. */
export interface TemplateContent {
  readonly id: string
  readonly version: string
  /** SHA-256 of the original HTML and every asset. */
  readonly digest: string
}

/** Changes with every installation under the id, and with its activation. */
export function templateEtag(template: Template, activeId: string): string {
  const { id, version, versions, sha256, updatedAt } = template
  const parts = [id, version, versions.length, sha256.slice(0, 16), Date.parse(updatedAt)]
  return `"${[...parts, id === activeId ? 'active' : 'idle'].join('-')}"`
}

export const isBuiltIn = ({ source }: Pick<Template, 'source'>): boolean => source === 'builtin'

/** Refuses ids and versions that cannot be part of a path. */
export function checkTemplateName(id: string, version?: string | undefined): void {
  const faults = []
  if (!isTemplateId(id))
    faults.push({
      pointer: '/id',
      code: 'wrong_format',
      message: 'Wrong format: use at most 64 of a-z 0-9 . _ - and begin with a-z or 0-9.',
    })
  if (version !== undefined && !isTemplateVersion(version))
    faults.push({
      pointer: '/version',
      code: 'wrong_format',
      message: 'Wrong format: use a version such as 1.0.0, at most 32 of A-Z a-z 0-9 . + _ -',
    })
  if (faults.length > 0) throw invalidRequest(faults)
}

/** An id made from the name, for templates without one. */
export function slugOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = ascii.replace(/^-+|-+$/g, '').slice(0, 64)
  return slug === '' ? 'template' : slug
}

/** The next version: the last number plus one. */
export function nextVersion(version: string): string {
  const match = /^(.*?)(\d{1,9})(\D*)$/.exec(version)
  if (!match) return `${version.slice(0, 28)}.1`
  const [, head = '', digits = '0', tail = ''] = match
  return `${head}${Number(digits) + 1}${tail}`
}

export const templateNotFound = (): AppError =>
  new AppError(
    'not_found',
    'template_not_found',
    'There is no template with this id. GET /templates lists all templates.',
  )

export const templateProtected = (id: string): AppError =>
  new AppError(
    'conflict',
    'template_protected',
    `${id} is built in; you cannot delete or replace it. Install yours under another id.`,
  )

export const versionExists = (id: string, version: string): AppError =>
  new AppError(
    'conflict',
    'version_exists',
    `Version ${version} of ${id} is already installed with different content. Use a new version.`,
    { params: { name: id, number: version } },
  )

export const checksumMismatch = (path: string): AppError =>
  new AppError(
    'invalid',
    'checksum_mismatch',
    `The SHA-256 of ${path} differs from the manifest. Publish the manifest that belongs to the file.`,
    { params: { name: path } },
  )

export const fileNotReadable = (): AppError =>
  new AppError(
    'invalid',
    'file_not_readable',
    'The template file cannot be read. Use the path of an .html file relative to the templates directory.',
  )

export const unsafeTemplate = (removed: readonly Removed[]): AppError =>
  new AppError(
    'invalid',
    'template_unsafe',
    'The template contains blocked code; `removed` lists it. Remove it, or install without strict=true.',
    { removed },
  )

/** A file of a template; its bytes tell what it is. */
export function toAsset(path: string, bytes: Uint8Array): TemplateAsset {
  const mediaType = assetType(bytes)
  if (mediaType !== null) return { path, mediaType, bytes }
  const message = `${path} is neither a font (woff2, ttf) nor an image (png, jpeg, webp).`
  throw new AppError('invalid', 'asset_refused', message, { params: { name: path } })
}

export const assetNotFound = (): AppError =>
  new AppError('not_found', 'asset_not_found', 'The template has no such asset.')

export const assetsTooLarge = (limitBytes: number): AppError =>
  new AppError(
    'too_large',
    'assets_too_large',
    `The assets are too large. Use at most ${limitBytes} bytes in total.`,
    { limitBytes, params: { max_bytes: limitBytes } },
  )

export const templateEmpty = (): AppError =>
  new AppError('invalid', 'template_invalid', 'The template is empty.')

export const notHtml = (mediaType: string): AppError =>
  new AppError(
    'invalid',
    'template_invalid',
    `The server sends the template as ${mediaType.slice(0, 100)}. Use text/html or text/plain.`,
  )

export const notUtf8 = (): AppError =>
  new AppError('invalid', 'template_invalid', 'The template is not UTF-8 text.')

/** The text of bytes that must be UTF-8, without a byte order mark. */
export function utf8Of(bytes: Uint8Array, fault: () => AppError): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fault()
  }
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
