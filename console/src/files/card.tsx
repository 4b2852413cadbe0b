import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  FileButton,
  Group,
  Loader,
  Paper,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isProblem } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { IconTrash, IconUpload } from '../components/icons.ts'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { useDrop } from '../components/use-drop.ts'
import { useSend } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { plural, useLanguage, useWords } from '../words/language.ts'
import {
  addFile,
  deleteFile,
  FILES_KEY,
  fileAddress,
  filesQuery,
  type Holder,
  type StoredFile,
  type Visibility,
} from './queries.ts'

const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.csv,.xlsx,.ods'

interface Props {
  readonly holder: Holder
  /** Files that customers see are locked, or never shown, so only internal files can be added. */
  readonly isInternal: boolean
}

/** The files of an invoice or a customer: add, download, delete. */
export function Files({ holder, isInternal }: Props) {
  const words = useWords().files
  const files = useQuery(filesQuery(holder))
  const mayWrite = useMay('write')
  const [isShown, show] = useState(!isInternal)
  const upload = useUpload(holder)
  const visible = isInternal || !isShown ? 'internal' : 'customer'
  const add = (chosen: readonly File[]) => upload.add(chosen, visible)
  const drop = useDrop(mayWrite && upload.place === null, add)
  return (
    <Paper p="md" {...drop}>
      <Stack gap="sm">
        <Title order={2} size="sm">
          {words.title}
        </Title>
        <QueryView of={files} lines={1}>
          {({ data }) =>
            data.length === 0 ? (
              !mayWrite && (
                <Text size="sm" c="dimmed">
                  {words.none}
                </Text>
              )
            ) : (
              <Stack gap="xs">
                {data.map((file) => (
                  <FileRow key={file.id} file={file} holder={holder} isInternal={isInternal} />
                ))}
              </Stack>
            )
          }
        </QueryView>
        {mayWrite && (
          <>
            <Group gap="sm" className="screen-only">
              <FileButton onChange={add} accept={ACCEPTED} multiple>
                {(button) => (
                  <Button
                    {...button}
                    variant="default"
                    size="xs"
                    disabled={upload.place !== null}
                    leftSection={<IconUpload size={16} aria-hidden />}
                  >
                    {words.add}
                  </Button>
                )}
              </FileButton>
              {!isInternal && (
                <Switch
                  size="sm"
                  label={words.shown}
                  checked={isShown}
                  onChange={({ currentTarget }) => show(currentTarget.checked)}
                />
              )}
            </Group>
            <Text size="xs" c="dimmed" role="status" className="screen-only">
              {upload.place === null ? (
                hasDocument(holder) && isInternal ? (
                  words.fixedHint
                ) : (
                  words.hint
                )
              ) : (
                <>
                  <Loader size="xs" aria-hidden /> {words.uploading(upload.place)}
                </>
              )}
            </Text>
          </>
        )}
      </Stack>
    </Paper>
  )
}

interface Place {
  readonly name: string
  readonly number: number
  readonly of: number
}

/** Uploads one file after the other and shows the reason of each refusal. */
function useUpload(holder: Holder) {
  const words = useWords().files
  const { language } = useLanguage()
  const queries = useQueryClient()
  const { send } = useSend()
  const [place, setPlace] = useState<Place | null>(null)
  const refusals: Readonly<Record<string, string>> = words.refusals

  const add = (files: readonly File[], visible: Visibility) =>
    send(async (api) => {
      let added = 0
      for (const [index, file] of files.entries()) {
        setPlace({ name: file.name, number: index + 1, of: files.length })
        try {
          await addFile(api, holder, { file, visible })
          added += 1
        } catch (error) {
          const why = isProblem(error) ? refusals[error.code] : undefined
          tellFailed(why === undefined ? error : new Error(`${file.name}: ${why}`))
        }
      }
      setPlace(null)
      await queries.invalidateQueries({ queryKey: [FILES_KEY, holder.kind, holder.id] })
      if (added > 0) tellDone(plural(added, language, words.added))
    })
  return { add, place }
}

const hasDocument = ({ kind }: Props['holder']): boolean => kind === 'invoice' || kind === 'quote'

function FileRow({ file, holder, isInternal }: Props & { readonly file: StoredFile }) {
  const words = useWords().files
  const format = useFormat()
  const mayWrite = useMay('write')
  const { act, isBusy } = useAct([FILES_KEY, holder.kind, holder.id])
  const isFixed = hasDocument(holder) && isInternal && file.visible === 'customer'
  const remove = () =>
    act({ run: (api) => deleteFile(api, holder, file), done: words.deleted(file.name) })
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Anchor
          size="sm"
          href={fileAddress(holder, file)}
          download={file.name}
          style={{ overflowWrap: 'anywhere' }}
        >
          {file.name}
        </Anchor>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {format.bytes(file.bytes)}
          </Text>
          {holder.kind === 'invoice' && file.visible === 'internal' && (
            <Badge size="xs" variant="default">
              {words.internal}
            </Badge>
          )}
        </Group>
      </div>
      {mayWrite && !isFixed && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.delete(file.name)}
          loading={isBusy}
          onClick={remove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
