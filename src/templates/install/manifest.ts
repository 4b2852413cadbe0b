import type { Fault } from '../../errors.ts'
import { resolveReference } from '../../platform/outbound/reference.ts'
import { isSafePath, isTemplateId, isTemplateVersion } from './manifest-names.ts'
import { manifestInvalid, readDocument } from './manifest-syntax.ts'

/** A file of a template. `path` is its name in the template; `url`, which may be relative, its source. */
export interface ManifestFile {
  readonly path: string
  readonly url: string | null
  /** SHA-256 of the bytes as served: 64 lower-case hexadecimal digits. */
  readonly sha256: string | null
}

export interface Manifest {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly html: ManifestFile
  readonly assets: readonly ManifestFile[]
  readonly license: string | null
  readonly homepage: string | null
}

export interface ResolvedFile extends ManifestFile {
  readonly url: string
}

export interface ResolvedManifest extends Manifest {
  readonly html: ResolvedFile
  readonly assets: readonly ResolvedFile[]
}

const NAME_LENGTH_MAX = 120
const LICENSE_LENGTH_MAX = 100
const URL_LENGTH_MAX = 2_048
const ASSETS_MAX = 64
const HTML_EXTENSIONS = /\.html?$/i
const ASSET_EXTENSIONS = /\.(woff2|ttf|png|jpe?g|webp)$/i

const FIELDS = [
  'schema',
  'id',
  'name',
  'version',
  'html',
  'assets',
  'license',
  'homepage',
  // Fields of Invio manifests that are ignored.
  'invio',
  'source',
]
const FILE_FIELDS = ['path', 'url', 'sha256']
const NO_FILE: ManifestFile = { path: '', url: null, sha256: null }

/**
 * Reads a manifest in YAML or JSON and reports all faults together. Throws `manifest_invalid` or
 * `manifest_too_large`.
 */
export function parseManifest(bytes: Uint8Array): Manifest {
  const document = readDocument(bytes)
  const faults: Fault[] = []
  const fields = fieldsOf(document, '', FIELDS, faults)
  if (!(document instanceof Map)) throw manifestInvalid(faults)
  const manifest = manifestOf(fields, faults)
  if (faults.length > 0) throw manifestInvalid(faults)
  return manifest
}

/** The URL of each file: its `url` relative to the manifest, else its `path` relative to it. */
export function resolveManifestUrls(manifest: Manifest, manifestUrl: string): ResolvedManifest {
  const resolved = (file: ManifestFile): ResolvedFile => {
    const reference = file.url ?? file.path.split('/').map(encodeURIComponent).join('/')
    return { ...file, url: resolveReference(reference, manifestUrl) }
  }
  return { ...manifest, html: resolved(manifest.html), assets: manifest.assets.map(resolved) }
}

type Fields = ReadonlyMap<unknown, unknown>

function manifestOf(fields: Fields, faults: Fault[]): Manifest {
  const schema = fields.has('schema') ? fields.get('schema') : 1
  if (schema !== 1)
    faults.push({ pointer: '/schema', code: 'not_allowed', message: '`schema` must be 1.' })
  const id = text(fields, 'id', faults)
  if (id !== null && !isTemplateId(id))
    faults.push(
      wrongFormat('/id', 'a slug such as `clean-lines` (a-z, 0-9, `.`, `_`, `-`; at most 64)'),
    )
  const version = text(fields, 'version', faults)
  if (version !== null && !isTemplateVersion(version))
    faults.push(wrongFormat('/version', 'a version such as `1.0.0` (at most 32 characters)'))
  return {
    id: id ?? '',
    name: limited(text(fields, 'name', faults), '/name', NAME_LENGTH_MAX, faults) ?? '',
    version: version ?? '',
    html: htmlOf(fields, faults),
    assets: assetsOf(fields, faults),
    license: limited(
      optionalText(fields, 'license', faults),
      '/license',
      LICENSE_LENGTH_MAX,
      faults,
    ),
    homepage: homepageOf(fields, faults),
  }
}

function htmlOf(fields: Fields, faults: Fault[]): ManifestFile {
  if (fields.has('html')) return fileOf(fields.get('html'), '/html', HTML_EXTENSIONS, faults)
  faults.push(required('/html'))
  return NO_FILE
}

function assetsOf(fields: Fields, faults: Fault[]): readonly ManifestFile[] {
  const list = fields.has('assets') ? fields.get('assets') : []
  if (!Array.isArray(list)) {
    faults.push({ pointer: '/assets', code: 'wrong_type', message: '`assets` must be a list.' })
    return []
  }
  if (list.length > ASSETS_MAX) {
    const message = `Too many assets: use at most ${ASSETS_MAX}.`
    faults.push({ pointer: '/assets', code: 'too_many_items', message })
    return []
  }
  const assets = list.map((entry, index) =>
    fileOf(entry, `/assets/${index}`, ASSET_EXTENSIONS, faults),
  )
  const seen = new Set<string>()
  for (const [index, { path }] of assets.entries()) {
    // On some file systems, names that differ only in case are the same file.
    const key = path.toLowerCase()
    const pointer = `/assets/${index}/path`
    if (path !== '' && seen.has(key))
      faults.push({
        pointer,
        code: 'duplicate',
        message: 'Duplicate path: use a different path for each asset.',
      })
    seen.add(key)
  }
  return assets
}

