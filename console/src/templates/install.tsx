import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { Dialog } from '../components/dialog.tsx'
import { useWords } from '../words/language.ts'
import { InstallForm } from './install-form.tsx'
import { useInstall } from './use-install.ts'

/** Time limit for fetching a template with its fonts. */
const TIMEOUT_MS = 90_000

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Installs a template from the URL of its manifest. */
export function InstallDialog({ isOpen, onClose }: Props) {
  const words = useWords().install
  const [url, setUrl] = useState('')
  const close = () => {
    install.forget()
    onClose()
  }
  const install = useInstall(close)
  const submit = (isStrict: boolean) =>
    install.run(
      (api, query) =>
        api.installTemplateFromManifest({
          query,
          body: { url: url.trim() },
          timeoutMs: TIMEOUT_MS,
        }),
      isStrict,
    )
  return (
    <Dialog isOpen={isOpen} onClose={close} title={words.linkTitle} size="lg">
      <InstallForm of={install} onSubmit={submit} fields={['url']}>
        <TextInput
          type="url"
          label={words.linkLabel}
          description={words.linkHint}
          placeholder="https://example.org/manifest.yaml"
          required
          data-autofocus
          value={url}
          error={fieldErrorsOf(install.error).url}
          onChange={(event) => {
            setUrl(event.currentTarget.value)
            install.forget()
          }}
        />
      </InstallForm>
    </Dialog>
  )
}
