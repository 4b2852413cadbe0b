import { Box, Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { ActionMenu } from '../components/action-menu.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { IconSend } from '../components/icons.ts'
import { useKeys } from '../components/use-keys.ts'
import { useSend } from '../components/use-send.ts'
import type { LeavingProps } from '../editor/editor.tsx'
import type { Saved } from '../editor/saving.ts'
import { SendDialog } from '../mail/send-dialog.tsx'
import { useWords } from '../words/language.ts'
import { useQuoteActions } from './use-quote-actions.ts'

interface Asked {
  readonly step: 'open' | 'send'
  readonly draft: Saved
}

/** The buttons that leave the editor of a quote. All of them save first. */
export function QuoteButtons({ saving, onIncomplete, isBar }: LeavingProps) {
  const { editor, quotes: words } = useWords()
  const navigate = useNavigate()
  const mayIssue = useMay('issue')
  const [asked, ask] = useState<Asked | null>(null)
  const { send, isBusy: isSaving } = useSend()
  const actions = useQuoteActions({ id: asked?.draft.id ?? '' }, asked?.draft.etag)
  const isBusy = isSaving || actions.isBusy

  const withSaved = (then: (draft: Saved) => unknown) =>
    send(async () => {
      const draft = (await saving.flush()) ? saving.current() : null
      if (draft) await then(draft)
      else onIncomplete()
    })
  const show = (id: string) => navigate({ to: '/quotes/$id', params: { id } })
  const start = (step: Asked['step']) => withSaved((draft) => ask({ step, draft }))
  const close = () => ask(null)
  useKeys({ 'mod+Enter': () => mayIssue && !isBusy && start('send') })
  const leave = () => withSaved(({ id }) => show(id))
  return (
    <>
      {(!isBar || !mayIssue) && (
        <Button variant="default" disabled={isBusy} onClick={leave}>
          {editor.done}
        </Button>
      )}
      {mayIssue && (
        <>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => start('open')}
            visibleFrom="md"
          >
            {words.open}
          </Button>
          <Button
            leftSection={<IconSend size={18} aria-hidden />}
            loading={isBusy}
            onClick={() => start('send')}
          >
            {words.send}
          </Button>
          {/* A narrow screen has no room for four buttons beside each other. */}
          <Box hiddenFrom="md">
            <ActionMenu>
              {isBar && (
                <Menu.Item disabled={isBusy} onClick={leave}>
                  {editor.done}
                </Menu.Item>
              )}
              <Menu.Item disabled={isBusy} onClick={() => start('open')}>
                {words.open}
              </Menu.Item>
            </ActionMenu>
          </Box>
        </>
      )}
      {asked?.step === 'open' && (
        <ConfirmDialog
          isOpen
          onClose={close}
          verbColor="pine"
          title={words.openTitle}
          text={words.openText}
          verb={words.openVerb}
          onConfirm={async () => {
            const opened = await actions.open()
            if (opened) await show(opened.id)
          }}
        />
      )}
      {asked?.step === 'send' && (
        <SendDialog
          subject={{ kind: 'quote', id: asked.draft.id, number: null }}
          onClose={close}
          onSent={() => show(asked.draft.id)}
        />
      )}
    </>
  )
}
