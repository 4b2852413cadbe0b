import type { Entry } from '@billwright/sdk'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { fieldErrorsOf } from '../api/client.ts'
import { sessionQuery, settingsQuery } from '../api/queries.ts'
import { DialogForm } from '../components/dialog-form.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { ALL_KEY } from './queries.ts'

interface Props {
  readonly company: Entry<'listCompanies'>
  readonly onClose: () => void
}

/** The company's one name, which is also in its settings. */
export function RenameDialog({ company, onClose }: Props) {
  const words = useWords().companies
  const queries = useQueryClient()
  const { id, etag: ifMatch } = company
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) =>
      api.updateCompany({ path: { id }, body: { name: String(form.get('name')).trim() }, ifMatch }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ALL_KEY })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
      tellDone(words.renamed)
      onClose()
    },
  })
  return (
    <DialogForm
      title={words.rename}
      words={words}
      isBusy={isPending}
      error={error}
      places={['name']}
      onClose={onClose}
      onSubmit={mutate}
    >
      <TextInput
        name="name"
        label={words.name}
        description={words.renameHint}
        error={fieldErrorsOf(error).name}
        defaultValue={company.name}
        maxLength={200}
        autoComplete="off"
        data-autofocus
      />
    </DialogForm>
  )
}
