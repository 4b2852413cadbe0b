import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { ALL_KEY } from './queries.ts'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function NewCompanyDialog({ isOpen, onClose }: Props) {
  const words = useWords().companies
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.create}>
      {isOpen && <NewCompany onClose={onClose} />}
    </Dialog>
  )
}

function NewCompany({ onClose }: Pick<Props, 'onClose'>) {
  const words = useWords().companies
  const queries = useQueryClient()
  const form = useForm({ initialValues: { name: '', owner: '' } })
  const create = useChange({
    run: (api, { name, owner }: typeof form.values) =>
      api.createCompany({ body: { name, ...(owner.trim() !== '' && { owner: owner.trim() }) } }),
    onSuccess: async ({ name }) => {
      onClose()
      tellDone(words.created(name))
      await queries.invalidateQueries({ queryKey: ALL_KEY })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  useRefused(form, create.error)
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <TextInput
          label={words.name}
          required
          maxLength={200}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={words.owner}
          description={words.ownerHint}
          type="email"
          autoComplete="off"
          {...form.getInputProps('owner')}
        />
        <FormFault error={create.error} fields={['name', 'owner']} />
        <FormButtons submit={words.create} isBusy={create.isPending} />
      </Stack>
    </form>
  )
}
