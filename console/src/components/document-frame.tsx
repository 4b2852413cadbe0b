import { Box, Paper } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/**
 * Below this width, documents use their layout for screens, which is easier to read than a small
 * page.
 */
const NARROW = 560
/** A4 in CSS pixels. */
const PAGE_WIDTH = 794
const PAGE_HEIGHT = 1123

interface Props {
  readonly title: string
  /** A URL of the service, or the HTML itself. */
  readonly src?: string
  readonly srcDoc?: string
  /** Always as a page, even if small. */
  readonly isPaper?: boolean
}

/**
 * A document as printed, in the available width and with its full height. It runs no scripts. It
 * has the page's origin, so that its fonts load and its height can be measured.
 */
export function DocumentFrame({ title, src, srcDoc, isPaper = false }: Props) {
  const { ref, width } = useElementSize()
  const [height, setHeight] = useState(PAGE_HEIGHT)
  const frame = useRef<HTMLIFrameElement>(null)
  const pageWidth = !isPaper && width > 0 && width < NARROW ? width : PAGE_WIDTH
  const scale = width === 0 ? 1 : width / pageWidth
  const isPage = pageWidth === PAGE_WIDTH
  const measure = () => {
    const shown = frame.current?.contentDocument
    // The height is too small until the whole document is loaded.
    if (shown?.readyState !== 'complete') return
    const { documentElement: root, body } = shown
    // Not the `scrollHeight` of the root: it is at least the height of the frame and would never
    // shrink.
    const needed = Math.max(root.offsetHeight, body.scrollHeight)
    setHeight(isPage ? Math.max(needed, PAGE_HEIGHT) : needed)
  }
  const latest = useRef(measure)
  latest.current = measure
  const observer = useRef<ResizeObserver>(null)
  useEffect(() => () => observer.current?.disconnect(), [])
  // Another width, and fonts that arrive later, lay it out anew.
  const load = () => {
    const shown = frame.current?.contentDocument
    if (!shown) return
    observer.current?.disconnect()
    observer.current = new ResizeObserver(() => latest.current())
    observer.current.observe(shown.documentElement)
    observer.current.observe(shown.body)
  }
  return (
    <Paper withBorder style={{ overflow: 'hidden' }} bg="white">
      <Box ref={ref} h={height * scale} style={{ overflow: 'hidden' }}>
        <iframe
          title={title}
          {...(src === undefined ? { srcDoc } : { src })}
          sandbox="allow-same-origin"
          ref={frame}
          onLoad={load}
          style={{
            width: pageWidth,
            height,
            border: 0,
            display: 'block',
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        />
      </Box>
    </Paper>
  )
}
