import {
  Button,
  FileButton,
  Group,
  Image,
  Input,
  Paper,
  Progress,
  Stack,
  Text,
} from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { IconPhoto, IconTrash, IconUpload } from '../components/icons.ts'
import type { Words } from '../words/en.ts'
import { useWords } from '../words/language.ts'
import { useFieldWords } from './field-words.ts'
import { useSettingsForm } from './use-settings-form.ts'

const BYTES_MAX = 512 * 1024
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']

/** Chooses a logo file by click or drop; it is saved with the other changes. */
export function LogoField() {
  const words = useWords().logo
  const { label } = useFieldWords().logo
  const { draft, errors, set } = useSettingsForm()
  const { read, progress, fault } = useLogoFile((url) => set('logo', url))
  const [isOver, setOver] = useState(false)
  const logo = String(draft.logo)
  const over = (event: DragEvent, isIn: boolean) => {
    event.preventDefault()
    setOver(isIn)
  }
  const drop = (event: DragEvent) => {
    over(event, false)
    void read(event.dataTransfer.files[0] ?? null)
  }
  return (
    <Input.Wrapper label={label} labelElement="div" error={fault ?? errors.logo}>
      <Paper
        p="md"
        mt={4}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={drop}
        style={{
          border: `1px dashed var(${isOver ? '--pine-ink' : '--edge'})`,
        }}
      >
        <Group wrap="nowrap" align="center">
          {logo === '' ? (
            <IconPhoto size={48} strokeWidth={1.2} aria-hidden />
          ) : (
            <Image src={logo} alt={words.current} w={96} h={64} fit="contain" bg="white" p={4} />
          )}
          <Stack gap="xs" flex={1}>
            <Group gap="xs">
              <FileButton
                accept={TYPES.join(',')}
                onChange={read}
                inputProps={{ 'aria-label': label, tabIndex: -1 }}
              >
                {(props) => (
                  <Button
                    {...props}
                    id="logo"
                    size="xs"
                    variant="default"
                    leftSection={<IconUpload size={16} aria-hidden />}
                  >
                    {logo === '' ? words.choose : words.replace}
                  </Button>
                )}
              </FileButton>
              {logo !== '' && (
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => set('logo', '')}
                >
                  {words.remove}
                </Button>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {words.drop}
            </Text>
            {progress !== null && <Progress value={progress} aria-label={words.reading} />}
          </Stack>
        </Group>
      </Paper>
    </Input.Wrapper>
  )
}

/** Reads a file as a data URL and reports progress or the fault. */
function useLogoFile(onRead: (url: string) => void) {
  const words = useWords().logo
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const read = async (file: File | null) => {
    if (!file) return
    const found = faultOf(file, words)
    setFault(found)
    if (found !== null) return
    setProgress(0)
    try {
      onRead(await toDataUrl(file, setProgress))
    } catch {
      setFault(words.unreadable)
    } finally {
      setProgress(null)
    }
  }
  return { read, progress, fault }
}

function faultOf(file: File, words: Words['logo']): string | null {
  if (!TYPES.includes(file.type)) return words.wrongType
  return file.size > BYTES_MAX ? words.tooLarge(String(Math.ceil(file.size / 1024))) : null
}

const toDataUrl = (file: File, onProgress: (percent: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('progress', ({ loaded, total }) => onProgress((100 * loaded) / total))
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
