import { PAPER_MARGINS } from '@billwright/rules/design-tokens'
import { Box, Paper } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import './document-frame.css'

/**
 * Below this width, documents use their layout for screens, which is easier to read than a small
 * page.
 */
const NARROW = 560
/** A4 in CSS pixels. */
const PAGE_WIDTH = 794
const PAGE_HEIGHT = 1123

/** A rider or a stamp says the state on a screen; in print, the page does. */
const UNMARKED = '@media screen { .badge { display: none !important; } }'

interface Props {
  readonly title: string
  /** A URL of the service, or the HTML itself. */
  readonly src?: string
  readonly srcDoc?: string
  /** Always as a page, even if small. */
  readonly isPaper?: boolean
  /** Whether a rider or a stamp says its state, so that the page does not repeat it. */
  readonly isMarked?: boolean
}

/**
 * A document as printed, in the available width and with its full height. It runs no scripts. It
 * has the page's origin, so that its fonts load and its height can be measured.
 */
export function DocumentFrame({ title, src, srcDoc, isPaper = false, isMarked = false }: Props) {
  const { ref, width } = useElementSize()
  const [isLoaded, setLoaded] = useState(false)
  const [needed, setNeeded] = useState(PAGE_HEIGHT)
  const frame = useRef<HTMLIFrameElement>(null)
  const [first] = useState(srcDoc)
  const pageWidth = !isPaper && width > 0 && width < NARROW ? width : PAGE_WIDTH
  const scale = width === 0 ? 1 : width / pageWidth
  const height = pageWidth === PAGE_WIDTH ? Math.max(needed, PAGE_HEIGHT) : needed
  const measure = () => {
    const shown = frame.current?.contentDocument
    // The height is too small until the whole document is loaded.
    if (shown?.readyState !== 'complete') return
    const { documentElement: root, body } = shown
    // Not the `scrollHeight` of the root: it is at least the height of the frame and would never
    // shrink.
    setNeeded(Math.max(root.offsetHeight, body.scrollHeight))
  }
  const latest = useRef(measure)
  latest.current = measure
  const observer = useRef<ResizeObserver>(null)
  useEffect(() => () => observer.current?.disconnect(), [])
  // Another width, and fonts that arrive later, lay it out anew.
  const observe = useCallback((page: Document) => {
    observer.current?.disconnect()
    observer.current = new ResizeObserver(() => latest.current())
    observer.current.observe(page.documentElement)
    observer.current.observe(page.body)
  }, [])
  const dress = useCallback(
    (page: Document) => {
      const style = page.createElement('style')
      style.textContent = isMarked ? PAPER_MARGINS + UNMARKED : PAPER_MARGINS
      page.head.append(style)
    },
    [isMarked],
  )
  const load = () => {
    const page = frame.current?.contentDocument
    if (page) {
      dress(page)
      observe(page)
    }
    setLoaded(true)
  }
  const shown = useRef(srcDoc)
  // The next version takes its place at once. Loaded anew, the frame would be blank for a moment.
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (srcDoc === undefined || shown.current === srcDoc || !page) return
    shown.current = srcDoc
    const next = new DOMParser().parseFromString(srcDoc, 'text/html').documentElement
    page.replaceChild(page.adoptNode(next), page.documentElement)
    dress(page)
    observe(page)
    latest.current()
  }, [srcDoc, observe, dress])
  return (
    <Paper className="document">
      <Box
        ref={ref}
        style={{
          '--page-width': `${pageWidth}px`,
          '--height': `${height}px`,
          '--needed-height': `${needed}px`,
          '--scale': scale,
        }}
      >
        <iframe
          title={title}
          {...(src === undefined ? { srcDoc: first } : { src })}
          sandbox="allow-same-origin"
          ref={frame}
          data-ready={(isLoaded && width > 0) || undefined}
          onLoad={load}
        />
      </Box>
    </Paper>
  )
}
