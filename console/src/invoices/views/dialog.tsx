import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf } from '../../api/client.ts'
import type { ListSearch } from '../../api/invoice-search.ts'
import { useMay } from '../../api/session.ts'
import { Dialog } from '../../components/dialog.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { FormFault } from '../../components/form-fault.tsx'
import { tellDone } from '../../components/notices.tsx'
import { useChange } from '../../components/use-send.ts'
import { VIEWS_KEY, type View } from './queries.ts'
import { useViewWords } from './words.ts'

interface Props {
  readonly views: readonly View[]
  /** The view to change; without it, a new one is saved. */
  readonly view?: View
  readonly filters: ListSearch
  readonly onClose: () => void
}

/** Asks for the name of a view and who can see it. */
export function ViewDialog({ views, view, filters, onClose }: Props) {
  const words = useViewWords()
  const queries = useQueryClient()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const mayShare = useMay('write')
  const sameName = views.find((it) => it.own && it.id !== view?.id && it.name === name.trim())
  const replaced = view === undefined ? sameName : undefined
  const { mutate, error, isPending } = useChange({
    run: (api) => {
      const body = { name, shared, filters }
      const id = (view ?? replaced)?.id
      return id === undefined
        ? api.createInvoiceView({ body })
        : api.putInvoiceView({ path: { id }, body })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [VIEWS_KEY] })
      tellDone(words.saved)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog isOpen onClose={onClose} title={view ? words.edit : words.save} isBusy={isPending}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={words.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={60}
            required
            withAsterisk={false}
            {...(replaced && { description: words.replaces })}
            error={fieldErrorsOf(error).name}
            data-autofocus
          />
          {mayShare && (
            <Checkbox
              label={words.share}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <FormFault error={error} fields={['name']} />
          <FormButtons submit={words.submit} isBusy={isPending} />
        </Stack>
      </form>
    </Dialog>
  )
}
