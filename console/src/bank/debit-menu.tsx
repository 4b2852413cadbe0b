import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { ActionMenu, Choices } from '../components/action-menu.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { IconBan, IconTrash } from '../components/icons.ts'
import { tellDone } from '../components/notices.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { openFiles, RUN_KEYS, type Run } from '../direct-debit/queries.ts'
import { useDirectDebitWords } from '../direct-debit/words.ts'

interface Props {
  readonly run: Run
  readonly etag: string | undefined
}

/** What ends a run. */
export function RunMenu({ run, etag: ifMatch }: Props) {
  const words = useDirectDebitWords().run
  const navigate = useNavigate()
  const { act } = useAct(...RUN_KEYS)
  const mayWrite = useMay('write')
  const [isCanceling, canceling] = useDisclosure()
  const [isRefusing, refusing] = useDisclosure()
  const { id, status } = run
  const isOpen = status === 'approved' || status === 'submitted'
  if (!mayWrite || (!isOpen && status !== 'draft')) return null
  const remove = () =>
    act({
      run: async (api) => {
        await api.deleteDirectDebitRun({ path: { id }, ifMatch })
        await navigate({ to: '/bank/direct-debit' })
      },
      done: words.deleted,
    })
  const cancel = () =>
    act({
      run: (api) => api.cancelDirectDebitRun({ path: { id }, ifMatch }),
      done: words.canceled,
    })
  return (
    <>
      <ActionMenu>
        <Choices
          of={[
            {
              label: words.delete,
              Icon: IconTrash,
              needs: 'write',
              when: status === 'draft',
              isGrave: true,
              run: remove,
            },
            {
              label: words.refuse,
              Icon: IconBan,
              needs: 'issue',
              when: isOpen,
              run: refusing.open,
            },
            {
              label: words.cancel,
              Icon: IconTrash,
              needs: 'issue',
              when: status === 'approved',
              isGrave: true,
              run: canceling.open,
            },
          ]}
        />
      </ActionMenu>
      <ConfirmDialog
        isOpen={isCanceling}
        onClose={canceling.close}
        title={words.cancelTitle}
        text={words.cancelText}
        verb={words.cancel}
        onConfirm={cancel}
      />
      {isRefusing && <RefusalDialog run={run} etag={ifMatch} onClose={refusing.close} />}
    </>
  )
}

function RefusalDialog({
  run: { id, files },
  etag: ifMatch,
  onClose,
}: Props & { readonly onClose: () => void }) {
  const words = useDirectDebitWords().run
  const open = openFiles(files)
  const queries = useQueryClient()
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => {
      const reason = String(form.get('reason') ?? '').trim()
      const file = Number(form.get('file') ?? 0)
      const body = { reason, ...(file > 0 && { file }) }
      return api.refuseDirectDebitRun({ path: { id }, body, ifMatch })
    },
    onSuccess: async () => {
      await Promise.all(RUN_KEYS.map((queryKey) => queries.invalidateQueries({ queryKey })))
      tellDone(words.refused)
      onClose()
    },
  })
  return (
    <DialogForm
      title={words.refuseTitle}
      words={{ save: words.refuseSave }}
      isBusy={isPending}
      error={error}
      places={[]}
      onClose={onClose}
      onSubmit={mutate}
    >
      <Text size="sm">{words.refuseText}</Text>
      {open.length > 1 && (
        <NativeSelect
          name="file"
          label={words.refuseFile}
          data={[
            { value: '0', label: words.refuseAll },
            ...open.map((it) => ({ value: String(it.number), label: it.scheme })),
          ]}
        />
      )}
      <TextInput name="reason" label={words.refuseReason} maxLength={200} data-autofocus />
    </DialogForm>
  )
}
