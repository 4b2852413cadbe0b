import { TEMPLATE_BYTES_MAX } from '@billwright/templates'
import { AppError } from '../../../kernel/errors.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { OutboundClient, OutboundResponse } from '../../../platform/outbound/client.ts'
import { templateTooLarge } from '../faults.ts'
import {
  assetsTooLarge,
  checksumMismatch,
  type Incoming,
  notHtml,
  notUtf8,
  type TemplateAsset,
  toAsset,
  utf8Of,
} from '../template.ts'
import { MANIFEST_BYTES_MAX, manifestTooLarge } from './inner/manifest-syntax.ts'
import { parseManifest, type ResolvedFile, resolveManifestUrls } from './manifest.ts'

/** Limit for all assets of a version together. */
const ASSETS_BYTES_MAX = 2 * 1024 * 1024

const HTML_TYPE = /^(?:text\/.+|application\/(?:octet-stream|xhtml\+xml)|binary\/octet-stream)$/

/** Downloads and checks the files of a manifest. It stores nothing. */
export async function fetchTemplate(outbound: OutboundClient, url: string): Promise<Incoming> {
  const answer = await fetchBounded(outbound, url, MANIFEST_BYTES_MAX, manifestTooLarge())
  const manifest = parseManifest(answer.body)
  const files = resolveManifestUrls(manifest, answer.url)
  const tooLarge = templateTooLarge(TEMPLATE_BYTES_MAX)
  const html = await fetchFile(outbound, files.html, TEMPLATE_BYTES_MAX, tooLarge)
  checkHtmlType(html.headers['content-type'] ?? '')
  return {
    id: manifest.id,
    name: manifest.name,
    version: manifest.version,
    source: 'manifest',
    html: utf8Of(html.body, notUtf8),
    htmlPath: files.html.path,
    assets: await fetchAssets(outbound, files.assets),
    license: manifest.license,
    homepage: manifest.homepage,
    manifestUrl: answer.url,
  }
}

async function fetchAssets(
  outbound: OutboundClient,
  files: readonly ResolvedFile[],
): Promise<readonly TemplateAsset[]> {
  const assets: TemplateAsset[] = []
  let leftBytes = ASSETS_BYTES_MAX
  for (const file of files) {
    const tooLarge = assetsTooLarge(ASSETS_BYTES_MAX)
    const { body: bytes } = await fetchFile(outbound, file, leftBytes, tooLarge)
    leftBytes -= bytes.length
    assets.push(toAsset(file.path, bytes))
  }
  return assets
}

async function fetchFile(
  outbound: OutboundClient,
  file: ResolvedFile,
  limitBytes: number,
  tooLarge: AppError,
): Promise<OutboundResponse> {
  const answer = await fetchBounded(outbound, file.url, limitBytes, tooLarge)
  if (file.sha256 !== null && sha256(answer.body) !== file.sha256) throw checksumMismatch(file.path)
  return answer
}

/** File servers often send HTML as plain text or bytes, but images as images. */
function checkHtmlType(header: string): void {
  const mediaType = header.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (mediaType !== '' && !HTML_TYPE.test(mediaType)) throw notHtml(mediaType)
}

/** Downloads a file and translates the size error. */
async function fetchBounded(
  outbound: OutboundClient,
  url: string,
  limitBytes: number,
  tooLarge: AppError,
): Promise<OutboundResponse> {
  try {
    return await outbound.send({ url, limitBytes })
  } catch (error) {
    throw error instanceof AppError && error.kind === 'too_large' ? tooLarge : error
  }
}
