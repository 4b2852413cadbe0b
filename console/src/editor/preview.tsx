import { Anchor, Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Rider } from '../components/desk.tsx'
import { DocumentFrame } from '../components/document-frame.tsx'
import { IconEye, IconEyeOff } from '../components/icons.ts'
import { QueryView } from '../components/query-view.tsx'
import { Side } from '../components/side.tsx'
import { useWords } from '../words/language.ts'
import type { Kind } from './form.ts'
import type { useSaving } from './use-saving.ts'
import './preview.css'

const KEY = 'billwright.preview'

/** From this width on, there is room for the form and its sheet: see `preview.css`. */
const WIDE = '(min-width: 80em)'
const PHONE = '(max-width: 39.99em)'

type Saving = ReturnType<typeof useSaving>

/**
 * On a wide screen, the sheet lies beside the form unless the person hides it; this browser
 * remembers that. On a narrow one, a drawer shows it.
 */
export function usePreview(saving: Saving) {
  const words = useWords().editor
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const [isBeside, setBeside] = useState(() => localStorage.getItem(KEY) !== 'hidden')
  const [isOver, setOver] = useState(false)
  const toggle = () => {
    localStorage.setItem(KEY, isBeside ? 'hidden' : 'shown')
    setBeside(!isBeside)
  }
  const open = () => {
    setOver(true)
    void saving.flush()
  }
  const Icon = isWide && isBeside ? IconEyeOff : IconEye
  const button = (
    <Button
      variant="default"
      leftSection={<Icon size={18} aria-hidden />}
      {...(isWide ? { 'aria-pressed': isBeside } : { 'aria-haspopup': 'dialog' })}
      onClick={isWide ? toggle : open}
    >
      {isWide ? (isBeside ? words.hidePreview : words.showPreview) : words.preview}
    </Button>
  )
  return {
    isBeside: isWide && isBeside,
    isOver: !isWide && isOver,
    close: () => setOver(false),
    button,
  }
}

interface PreviewProps {
  readonly kind: Kind
  readonly saving: Saving
}

/** The sheet beside the form. */
export const Preview = ({ kind, saving }: PreviewProps) => {
  const words = useWords()
  return (
    <aside aria-label={words.editor.preview} className="preview">
      <Rider kind="draft" text={words.status.draft} />
      <div className="preview-sheet">
        <Sheet kind={kind} saving={saving} isMarked />
      </div>
    </aside>
  )
}

interface OverProps extends PreviewProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The sheet over the form: as a page, on a phone also large enough to read. */
export function PreviewOver({ kind, saving, isOpen, onClose }: OverProps) {
  const words = useWords().editor
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const [isRead, setRead] = useState(false)
  return (
    <Side isOpen={isOpen} onClose={onClose} title={words.preview} width={640}>
      <div className="preview-over">
        <Sheet kind={kind} saving={saving} isPaper={!isRead} />
      </div>
      {isPhone && (
        <Anchor component="button" type="button" mt="md" onClick={() => setRead(!isRead)}>
          {isRead ? words.asPage : words.toRead}
        </Anchor>
      )}
    </Side>
  )
}

interface SheetProps extends PreviewProps {
  readonly isPaper?: boolean
  /** Whether a rider says that it is a draft. */
  readonly isMarked?: boolean
}

/** The document as it was last saved, a second after typing. */
function Sheet({ kind, saving, isPaper = true, isMarked = false }: SheetProps) {
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
  if (saved === null)
    return (
      <div className="preview-blank">
        <Text c="dimmed">{words.previewLater}</Text>
      </div>
    )
  if (html.data === undefined && !html.error)
    return <div className="preview-blank" aria-busy="true" />
  return (
    <QueryView of={html}>
      {(document) => (
        <DocumentFrame
          title={words.preview}
          srcDoc={document}
          isPaper={isPaper}
          isMarked={isMarked}
        />
      )}
    </QueryView>
  )
}
