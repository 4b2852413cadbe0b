import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Api, fieldErrorsOf } from '../../api/client.ts'
import { DialogForm } from '../../components/dialog-form.tsx'
import { tellDone } from '../../components/notices.tsx'
import { useChange } from '../../components/use-send.ts'
import { CUSTOMERS_KEY } from '../queries.ts'
import { useBookWords } from './words.ts'

type Errors = Readonly<Record<string, string>>

interface Props {
  readonly title: string
  /** The body for the fields: a text, or null for an empty field. */
  readonly run: (api: Api, values: (name: string) => string | null) => Promise<unknown>
  /** The pointers of the fields, which show their own faults. */
  readonly places: readonly string[]
  readonly onClose: () => void
  readonly children: (errors: Errors) => ReactNode
}

/** The dialog of a contact or an address. */
export function BookForm({ title, run, places, onClose, children }: Props) {
  const words = useBookWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => run(api, (name) => String(form.get(name) ?? '').trim() || null),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [CUSTOMERS_KEY] })
      tellDone(words.saved)
      onClose()
    },
  })
  return (
    <DialogForm
      title={title}
      words={words}
      isBusy={isPending}
      error={error}
      places={places}
      onClose={onClose}
      onSubmit={mutate}
    >
      {children(fieldErrorsOf(error))}
    </DialogForm>
  )
}
