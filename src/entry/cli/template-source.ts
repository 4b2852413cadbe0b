import { readFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { TEMPLATE_BYTES_MAX } from '@billwright/templates'
import { fetchTemplate } from '../../company/templates/install/installer.ts'
import { parseManifest } from '../../company/templates/install/manifest.ts'
import type { Incoming } from '../../company/templates/template.ts'
import { notUtf8, type TemplateAsset, toAsset } from '../../company/templates/template.ts'
import { readConfig } from '../../platform/config.ts'
import { createOutboundClient } from '../../platform/outbound/client.ts'

/** The template to check: one version, as its author has it. */
export type TemplateSource = Pick<Incoming, 'html' | 'assets'> & { readonly name: string }

const MANIFESTS = new Set(['.yaml', '.yml', '.json'])

/**
 * Reads an HTML file or a manifest from the disk, or from a URL with the client that installs
 * templates. The files of a manifest on the disk are read from its folder; its URLs are ignored.
 */
export async function readTemplateSource(place: string): Promise<TemplateSource> {
  if (/^https?:\/\//i.test(place)) return readFromUrl(place)
  if (MANIFESTS.has(extname(place).toLowerCase())) return readFromManifest(place)
  const html = decode(await readFile(place))
  return { html, assets: [], name: basename(place, extname(place)) }
}

async function readFromUrl(url: string): Promise<TemplateSource> {
  const outbound = createOutboundClient({ allow: readConfig().outboundAllow })
  try {
    const name = basename(new URL(url).pathname)
    if (!MANIFESTS.has(extname(name).toLowerCase()) && /\.html?$/i.test(name)) {
      const { body } = await outbound.send({ url, limitBytes: TEMPLATE_BYTES_MAX })
      return { html: decode(body), assets: [], name }
    }
    const incoming = await fetchTemplate(outbound, url)
    return { ...incoming, name: incoming.id ?? name }
  } finally {
    await outbound.close()
  }
}

async function readFromManifest(path: string): Promise<TemplateSource> {
  const manifest = parseManifest(await readFile(path))
  const beside = (name: string) => readFile(join(dirname(path), name))
  const html = decode(await beside(manifest.html.path))
  const assets: TemplateAsset[] = []
  for (const file of manifest.assets) {
    const bytes = new Uint8Array(await beside(file.path))
    assets.push(toAsset(file.path, bytes))
  }
  return { html, assets, name: manifest.id }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notUtf8()
  }
}
