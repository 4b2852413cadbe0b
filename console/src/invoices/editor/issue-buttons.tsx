import { Button, Group } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../format.ts'
import { ConfirmDialog } from '../../parts/confirm.tsx'
import { useMay } from '../../session.ts'
import { useWords } from '../../words.tsx'
import { actionWords } from '../action-words.ts'
import { useActions } from '../use-actions.ts'
import { editorWords } from './editor-words.ts'
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
  const words = useWords(editorWords)
  const actions = useWords(actionWords)
  const navigate = useNavigate()
  const mayIssue = useMay('issue')
  const [asked, ask] = useState<Asked | null>(null)
  const [isBusy, setBusy] = useState(false)

  const saved = async () => {
    setBusy(true)
    const isSaved = await saving.flush()
    setBusy(false)
    if (!isSaved) onIncomplete()
    return isSaved ? saving.current() : null
  }
  const start = async (step: Step) => {
    const draft = await saved()
    if (draft) ask({ step, id: draft.id, etag: draft.etag })
  }
  const look = async () => {
    const draft = await saved()
    if (draft) await navigate({ to: '/invoices/$id', params: { id: draft.id } })
  }
  return (
    <Group gap="xs">
      <Button variant="default" onClick={look}>
        {words.done}
      </Button>
      {mayIssue && (
        <>
          <Button variant="default" onClick={() => start('issue')}>
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
      {asked && <Question {...asked} total={total} currency={currency} onClose={() => ask(null)} />}
    </Group>
  )
}

interface QuestionProps extends Asked, Pick<Props, 'total' | 'currency'> {
  readonly onClose: () => void
}

function Question({ step, id, etag, total, currency, onClose }: QuestionProps) {
  const words = useWords(actionWords)
  const format = useFormat()
  const navigate = useNavigate()
  const actions = useActions({ id, type: 'invoice' }, etag)
  const isPublished = step === 'issueAndPublish'
  const confirm = async () => {
    const done = await (isPublished ? actions.issueAndPublish() : actions.issue())
    if (done) await navigate({ to: '/invoices/$id', params: { id } })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      color="pine"
      title={words.issueTitle(total === null ? '' : format.money(total, currency))}
      text={isPublished ? words.issueAndPublishText : words.issueText}
      verb={isPublished ? words.issueAndPublish : words.issue}
      onConfirm={confirm}
    />
  )
}
