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
  /** The places of the fields, whose faults stand there. */
  readonly places: readonly string[]
  readonly onClose: () => void
  readonly onSubmit: (form: FormData) => void
  readonly children: ReactNode
}

/** A window with fields that keep their own values, and Save after Cancel. */
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
    // A form around this one, such as that of the settings, is not meant.
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
