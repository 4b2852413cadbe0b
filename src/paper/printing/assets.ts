import type { TemplateAsset } from '../../company/templates/template.ts'

/** The form in which the sanitizer writes every URL of a template's own asset. */
const urlOf = (path: string): string => `url('${path}')`

/** Points fonts and images to the URLs where the service serves them. */
export const linkAssets = (
  html: string,
  paths: readonly string[],
  { base }: { readonly base: string },
): string =>
  paths.reduce(
    (text, path) => text.replaceAll(urlOf(path), () => urlOf(base + encodeURI(path))),
    html,
  )

/** Embeds fonts and images, because the printing browser has no network. */
export const inlineAssets = (html: string, assets: readonly TemplateAsset[]): string =>
  assets.reduce((text, { path, mediaType, bytes }) => {
    const data = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
    return text.replaceAll(urlOf(path), () => urlOf(data))
  }, html)
