import { Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { FormButtons } from './form-buttons.tsx'
import { FormFault } from './form-fault.tsx'

interface Props {
  readonly title: string
  readonly words: { readonly save: string }
  readonly isBusy: boolean
  readonly error: unknown
  /** The pointers of the fields, which show their own faults. */
  readonly places: readonly string[]
  readonly onClose: () => void
  readonly onSubmit: (form: FormData) => void
  readonly children: ReactNode
}

/** A dialog with a form that keeps its own values. */
export function DialogForm({
  title,
  words,
  isBusy,
  error,
  places,
  onClose,
  onSubmit,
  children,
}: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Stops the event from submitting an outer form, such as that of the settings.
    event.stopPropagation()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} isBusy={isBusy}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {children}
          <FormFault error={error} fields={places} />
          <FormButtons submit={words.save} isBusy={isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}
