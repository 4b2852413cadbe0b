import { ActionIcon, Box, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BANK_KEY } from '../api/bank.ts'
import { inCompany } from '../api/company.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { EntryAction } from '../components/add-list.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconArrowBackUp, IconDownload } from '../components/icons.ts'
import { ListView } from '../components/list-view.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useDrop } from '../components/use-drop.ts'
import { useFormat } from '../words/format.ts'
import { BankFrame } from './frame.tsx'
import { type BankFile, filesQuery } from './queries.ts'
import { shownText } from './shown-text.ts'
import { UploadButton, UploadReport, useUpload } from './upload.tsx'
import { useBankWords } from './words.ts'

/** The statements that were read, with what became of them. */
export function BankFiles() {
  const words = useBankWords()
  const mayWrite = useMay('write')
  const files = useInfiniteQuery(filesQuery)
  const uploading = useUpload()
  const drop = useDrop(mayWrite && uploading.place === null, uploading.sendAll)
  const isEmpty = files.data?.pages[0]?.data.length === 0
  const upload = mayWrite && <UploadButton {...uploading} isFirst={isEmpty} />
  return (
    <Box {...drop}>
      <BankFrame title={words.files.title} actions={!isEmpty && upload}>
        <UploadReport {...uploading} />
        <ListView
          isTable
          of={files}
          lines={6}
          none={
            <Empty
              icon={<Drawing of="sheet" />}
              title={words.noneTitle}
              text={words.noneText}
              action={upload}
            />
          }
        >
          {(entries) => <FileTable files={entries} />}
        </ListView>
      </BankFrame>
    </Box>
  )
}

function FileTable({ files }: { readonly files: readonly BankFile[] }) {
  const words = useBankWords().files
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.name}</Table.Th>
          <Table.Th>{words.state}</Table.Th>
          <Table.Th visibleFrom="sm">{words.readAt}</Table.Th>
          <Table.Th className="figures" visibleFrom="sm">
            {words.entries}
          </Table.Th>
          <Table.Th w={96}>
            <VisuallyHidden>{words.actions}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {files.map((it) => (
          <FileRow key={it.id} file={it} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function FileRow({ file }: { readonly file: BankFile }) {
  const words = useBankWords()
  const format = useFormat()
  const name = shownText(file.name ?? '') || file.format
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text fw={500} className="row-first">
          {name}
        </Text>
        <Text size="xs" c="dimmed" className="row-more">
          {dotted([file.format, ...numbersOf(file, words.files.number)])}
        </Text>
      </Table.Td>
      <Table.Td>
        <FileState file={file} />
      </Table.Td>
      <Table.Td
        visibleFrom="sm"
        c="dimmed"
        className="nowrap"
        title={format.instant(file.created_at)}
      >
        {format.shortInstant(file.created_at)}
      </Table.Td>
      <Table.Td className="figures" visibleFrom="sm">
        {words.read(file.new, file.known)}
      </Table.Td>
      <Table.Td>
        <FileActions file={file} name={name} />
      </Table.Td>
    </Table.Tr>
  )
}

const numbersOf = ({ statements }: BankFile, said: (number: string) => string) =>
  statements.flatMap(({ number }) => (number === null ? [] : said(shownText(number)))).slice(0, 2)

const SHAPES = { reading: 'open', done: 'done', undoing: 'open', undone: 'void' } as const

function FileState({ file: { status, problems } }: { readonly file: BankFile }) {
  const words = useBankWords()
  const shape = SHAPES[status as keyof typeof SHAPES]
  const doubts = status === 'done' ? problems : []
  const says: Readonly<Record<string, string>> = words.files.problems
  if (doubts.length === 0)
    return <State shape={shape}>{words.files.states[status as keyof typeof SHAPES]}</State>
  return <State shape="due">{dotted(doubts.map((it) => says[it] ?? it))}</State>
}

function FileActions({ file, name }: { readonly file: BankFile; readonly name: string }) {
  const words = useBankWords()
  const mayWrite = useMay('write')
  const { act, isBusy } = useAct([BANK_KEY], [INVOICES_KEY], ['attention'])
  const [isAsking, setAsking] = useState(false)
  if (!mayWrite) return null
  const { id, etag: ifMatch } = file
  const undo = () =>
    act({
      run: (api) => api.undoBankFile({ path: { id }, ifMatch }),
      done: words.fileUndone,
    })
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {file.status === 'done' && (
        <EntryAction
          label={words.files.undoOne(name)}
          Icon={IconArrowBackUp}
          isBusy={isBusy}
          onClick={() => setAsking(true)}
        />
      )}
      <ActionIcon
        component="a"
        href={inCompany(`/api/v1/bank-files/${id}/raw`)}
        download
        variant="subtle"
        color="gray"
        aria-label={words.files.download(name)}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.files.undoTitle(name)}
        text={words.files.undoText}
        verb={words.undoFile}
        onConfirm={undo}
      />
    </Group>
  )
}
