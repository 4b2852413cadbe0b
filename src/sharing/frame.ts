import { escapeHtml } from '../templates/language/escape.ts'
import { pageWithin } from '../templates/language/page-file.ts'
import { Fragment, type Template } from '../templates/language/render.ts'

const frame = new URL('./frame.html', import.meta.url)

/** The frame of every page for customers: head, styles and addresses of its files. */
export const customerPage = (file: URL): Template => pageWithin(frame, file)

/** Templates accept no address from a value except the seller's, so this page builds its own. */
export const linkTo = (href: string, text: string, attributes = ''): Fragment =>
  new Fragment(`<a${attributes} href="${escapeHtml(href)}">${escapeHtml(text)}</a>`)

/** The document itself, below the summary. */
export const frameOf = (href: string, title: string): Fragment =>
  new Fragment(`<iframe src="${escapeHtml(href)}" title="${escapeHtml(title)}"></iframe>`)
