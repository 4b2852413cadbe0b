import { Box, Paper } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'

/** A4 in CSS pixels. */
const PAGE_WIDTH = 794
const PAGE_HEIGHT = 1123

interface Props {
  readonly title: string
  /** Of the service's own pages, or the HTML itself. */
  readonly src?: string
  readonly srcDoc?: string
}

/**
 * A document as it is printed, as wide as there is room and as high as it is. No script runs in it;
 * with this page's origin its own fonts load and its height can be read.
 */
export function DocumentFrame({ title, src, srcDoc }: Props) {
  const { ref, width } = useElementSize()
  const [height, setHeight] = useState(PAGE_HEIGHT)
  const scale = width === 0 ? 1 : width / PAGE_WIDTH
  return (
    <Paper withBorder style={{ overflow: 'hidden' }} bg="white">
      <Box ref={ref} h={height * scale} style={{ overflow: 'hidden' }}>
        <iframe
          title={title}
          {...(src === undefined ? { srcDoc } : { src })}
          sandbox="allow-same-origin"
          onLoad={({ currentTarget }) =>
            setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? PAGE_HEIGHT)
          }
          style={{
            width: PAGE_WIDTH,
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
