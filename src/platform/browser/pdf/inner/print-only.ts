/** A browser reads these when it lays out a page, and printing does not wait for them. */
const READ_BY_LAYOUT = /@font-face|@import|url\(|image-set\(|<image\b|\bloading\s*=/i
const HIDDEN = '<style>@media screen { html { display: none } }</style>'

/**
 * Hides the document on screens, because the browser would lay it out for the screen before printing, which
 * takes as long as printing. Documents whose fonts or pictures need that layout stay as they are.
 */
export const printOnly = (html: string): string =>
  READ_BY_LAYOUT.test(html) ? html : html.replace('</head>', () => `${HIDDEN}</head>`)
