import { escapePointer } from '../../../core/http/validation.ts'
import type { Fault, Params } from '../../../kernel/errors.ts'
import { resolveReference } from '../../../platform/outbound/reference.ts'
import { manifestInvalid, readDocument } from './inner/manifest-syntax.ts'
import { isSafePath, isTemplateId, isTemplateVersion } from './manifest-names.ts'

/** A file of a template. `path` is its name in the template; `url`, which may be relative, its source. */
interface ManifestFile {
  readonly path: string
  readonly url: string | null
  /** SHA-256 of the bytes as served: 64 lower-case hexadecimal digits. */
  readonly sha256: string | null
}

interface Manifest {
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

interface ResolvedManifest extends Manifest {
  readonly html: ResolvedFile
  readonly assets: readonly ResolvedFile[]
}

const NAME_LENGTH_MAX = 120
const LICENSE_LENGTH_MAX = 100
const URL_LENGTH_MAX = 2_048
const ASSETS_MAX = 64
const HTML_EXTENSIONS = /\.html?$/i
const ASSET_EXTENSIONS = /\.(woff2|ttf|png|jpe?g|webp)$/i

/** `invio` and `source` are fields of Invio manifests that are ignored. */
const FIELDS = 'schema id name version html assets license homepage invio source'.split(' ')
const FILE_FIELDS = ['path', 'url', 'sha256']
const NO_FILE: ManifestFile = { path: '', url: null, sha256: null }

/**
 * Reads a manifest in YAML or JSON and reports all faults together. Throws `manifest_invalid` or
 * `manifest_too_large`.
 */
export function parseManifest(bytes: Uint8Array): Manifest {
  const reader = new ManifestReader()
  const manifest = reader.manifest(readDocument(bytes))
  if (reader.faults.length > 0) throw manifestInvalid(reader.faults)
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

/** Reads everything it can, and collects the faults. */
class ManifestReader {
  readonly faults: Fault[] = []

  manifest(document: unknown): Manifest {
    const fields = this.#fields(document, '', FIELDS)
    if (!(document instanceof Map)) throw manifestInvalid(this.faults)
    if (fields.has('schema') && fields.get('schema') !== 1)
      this.#fault('/schema', 'not_allowed', '`schema` must be 1.')
    const id = this.#text(fields, 'id')
    if (id !== null && !isTemplateId(id))
      this.#wrongFormat('/id', 'a slug such as `clean-lines` (a-z, 0-9, `.`, `_`, `-`; at most 64)')
    const version = this.#text(fields, 'version')
    if (version !== null && !isTemplateVersion(version))
      this.#wrongFormat('/version', 'a version such as `1.0.0` (at most 32 characters)')
    return {
      id: id ?? '',
      name: this.#limited(this.#text(fields, 'name'), '/name', NAME_LENGTH_MAX) ?? '',
      version: version ?? '',
      html: this.#html(fields),
      assets: this.#assets(fields),
      license: this.#limited(this.#optional(fields, 'license'), '/license', LICENSE_LENGTH_MAX),
      homepage: this.#homepage(fields),
    }
  }

  #html(fields: Fields): ManifestFile {
    if (fields.has('html')) return this.#file(fields.get('html'), '/html', HTML_EXTENSIONS)
    this.#required('/html')
    return NO_FILE
  }

  #assets(fields: Fields): readonly ManifestFile[] {
    const list = fields.has('assets') ? fields.get('assets') : []
    if (!Array.isArray(list)) {
      this.#fault('/assets', 'wrong_type', '`assets` must be a list.')
      return []
    }
    if (list.length > ASSETS_MAX) {
      this.#fault('/assets', 'too_many_items', `Too many assets: use at most ${ASSETS_MAX}.`)
      return []
    }
    const assets = list.map((entry, index) =>
      this.#file(entry, `/assets/${index}`, ASSET_EXTENSIONS),
    )
    const seen = new Set<string>()
    for (const [index, { path }] of assets.entries()) {
      // On some file systems, names that differ only in case are the same file.
      const key = path.toLowerCase()
      const pointer = `/assets/${index}/path`
      if (path !== '' && seen.has(key))
        this.#fault(pointer, 'duplicate', 'Duplicate path: use a different path for each asset.')
      seen.add(key)
    }
    return assets
  }

