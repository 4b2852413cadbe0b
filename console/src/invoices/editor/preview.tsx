import { Box, Button, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { DocumentFrame } from '../../components/document-frame.tsx'
import { IconEye, IconEyeOff } from '../../components/icons.ts'
import { QueryView } from '../../components/query-view.tsx'
import { useWords } from '../../language.ts'
import type { Kind } from './form.ts'
import type { useSaving } from './use-saving.ts'

const KEY = 'billwright.preview'

/** Whether the preview is beside the editor; this browser remembers it. */
export function usePreview() {
  const words = useWords().editor
  const [isShown, setShown] = useState(() => localStorage.getItem(KEY) === 'shown')
  const toggle = () => {
    localStorage.setItem(KEY, isShown ? 'hidden' : 'shown')
    setShown(!isShown)
  }
  const Icon = isShown ? IconEyeOff : IconEye
  const button = (
    <Button
      variant="default"
      visibleFrom="md"
      leftSection={<Icon size={18} aria-hidden />}
      aria-pressed={isShown}
      onClick={toggle}
    >
      {isShown ? words.hidePreview : words.showPreview}
    </Button>
  )
  return { isShown, button }
}

interface PreviewProps {
  readonly kind: Kind
  readonly saving: ReturnType<typeof useSaving>
}

/** The document as it was last saved, a second after typing. */
export function Preview({ kind, saving }: PreviewProps) {
  const words = useWords().editor
  const saved = saving.current()
  const html = useQuery({
    queryKey: [kind, 'html', saved?.id, saved?.etag],
    queryFn: ({ signal }) => {
      const request = { path: { id: saved?.id ?? '' }, signal }
      return kind === 'quote' ? api.getQuoteHtml(request) : api.getInvoiceHtml(request)
    },
    placeholderData: keepPreviousData,
    enabled: saved !== null,
  })
  return (
    <Box component="aside" aria-label={words.preview} className="preview" visibleFrom="md">
      {saved === null ? (
        <Text size="sm" c="dimmed">
          {words.previewLater}
        </Text>
      ) : (
        <QueryView of={html}>
          {(document) => <DocumentFrame title={words.preview} srcDoc={document} isPaper />}
        </QueryView>
      )}
    </Box>
  )
}
