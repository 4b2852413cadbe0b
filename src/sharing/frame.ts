import { escapeHtml } from '../templates/language/escape.ts'
import { pageWithin } from '../templates/language/page-file.ts'
import { Fragment, type Template } from '../templates/language/render.ts'

const frame = new URL('./frame.html', import.meta.url)

/** A page for customers, with the head, the styles and the way to the files that all of them have. */
export const customerPage = (file: URL): Template => pageWithin(frame, file)

/** Templates take no address from a value but the seller's own, so that ours is made here. */
export const linkTo = (href: string, text: string, attributes = ''): Fragment =>
  new Fragment(`<a${attributes} href="${escapeHtml(href)}">${escapeHtml(text)}</a>`)

/** The document itself, below what the page says about it. */
export const frameOf = (href: string, title: string): Fragment =>
  new Fragment(`<iframe src="${escapeHtml(href)}" title="${escapeHtml(title)}"></iframe>`)