  #file(value: unknown, pointer: string, extensions: RegExp): ManifestFile {
    const fields = this.#fields(value, pointer, FILE_FIELDS)
    if (!(value instanceof Map)) return NO_FILE
    const path = this.#text(fields, 'path', pointer)
    if (path !== null && !(isSafePath(path) && extensions.test(path)))
      this.#wrongFormat(`${pointer}/path`, `a plain relative path ending in ${endings(extensions)}`)
    const url = this.#optional(fields, 'url', pointer)
    if (url !== null && !isFetchable(url))
      this.#wrongFormat(`${pointer}/url`, 'an https URL, or a URL relative to the manifest')
    const sha256 = this.#optional(fields, 'sha256', pointer)
    if (sha256 !== null && !/^[0-9a-f]{64}$/i.test(sha256))
      this.#wrongFormat(`${pointer}/sha256`, '64 hexadecimal digits, or omitted')
    return { path: path ?? '', url, sha256: sha256?.toLowerCase() ?? null }
  }

  #homepage(fields: Fields): string | null {
    const homepage = this.#optional(fields, 'homepage')
    const isLink = (url: string) =>
      url.length <= URL_LENGTH_MAX && /^https?:\/\//i.test(url) && URL.canParse(url)
    if (homepage !== null && !isLink(homepage)) this.#wrongFormat('/homepage', 'an https URL')
    return homepage
  }

  #fields(value: unknown, pointer: string, known: readonly string[]): Fields {
    if (!(value instanceof Map)) {
      const what = pointer === '' ? 'A manifest' : `\`${pointer.slice(1)}\``
      this.#fault(pointer, 'wrong_type', `${what} must be an object.`)
      return new Map()
    }
    for (const key of value.keys()) {
      if (typeof key === 'string' && known.includes(key)) continue
      const name = typeof key === 'string' ? key.toWellFormed().slice(0, 60) : typeof key
      const path = `${pointer}/${escapePointer(name)}`
      this.#fault(path, 'unknown_field', 'Unknown field: check the spelling or leave it out.')
    }
    return value
  }

  #text(fields: Fields, name: string, parent = ''): string | null {
    if (!fields.has(name)) this.#required(`${parent}/${name}`)
    return this.#optional(fields, name, parent)
  }

  #optional(fields: Fields, name: string, parent = ''): string | null {
    if (!fields.has(name)) return null
    const value = fields.get(name)
    const pointer = `${parent}/${name}`
    if (typeof value !== 'string') {
      // Unquoted, 1.10 is the number 1.1.
      const hint = typeof value === 'number' ? ': write it in quotes' : ''
      this.#fault(pointer, 'wrong_type', `\`${name}\` must be a string${hint}.`)
      return null
    }
    if (/[\p{Cc}\p{Bidi_Control}]/u.test(value) || !value.isWellFormed()) {
      const message = `\`${name}\` contains control characters or invalid Unicode. Remove them.`
      this.#fault(pointer, 'wrong_format', message)
      return null
    }
    return value
  }

  #limited(value: string | null, pointer: string, lengthMax: number): string | null {
    if (value?.trim() === '')
      this.#fault(pointer, 'too_short', 'This field is empty. Enter a text.')
    if (value !== null && value.length > lengthMax)
      this.#fault(pointer, 'too_long', `Too long: use at most ${lengthMax} characters.`, {
        max: lengthMax,
      })
    return value
  }

  #required(pointer: string): void {
    this.#fault(pointer, 'required', `\`${pointer.split('/').at(-1)}\` is required.`)
  }

  #wrongFormat(pointer: string, expected: string): void {
    const name = pointer.split('/').at(-1)
    this.#fault(pointer, 'wrong_format', `\`${name}\` must be ${expected}.`)
  }

  #fault(pointer: string, code: string, message: string, params?: Params): void {
    this.faults.push({ pointer, code, message, params })
  }
}

const endings = (extensions: RegExp): string =>
  extensions === HTML_EXTENSIONS ? '.html' : '.woff2, .ttf, .png, .jpg or .webp'

/** Checks the form only; the outbound client decides whether the address is allowed. */
const isFetchable = (url: string): boolean =>
  url !== '' &&
  url.length <= URL_LENGTH_MAX &&
  (/^https?:\/\//i.test(url) || !/^[a-z][a-z0-9+.-]*:/i.test(url))
