import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '../components/copy.tsx'
import { Dialog } from '../components/dialog.tsx'
import { IconDownload } from '../components/icons.ts'
import { useWords } from '../words/language.ts'

interface Props {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const words = useWords().account
  const text = codes.join('\n')
  return (
    <Stack>
      <Text size="sm">{words.codesText}</Text>
      {/* Side by side they would break in two. */}
      <Stack gap={6}>
        {codes.map((code) => (
          <Code key={code} fz="sm" p={6}>
            {code}
          </Code>
        ))}
      </Stack>
      <Group>
        <CopyButton text={text} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(text)}
        >
          {words.download}
        </Button>
      </Group>
      <Button onClick={onClose}>{words.kept}</Button>
    </Stack>
  )
}

export function RecoveryCodesDialog(
  props: Omit<Props, 'codes'> & { readonly codes: readonly string[] | null },
) {
  const words = useWords().account
  return (
    <Dialog isOpen={props.codes !== null} onClose={props.onClose} title={words.codes} isKept>
      {props.codes && <RecoveryCodes codes={props.codes} onClose={props.onClose} />}
    </Dialog>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'billwright-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
