import { Box } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { DocumentFrame } from '../components/document-frame.tsx'
import { useWords } from '../words/language.ts'
import { previewQuery } from './queries.ts'

/** A4 portrait. */
const RATIO = '210 / 297'

/** A small picture of a sample document, rendered when it becomes visible. */
export function Thumbnail({ id, name }: { readonly id: string; readonly name: string }) {
  const words = useWords().templates
  const { ref, inViewport } = useInViewport()
  const { data } = useQuery({ ...previewQuery(id), enabled: inViewport })
  return (
    <Box
      ref={ref}
      inert
      className="thumbnail"
      style={{ aspectRatio: RATIO, overflow: 'hidden', borderRadius: 'var(--r-paper)' }}
    >
      {data === undefined ? (
        <Box className="document" h="100%" aria-busy={inViewport || undefined} />
      ) : (
        <DocumentFrame title={words.preview(name)} srcDoc={data.html} isPaper />
      )}
    </Box>
  )
}
