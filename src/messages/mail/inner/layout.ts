import { DARK, LIGHT } from '@billwright/rules/design-tokens'
import { escapeHtml } from '@billwright/templates'
import { paletteOf } from '../../../paper/printing/color.ts'
import { labelled } from '../../../paper/printing/format.ts'
import type { Figure, Message } from '../message.ts'

interface MailLayout {
  /** BCP 47. */
  readonly language: string
  /** Plain text; a line that is only the link becomes the button. */
  readonly text: string
  readonly link: { readonly url: string; readonly label: string } | null
  /** Stands above the button, or below the text without one. */
  readonly figure?: Figure | undefined
  /** `#rrggbb`. */
  readonly accentColor: string
  readonly sender: string
  /** URL of the picture: `cid:logo`, or a data URL in a preview. Null: the name instead. */
  readonly logo: string | null
}

/** The text part: each link follows its text. */
export const mailText = ({
  text,
  link,
  language,
}: Pick<MailLayout, 'text' | 'link' | 'language'>): string =>
  link === null
    ? text
    : text
        .split('\n')
        .map((line) => (line === link.url ? labelled(language, link.label, link.url) : line))
        .join('\n')

/**
 * The HTML part: one column, inline styles, light and dark, nothing remote. No HTML comes from
 * outside: every value is escaped here.
 */
export function mailHtml(layout: MailLayout): string {
  const { language, text, sender, logo } = layout
  const direction = directionOf(language)
  const head =
    logo !== null
      ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(sender)}" height="48" style="display:block;height:48px;max-width:260px;border:0">`
      : `<span style="font-size:18px;font-weight:600">${escapeHtml(sender)}</span>`
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraphHtml(paragraph, layout))
  const hasButton = text.split('\n').some((line) => isButton(line, layout.link))
  const below = layout.figure && !hasButton ? tornOff(figureHtml(layout.figure)) : ''
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(sender)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.canvas}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;background:${LIGHT.paper};border-radius:2px">
<tr><td class="text" dir="${direction}" style="padding:36px 40px 0;color:${LIGHT.ink};font-family:${FONT}">${head}</td></tr>
<tr><td class="text" dir="${direction}" style="padding:28px 40px 20px;color:${LIGHT.ink};font-family:${FONT};font-size:16px;line-height:24px">${paragraphs.join('')}${below}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The HTML part of a stored message. */
export const messageHtml = ({ content }: Pick<Message, 'content'>, logo: string | null): string =>
  mailHtml({
    language: content.language,
    text: content.text,
    link: content.link === null ? null : { url: content.link, label: content.linkLabel },
    figure: content.figure,
    accentColor: content.accentColor,
    sender: content.from?.name ?? content.from?.address ?? '',
    logo,
  })

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const STYLE = [
  'body{-webkit-text-size-adjust:100%}',
  'a{overflow-wrap:anywhere}',
  `@media (prefers-color-scheme:dark){.page{background:${DARK.canvas}!important}`,
  `.card{background:${DARK.surface}!important}.text{color:${DARK.ink}!important}`,
  `.quiet{color:${DARK.muted}!important}.torn{border-color:${DARK.faint}!important}}`,
].join('')

const isButton = (line: string, link: MailLayout['link']): boolean =>
  link !== null && line.trim() === link.url

function paragraphHtml(paragraph: string, { link, figure, accentColor }: MailLayout): string {
  if (link !== null && isButton(paragraph, link)) {
    const button = buttonHtml(link, accentColor)
    return figure === undefined ? button : tornOff(`${figureHtml(figure)}${button}`)
  }
  const lines = paragraph.split('\n').map((line) => lineHtml(line, link))
  return `<p style="margin:0 0 16px">${lines.join('<br>')}</p>`
}

function lineHtml(line: string, link: MailLayout['link']): string {
  if (link === null) return textHtml(line)
  const url = escapeHtml(link.url)
  return line
    .split(link.url)
    .map(textHtml)
    .join(`<a href="${url}" style="color:inherit">${url}</a>`)
}

/** Between two perforated lines, as a slip. */
const tornOff = (html: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 28px"><tr><td class="torn" style="padding:24px 0 8px;border-top:2px dashed ${LIGHT.faint};border-bottom:2px dashed ${LIGHT.faint}">${html}</td></tr></table>`

const figureHtml = ({ caption, amount }: Figure): string =>
  `<div class="quiet" style="color:${LIGHT.muted};font-size:14px;line-height:20px">${escapeHtml(caption)}</div><div style="padding:2px 0 16px;font-size:40px;line-height:48px;font-weight:500;letter-spacing:-1px"><bdi>${escapeHtml(amount)}</bdi></div>`

/** More letters may be wider than a telephone. */
const UNBROKEN_MAX = 24

/** The number of a document stays on one line; it would break after a hyphen. */
const textHtml = (text: string): string =>
  escapeHtml(text).replace(/(?<![^\s(])\w+(?:-\w+)+(?![^\s).,;:!])/g, (word) =>
    /\d/.test(word) && word.length <= UNBROKEN_MAX
      ? `<span style="white-space:nowrap">${word}</span>`
      : word,
  )

function buttonHtml({ url, label }: NonNullable<MailLayout['link']>, accentColor: string): string {
  const href = escapeHtml(url)
  const { accent, onAccent } = paletteOf(accentColor)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px"><tr><td style="border-radius:8px;background:${accent}"><a href="${href}" style="display:inline-block;padding:13px 22px;color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table><p class="quiet" dir="ltr" style="margin:0 0 20px;color:${LIGHT.muted};font-size:12px;line-height:18px;text-align:start"><a href="${href}" style="color:inherit">${href}</a></p>`
}

const RTL = new Set(['ar', 'he', 'fa', 'ur'])
const directionOf = (language: string): string =>
  RTL.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