function fileOf(
  value: unknown,
  pointer: string,
  extensions: RegExp,
  faults: Fault[],
): ManifestFile {
  const fields = fieldsOf(value, pointer, FILE_FIELDS, faults)
  if (!(value instanceof Map)) return NO_FILE
  const path = text(fields, 'path', faults, pointer)
  if (path !== null && !(isSafePath(path) && extensions.test(path)))
    faults.push(
      wrongFormat(`${pointer}/path`, `a plain relative path ending in ${endings(extensions)}`),
    )
  const url = optionalText(fields, 'url', faults, pointer)
  if (url !== null && !isFetchable(url))
    faults.push(wrongFormat(`${pointer}/url`, 'an https URL, or a URL relative to the manifest'))
  const sha256 = optionalText(fields, 'sha256', faults, pointer)
  if (sha256 !== null && !/^[0-9a-f]{64}$/i.test(sha256))
    faults.push(wrongFormat(`${pointer}/sha256`, '64 hexadecimal digits, or omitted'))
  return { path: path ?? '', url, sha256: sha256?.toLowerCase() ?? null }
}

const endings = (extensions: RegExp): string =>
  extensions === HTML_EXTENSIONS ? '.html' : '.woff2, .ttf, .png, .jpg or .webp'

/** Checks the form only; the outbound client decides whether the address is allowed. */
const isFetchable = (url: string): boolean =>
  url !== '' &&
  url.length <= URL_LENGTH_MAX &&
  (/^https?:\/\//i.test(url) || !/^[a-z][a-z0-9+.-]*:/i.test(url))

function homepageOf(fields: Fields, faults: Fault[]): string | null {
  const homepage = optionalText(fields, 'homepage', faults)
  const isLink = (url: string) =>
    url.length <= URL_LENGTH_MAX && /^https?:\/\//i.test(url) && URL.canParse(url)
  if (homepage !== null && !isLink(homepage)) faults.push(wrongFormat('/homepage', 'an https URL'))
  return homepage
}

function fieldsOf(
  value: unknown,
  pointer: string,
  known: readonly string[],
  faults: Fault[],
): Fields {
  if (!(value instanceof Map)) {
    const what = pointer === '' ? 'A manifest' : `\`${pointer.slice(1)}\``
    faults.push({ pointer, code: 'wrong_type', message: `${what} must be an object.` })
    return new Map()
  }
  for (const key of value.keys()) {
    if (typeof key === 'string' && known.includes(key)) continue
    const name = typeof key === 'string' ? key.toWellFormed().slice(0, 60) : typeof key
    const path = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    faults.push({
      pointer: path,
      code: 'unknown_field',
      message: 'Unknown field: check the spelling or leave it out.',
    })
  }
  return value
}

function text(fields: Fields, name: string, faults: Fault[], parent = ''): string | null {
  if (!fields.has(name)) faults.push(required(`${parent}/${name}`))
  return optionalText(fields, name, faults, parent)
}

function optionalText(fields: Fields, name: string, faults: Fault[], parent = ''): string | null {
  if (!fields.has(name)) return null
  const value = fields.get(name)
  const pointer = `${parent}/${name}`
  if (typeof value !== 'string') {
    // Unquoted, 1.10 is the number 1.1.
    const hint = typeof value === 'number' ? ': write it in quotes' : ''
    faults.push({ pointer, code: 'wrong_type', message: `\`${name}\` must be a string${hint}.` })
    return null
  }
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(value) || !value.isWellFormed()) {
    const message = `\`${name}\` contains control characters or invalid Unicode. Remove them.`
    faults.push({ pointer, code: 'wrong_format', message })
    return null
  }
  return value
}

function limited(value: string | null, pointer: string, lengthMax: number, faults: Fault[]) {
  if (value === null) return null
  if (value.trim() === '')
    faults.push({ pointer, code: 'too_short', message: 'This field is empty. Enter a text.' })
  if (value.length > lengthMax)
    faults.push({
      pointer,
      code: 'too_long',
      message: `Too long: use at most ${lengthMax} characters.`,
    })
  return value
}

const required = (pointer: string): Fault => ({
  pointer,
  code: 'required',
  message: `\`${pointer.split('/').at(-1)}\` is required.`,
})

const wrongFormat = (pointer: string, expected: string): Fault => ({
  pointer,
  code: 'wrong_format',
  message: `\`${pointer.split('/').at(-1)}\` must be ${expected}.`,
})
