import { escapeHtml, Fragment } from '@billwright/templates'
import type { Verification } from './document.ts'
import { qrModules } from './inner/payment-code/payment-code.ts'

export interface LogoSize {
  readonly width: number
  readonly height: number
}

const PICTURE = /^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/

/** The logo, or '' if there is none, so that a section around it is skipped. */
export function logoFragment(
  dataUrl: string | null,
  { alt, size }: { readonly alt: string; readonly size: LogoSize | null },
): Fragment | '' {
  if (dataUrl === null || !PICTURE.test(dataUrl)) return ''
  const dimensions = size === null ? '' : ` width="${size.width}" height="${size.height}"`
  return new Fragment(
    `<img class="logo" alt="${escapeHtml(alt)}"${dimensions} src="${dataUrl}">`,
    alt,
  )
}

/** Lines of an address, each escaped and with its own text direction. */
export const linesFragment = (lines: readonly string[]): Fragment | '' =>
  lines.length === 0
    ? ''
    : new Fragment(
        lines.map((line) => `<bdi>${escapeHtml(line)}</bdi>`).join('<br>'),
        lines.join(', '),
      )

const QUIET_MODULES = 4

/** A QR code as inline SVG with the quiet zone that readers need (ISO/IEC 18004). */
export function qrFragment(payload: string, { title }: { readonly title: string }): Fragment {
  const rows = qrModules(payload)
  const size = rows.length + 2 * QUIET_MODULES
  const path = rows.map((row, y) => rowPath(row, y + QUIET_MODULES)).join('')
  return new Fragment(
    `<svg class="payment-qr" role="img" aria-label="${escapeHtml(title)}" width="132" height="132" ` +
      `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`,
    title,
  )
}

/** The page with the verification code below everything else, for any template. */
export function withVerification(html: string, { link, label }: Verification): string {
  const code =
    '<div style="margin-top:6mm;break-inside:avoid;text-align:center;width:max-content;font-size:8pt">' +
    `<a href="${escapeHtml(link)}">${qrFragment(link, { title: label }).html}</a>` +
    `<div>${escapeHtml(label)}</div></div>`
  const at = html.lastIndexOf('</main>')
  const end = at === -1 ? html.lastIndexOf('</body>') : at
  return end === -1 ? `${html}${code}` : `${html.slice(0, end)}${code}${html.slice(end)}`
}

/** One bar per run of dark modules: a quarter of the size of single squares. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  let start = -1
  for (let x = 0; x <= row.length; x += 1) {
    if (row[x] === true) {
      if (start === -1) start = x
    } else if (start !== -1) {
      path += `M${start + QUIET_MODULES} ${y}h${x - start}v1h-${x - start}z`
      start = -1
    }
  }
  return path
}
