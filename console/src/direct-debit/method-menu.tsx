import { Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { ActionMenu, Choices } from '../components/action-menu.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { IconBan, IconCheck, IconPause, IconPencil } from '../components/icons.ts'
import { useAct } from '../components/use-act.ts'
import { MandateEditDialog } from './mandate-edit-dialog.tsx'
import { METHODS_KEY, type Method, RUNS_KEY } from './queries.ts'
import { useDirectDebitWords } from './words.ts'

interface Props {
  readonly method: Method
  /** Whether the customer has no other one that is collected from. */
  readonly isOnly: boolean
}

export const useActOnMethod = () => useAct([METHODS_KEY], [RUNS_KEY], [INVOICES_KEY], ['attention'])

/** What can be done with a payment method that has not ended. */
export function MethodMenu({ method, isOnly }: Props) {
  const words = useDirectDebitWords().methods
  const mayIssue = useMay('issue')
  const { act } = useActOnMethod()
  const [isEditing, editing] = useDisclosure()
  const [isSuspending, suspending] = useDisclosure()
  const [isRevoking, revoking] = useDisclosure()
  const { id, label, status, mandate, default: isFirst, etag: ifMatch } = method
  if (!mayIssue) return null
  const useFirst = () =>
    act({
      run: (api) => api.updatePaymentMethod({ path: { id }, body: { default: true }, ifMatch }),
      done: words.usedFirst,
    })
  const revoke = () =>
    act({
      run: (api) => api.cancelPaymentMethod({ path: { id }, ifMatch }),
      done: words.revoked,
    })
  return (
    <>
      <ActionMenu label={words.moreOf(label)}>
        <Choices
          of={[
            {
              label: words.edit,
              Icon: IconPencil,
              needs: 'issue',
              when: mandate !== null,
              run: editing.open,
            },
            {
              label: words.useFirst,
              Icon: IconCheck,
              needs: 'issue',
              when: status === 'active' && !isFirst && !isOnly,
              run: useFirst,
            },
            {
              label: words.suspend,
              Icon: IconPause,
              needs: 'issue',
              when: status === 'active',
              run: suspending.open,
            },
            {
              label: words.revoke,
              Icon: IconBan,
              needs: 'issue',
              when: true,
              isGrave: true,
              run: revoking.open,
            },
          ]}
        />
      </ActionMenu>
      {isEditing && mandate && (
        <MandateEditDialog method={method} mandate={mandate} onClose={editing.close} />
      )}
      {isSuspending && <SuspendDialog method={method} onClose={suspending.close} />}
      <ConfirmDialog
        isOpen={isRevoking}
        onClose={revoking.close}
        title={words.revokeTitle(label)}
        text={words.revokeText}
        verb={words.revoke}
        onConfirm={revoke}
      />
    </>
  )
}

interface SuspendProps {
  readonly method: Method
  readonly onClose: () => void
}

function SuspendDialog({ method: { id, label, etag: ifMatch }, onClose }: SuspendProps) {
  const words = useDirectDebitWords().methods
  const { act, isBusy } = useActOnMethod()
  const suspend = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    const body = reason === '' ? {} : { reason }
    await act({
      run: (api) => api.suspendPaymentMethod({ path: { id }, body, ifMatch }),
      done: words.suspended,
    })
    onClose()
  }
  return (
    <DialogForm
      title={words.suspendTitle(label)}
      words={{ save: words.suspend }}
      isBusy={isBusy}
      error={null}
      places={[]}
      onClose={onClose}
      onSubmit={(form) => void suspend(form)}
    >
      <Text size="sm">{words.suspendText}</Text>
      <TextInput name="reason" label={words.suspendReason} maxLength={200} data-autofocus />
    </DialogForm>
  )
}
