import { Button, FileButton, Group, Input, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { Dialog } from '../components/dialog.tsx'
import { IconFileCode } from '../components/icons.ts'
import { useWords } from '../words/language.ts'
import { InstallForm } from './install-form.tsx'
import { useInstall } from './use-install.ts'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The template of a new version; null: a new template. */
  readonly of?: { readonly id: string; readonly name: string }
}

/** Uploads HTML as a new template or a new version. */
export function UploadDialog({ isOpen, onClose, of }: Props) {
  const words = useWords().install
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const close = () => {
    install.forget()
    setFile(null)
    setName('')
    setMissing(false)
    onClose()
  }
  const install = useInstall(close)
  const errors = fieldErrorsOf(install.error)
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setMissing(false)
    install.forget()
    if (name === '' && chosen) setName(chosen.name.replace(/\.html?$/i, ''))
  }
  const submit = (isStrict: boolean) => {
    setMissing(file === null)
    if (file === null) return
    const naming = of ? { id: of.id, name: of.name } : { name: name.trim() || file.name }
    void install.run(
      async (api, query) =>
        api.createTemplate({ query, body: { ...naming, html: await file.text() } }),
      isStrict,
    )
  }
  const title = of ? words.versionTitle(of.name) : words.uploadTitle
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} size="lg">
      <InstallForm of={install} onSubmit={submit} fields={['name', 'html']}>
        <Input.Wrapper
          label={words.file}
          labelElement="div"
          required
          error={isMissing ? words.fileNeeded : errors.html}
        >
          <Group mt={4}>
            <FileButton
              accept="text/html,.html,.htm"
              onChange={choose}
              inputProps={{ 'aria-label': words.file, tabIndex: -1 }}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  data-autofocus
                  leftSection={<IconFileCode size={18} aria-hidden />}
                >
                  {words.choose}
                </Button>
              )}
            </FileButton>
            <Text size="sm" aria-live="polite">
              {file === null ? '' : words.chosen(file.name)}
            </Text>
          </Group>
        </Input.Wrapper>
        {of === undefined && (
          <TextInput
            label={words.name}
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </InstallForm>
    </Dialog>
  )
}
