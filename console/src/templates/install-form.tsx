import { Alert, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useWords } from '../words/language.ts'
import { RemovedList } from './removed.tsx'
import type { useInstall } from './use-install.ts'

interface Props {
  readonly of: ReturnType<typeof useInstall>
  readonly onSubmit: (isStrict: boolean) => void
  /** The fields that show their own faults. */
  readonly fields: readonly string[]
  readonly children: ReactNode
}

/** Installs in two steps: choose a template; if it has unsafe parts, confirm to remove them. */
export function InstallForm({ of, onSubmit, fields, children }: Props) {
  const words = useWords().install
  const { removed, error, isBusy } = of
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(removed === null)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        <FormFault error={error} fields={fields} />
        {removed !== null && (
          <Alert color="yellow" title={words.unsafeTitle} role="alert">
            <Stack gap="sm">
              <Text size="sm">{words.unsafeText}</Text>
              <RemovedList removed={removed} />
            </Stack>
          </Alert>
        )}
        <FormButtons submit={removed === null ? words.check : words.anyway} isBusy={isBusy} />
      </Stack>
    </form>
  )
}
