import type { TemplateAsset } from '../templates/template.ts'

/** The sanitizer writes every URL of a template's own asset in this one form. */
const urlOf = (path: string): string => `url('${path}')`

/** Points a template's fonts and pictures to where the service serves them. */
export const linkAssets = (
  html: string,
  paths: readonly string[],
  { base }: { readonly base: string },
): string =>
  paths.reduce(
    (text, path) => text.replaceAll(urlOf(path), () => urlOf(base + encodeURI(path))),
    html,
  )

/** Puts them into the document itself, for the printer, which can fetch nothing. */
export const inlineAssets = (html: string, assets: readonly TemplateAsset[]): string =>
  assets.reduce((text, { path, mediaType, bytes }) => {
    const data = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
    return text.replaceAll(urlOf(path), () => urlOf(data))
  }, html)
