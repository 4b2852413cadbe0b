import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm.tsx'
import { IconSend } from '../../components/icons.ts'
import { useSend } from '../../components/use-send.ts'
import { useFormat } from '../../format.ts'
import { useWords } from '../../language.ts'
import { useMay } from '../../session.ts'
import { useActions } from '../use-actions.ts'
import type { Saved } from './saving.ts'
import type { useSaving } from './use-saving.ts'

interface Props {
  readonly saving: ReturnType<typeof useSaving>
  readonly total: string | null
  readonly currency: string
  /** Told when it cannot be issued yet, so that the fields say what is missing. */
  readonly onIncomplete: () => void
}

type Step = 'issue' | 'issueAndPublish'

interface Asked {
  readonly step: Step
  readonly id: string
  readonly etag: string | undefined
}

/** The ways out of the editor. All of them save first. */
export function IssueButtons({ saving, total, currency, onIncomplete }: Props) {
  const words = useWords().editor
  const actions = useWords().actions
  const navigate = useNavigate()
  const mayIssue = useMay('issue')
  const [asked, ask] = useState<Asked | null>(null)
  const [isOpen, question] = useDisclosure()
  const format = useFormat()
  const { send, isBusy: isSaving } = useSend()
  const {
    issue,
    issueAndPublish,
    isBusy: isIssuing,
  } = useActions({ id: asked?.id ?? '', type: 'invoice' }, asked?.etag)
  const isBusy = isSaving || isIssuing

  const withSaved = (then: (draft: Saved) => unknown) =>
    send(async () => {
      const draft = (await saving.flush()) ? saving.current() : null
      if (draft) await then(draft)
      else onIncomplete()
    })
  const open = (id: string) => navigate({ to: '/invoices/$id', params: { id } })
  const start = (step: Step) =>
    withSaved(({ id, etag }) => {
      ask({ step, id, etag })
      question.open()
    })
  const confirm = async ({ step, id }: Asked) => {
    const isDone = await (step === 'issue' ? issue() : issueAndPublish())
    if (isDone) await open(id)
  }
  return (
    <Group gap="xs">
      <Button variant="default" disabled={isBusy} onClick={() => withSaved(({ id }) => open(id))}>
        {words.done}
      </Button>
      {mayIssue && (
        <>
          <Button variant="default" disabled={isBusy} onClick={() => start('issue')}>
            {words.issueOnly}
          </Button>
          <Button
            leftSection={<IconSend size={18} aria-hidden />}
            loading={isBusy}
            onClick={() => start('issueAndPublish')}
          >
            {actions.issueAndPublish}
          </Button>
        </>
      )}
      {asked && (
        <ConfirmDialog
          isOpen={isOpen}
          onClose={question.close}
          color="pine"
          title={actions.issueTitle(total === null ? '' : format.money(total, currency))}
          text={asked.step === 'issue' ? actions.issueText : actions.issueAndPublishText}
          verb={actions[asked.step]}
          onConfirm={() => confirm(asked)}
        />
      )}
    </Group>
  )
}
