import { Box, Button, SegmentedControl, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { DocumentFrame } from '../components/document-frame.tsx'
import { IconEye, IconEyeOff } from '../components/icons.ts'
import { QueryView } from '../components/query-view.tsx'
import { useWords } from '../words/language.ts'
import type { Kind } from './form.ts'
import type { useSaving } from './use-saving.ts'

const KEY = 'billwright.preview'

/** Beside each other there is no room for the form and the preview. */
const NARROW = '(max-width: 61.99em)'

/**
 * On a wide screen, the preview is beside the editor if the person wants it; this browser remembers
 * that. On a narrow one, it takes the place of the form.
 */
export function usePreview(saving: ReturnType<typeof useSaving>) {
  const words = useWords().editor
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const [isBeside, setBeside] = useState(() => localStorage.getItem(KEY) === 'shown')
  const [isInstead, setInstead] = useState(false)
  const isShown = isNarrow ? isInstead : isBeside
  const toggle = () => {
    localStorage.setItem(KEY, isShown ? 'hidden' : 'shown')
    setBeside(!isShown)
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
  const tabs = (
    <SegmentedControl
      hiddenFrom="md"
      fullWidth
      aria-label={words.view}
      data={[
        { value: 'form', label: words.form },
        { value: 'preview', label: words.preview },
      ]}
      value={isInstead ? 'preview' : 'form'}
      onChange={(value) => {
        setInstead(value === 'preview')
        void saving.flush()
      }}
    />
  )
  return {
    isShown,
    isInstead: isNarrow && isInstead,
    showForm: () => setInstead(false),
    button,
    tabs,
  }
}

interface PreviewProps {
  readonly kind: Kind
  readonly saving: ReturnType<typeof useSaving>
  /** Beside the form as a small page; instead of it as its readers see it. */
  readonly isPaper: boolean
}

/** The document as it was last saved, a second after typing. */
export function Preview({ kind, saving, isPaper }: PreviewProps) {
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
    <Box component="aside" aria-label={words.preview} className="preview">
      {saved === null ? (
        <Text size="sm" c="dimmed">
          {words.previewLater}
        </Text>
      ) : (
        <QueryView of={html}>
          {(document) => (
            <DocumentFrame title={words.preview} srcDoc={document} isPaper={isPaper} />
          )}
        </QueryView>
      )}
    </Box>
  )
}
