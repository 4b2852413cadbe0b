import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { ActionMenu } from '../../components/action-menu.tsx'
import { IconSend } from '../../components/icons.ts'
import { useKeys } from '../../components/use-keys.ts'
import { useSend } from '../../components/use-send.ts'
import type { LeavingProps } from '../../editor/editor.tsx'
import type { Saved } from '../../editor/saving.ts'
import { useWords } from '../../words/language.ts'
import { IssueDialog } from './dialog.tsx'

/** The buttons that leave the editor. All of them save first. */
export function IssueButtons({ saving, onIncomplete, isBar }: LeavingProps) {
  const { editor: words, actions, issuing } = useWords()
  const navigate = useNavigate()
  const mayIssue = useMay('issue')
  const [asked, ask] = useState<{ readonly id: string; readonly isQuiet: boolean } | null>(null)
  const [isOpen, question] = useDisclosure()
  const { send, isBusy } = useSend()

  const withSaved = (then: (draft: Saved) => unknown) =>
    send(async () => {
      const draft = (await saving.flush()) ? saving.current() : null
      if (draft) await then(draft)
      else onIncomplete()
    })
  const open = (id: string) => navigate({ to: '/invoices/$id', params: { id } })
  const start = (isQuiet: boolean) =>
    withSaved(({ id }) => {
      ask({ id, isQuiet })
      question.open()
    })
  useKeys({ 'mod+Enter': () => mayIssue && !isOpen && start(false) })
  const close = () => withSaved(({ id }) => open(id))
  return (
    <>
      {(!isBar || !mayIssue) && (
        <Button variant="default" disabled={isBusy} onClick={close}>
          {words.done}
        </Button>
      )}
      {mayIssue && (
        <>
          <Button
            leftSection={<IconSend size={18} aria-hidden />}
            loading={isBusy}
            onClick={() => start(false)}
          >
            {isBar ? actions.send : issuing.send}
          </Button>
          <ActionMenu>
            {isBar && (
              <Menu.Item disabled={isBusy} onClick={close}>
                {words.done}
              </Menu.Item>
            )}
            <Menu.Item disabled={isBusy} onClick={() => start(true)}>
              {issuing.issue}
            </Menu.Item>
          </ActionMenu>
        </>
      )}
      {asked !== null && (
        <IssueDialog
          {...asked}
          isOpen={isOpen}
          onClose={question.close}
          onIssued={(isToSend) =>
            navigate({
              to: '/invoices/$id',
              params: { id: asked.id },
              search: isToSend ? { ask: 'send' } : {},
            })
          }
        />
      )}
    </>
  )
}
