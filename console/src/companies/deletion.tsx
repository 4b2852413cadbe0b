import { CALL_BACK_DAYS } from '@billwright/rules/limits'
import type { Data } from '@billwright/sdk'
import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf, isProblem } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { ALL_KEY } from './queries.ts'

type Company = Data<'getCompany'>

interface Props {
  readonly company: Company
}

/** Deletes a company or restores it, for operators and owners. */
export function Deletion({ company, isOwner }: Props & { readonly isOwner: boolean }) {
  const { data: session } = useQuery(sessionQuery)
  const isOperator = session?.scopes.includes('companies') ?? false
  if (!isOperator && !isOwner) return null
  if (company.status === 'deleting') return <Restore company={company} />
  const isOpen = company.status === 'active' || company.status === 'suspended'
  if (company.first || !isOpen) return null
  return <Delete company={company} isProved={isOperator} />
}

/** Says until when a company can be restored. Shows nothing if the company is not being deleted. */
export function DeletionNote({ company: { delete_at } }: Props) {
  const words = useWords().companies
  const { date } = useFormat()
  if (delete_at === null) return null
  return <Alert color="yellow">{words.deletingText(date(delete_at.slice(0, 10)))}</Alert>
}

function Restore({ company: { id, name } }: Props) {
  const words = useWords().companies
  const { act, isBusy } = useAct(ALL_KEY)
  const restore = () =>
    act({ run: (api) => api.restoreCompany({ path: { id } }), done: words.restored(name) })
  return (
    <Button
      size="xs"
      variant="default"
      disabled={isBusy}
      onClick={restore}
      aria-label={`${words.restore}: ${name}`}
    >
      {words.restore}
    </Button>
  )
}

interface DeleteProps extends Props {
  /** Needs no password. */
  readonly isProved: boolean
}

function Delete(props: DeleteProps) {
  const words = useWords().companies
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {words.askDelete}
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title={words.deleteTitle(props.company.name)}>
        {isOpen && <DeleteForm {...props} onClose={dialog.close} />}
      </Dialog>
    </>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

function DeleteForm({
  company,
  isProved,
  onClose,
}: DeleteProps & { readonly onClose: () => void }) {
  const words = useWords().companies
  const { currentPassword } = useWords().account
  const { showPassword } = useWords().shell
  const { date } = useFormat()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const { id, name } = company
  const change = useChange({
    run: (api) => api.deleteCompany({ path: { id }, body: isProved ? {} : { password } }),
    onSuccess: async () => {
      onClose()
      tellDone(words.deletingNow(name))
      await queries.invalidateQueries({ queryKey: ALL_KEY })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  const deleteAt = new Date(Date.now() + CALL_BACK_DAYS * DAY_MS).toISOString()
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{words.deleteText(date(deleteAt.slice(0, 10)))}</Text>
        {!isProved && (
          <PasswordInput
            label={currentPassword}
            autoComplete="current-password"
            required
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={fieldErrorsOf(change.error).password}
            visibilityToggleButtonProps={{ 'aria-label': showPassword }}
          />
        )}
        <FormFault error={change.error} fields={['password']} />
        {isProblem(change.error, 'retention_running') && (
          <Text size="sm">{words.exportFirst(company.handle)}</Text>
        )}
        <FormButtons submit={words.delete} isBusy={change.isPending} isDangerous />
      </Stack>
    </form>
  )
}
