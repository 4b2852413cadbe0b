import type { Data } from '@billwright/sdk'
import { Button, PasswordInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { fieldErrorsOf } from '../api/client.ts'
import { DialogForm } from '../components/dialog-form.tsx'
import { saveAs } from '../components/save-as.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'

interface Props {
  readonly company: Data<'getCompany'>
}

/** Writing the archive of a large company takes minutes. */
const TIMEOUT_MS = 30 * 60_000

/** Downloads all data of this page's company. */
export function Archive({ company }: Props) {
  const { archive: words } = useWords().companies
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {words.ask}
      </Button>
      {isOpen && <ArchiveDialog company={company} onClose={dialog.close} />}
    </>
  )
}

function ArchiveDialog({
  company: { id, handle },
  onClose,
}: Props & { readonly onClose: () => void }) {
  const { archive: words } = useWords().companies
  const { showPassword } = useWords().shell
  const { mutate, error, isPending } = useChange({
    run: (api, passphrase: string) =>
      api.exportCompany({ path: { id }, body: { passphrase }, timeoutMs: TIMEOUT_MS, retries: 0 }),
    onSuccess: (bytes) => {
      saveAs(
        new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' }),
        `${handle}.zip`,
      )
      onClose()
    },
  })
  return (
    <DialogForm
      title={words.title}
      words={words}
      isBusy={isPending}
      error={error}
      places={['passphrase']}
      onClose={onClose}
      onSubmit={(form) => mutate(String(form.get('passphrase')))}
    >
      <Text size="sm">{words.text}</Text>
      <PasswordInput
        name="passphrase"
        label={words.passphrase}
        description={words.passphraseHint}
        autoComplete="new-password"
        maxLength={200}
        data-autofocus
        error={fieldErrorsOf(error).passphrase}
        visibilityToggleButtonProps={{ 'aria-label': showPassword }}
      />
    </DialogForm>
  )
}
