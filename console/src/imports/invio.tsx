import { Alert, Anchor, Button, Group, List, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { FormFault } from '../components/form-fault.tsx'
import { shownDecimal } from '../words/decimal-text.ts'
import { errorText, quoted } from '../words/error-text.ts'
import { useFormat } from '../words/format.ts'
import type { ImportWords } from '../words/import/en.ts'
import { plural, useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'
import { Faults, HowFar, placeText } from './csv-result.tsx'
import { type ImportRecord, type LaterImport, recordsOf } from './later.ts'
import { type Result, useImport } from './use-import.ts'
import { useImportWords } from './words.ts'

type Note = ImportRecord['notes'][number]

const FILE_BYTES_MAX = 20 * 1024 * 1024
const SHOWN_MAX = 50

interface Props {
  readonly file: File
  readonly onEnd: () => void
}

/** Imports an Invio database: first a check, then everything. */
export function InvioImport({ file, onEnd }: Props) {
  const words = useImportWords()
  const mayImport = useMay('admin')
  return (
    <Paper p="lg" maw={960}>
      <Stack>
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Title>
        {mayImport && file.size <= FILE_BYTES_MAX ? (
          <Steps file={file} onEnd={onEnd} />
        ) : (
          <Alert color="red">{mayImport ? words.invio.tooLarge : words.invio.admin}</Alert>
        )}
      </Stack>
    </Paper>
  )
}

/** The records with notes, once the check is done. */
function useNotes(it: LaterImport): readonly Note[] {
  const { data = [] } = useQuery({
    queryKey: ['import-notes', it.id, it.status],
    queryFn: () => recordsOf(it.id, { notes: true }),
  })
  return data.flatMap(({ notes }) => notes)
}

function Steps({ file, onEnd }: Props) {
  const words = useImportWords()
  const queries = useQueryClient()
  const upload = () => ({
    ...{ kind: 'invio' as const, name: file.name },
    body: new Blob([file], { type: 'application/vnd.sqlite3' }),
  })
  const { mutate, error, isPending, result, step, progress } = useImport(upload, () =>
    queries.invalidateQueries(),
  )
  if (result?.isSaved) return <Imported result={result} />
  return (
    <>
      {result === null ? (
        <Text size="sm">{words.invio.checkText}</Text>
      ) : (
        <Preview result={result} />
      )}
      <FormFault error={error} />
      {isPending && <HowFar step={step} progress={progress} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onEnd} disabled={isPending}>
          {words.cancel}
        </Button>
        {result?.it.faulty === 0 && hasNew(result) ? (
          <Button key="import" loading={isPending} onClick={() => mutate('import')}>
            {words.import}
          </Button>
        ) : (
          <Button key="check" loading={isPending} onClick={() => mutate('check')}>
            {words.check}
          </Button>
        )}
      </Group>
    </>
  )
}

/** The number of records of a kind with one of these statuses. */
const countOf = ({ contents }: LaterImport, kind: string, ...statuses: readonly string[]): number =>
  contents
    .filter((one) => one.kind === kind && statuses.includes(one.status))
    .reduce((sum, { count }) => sum + count, 0)

function Preview({ result }: { readonly result: Result }) {
  const words = useImportWords()
  const { language } = useLanguage()
  const { number } = useFormat()
  const { it } = result
  const notes = useNotes(it)
  if (it.faulty > 0)
    return (
      <Faults title={plural(it.faulty, language, words.faulty)} result={result} status="faulty" />
    )
  return (
    <>
      <div role="status">
        <Table maw={480}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.invio.contents}</Table.Th>
              <Table.Th className="figures">{words.invio.fresh}</Table.Th>
              <Table.Th className="figures">{words.invio.there}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {KINDS.map((kind) => (
              <Table.Tr key={kind}>
                <Table.Td>{words.invio[`${kind}s`]}</Table.Td>
                <Table.Td className="figures">{number(countOf(it, kind, 'valid'))}</Table.Td>
                <Table.Td className="figures">{number(countOf(it, kind, 'known'))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" c="dimmed">
        {hasNew(result) ? words.invio.once : words.invio.nothing}
      </Text>
      <Differences of={notes.filter(isDifference)} />
      <ToKnow notes={notes.filter((note) => !isDifference(note))} />
    </>
  )
}

function Imported({ result: { it } }: { readonly result: Result }) {
  const words = useImportWords()
  const { language } = useLanguage()
  const notes = useNotes(it)
  const imported = KINDS.reduce((sum, kind) => sum + countOf(it, kind, 'imported'), 0)
  return (
    <>
      <Alert role="status" title={words.invio.done}>
        {plural(imported, language, words.imported)}{' '}
        <Anchor component={Link} to="/invoices" size="sm" underline="always">
          {words.show}
        </Anchor>
      </Alert>
      <ToKnow notes={notes.filter((note) => !isDifference(note))} />
    </>
  )
}

const KINDS = ['customer', 'invoice'] as const

const isDifference = ({ code }: Note): boolean => code === 'total_differs'

function Differences({ of }: { readonly of: readonly Note[] }) {
  const { invio: words } = useImportWords()
  const { language } = useLanguage()
  if (of.length === 0) return null
  const fields: Readonly<Record<string, string>> = words.fields
  const reasons: Readonly<Record<string, string>> = words.reasons
  return (
    <Table.ScrollContainer type="native" minWidth={560}>
      <Table fz="sm" captionSide="top">
        <Table.Caption ta="start">{plural(of.length, language, words.differences)}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.invoice}</Table.Th>
            <Table.Th>{words.amount}</Table.Th>
            <Table.Th className="figures">{words.source}</Table.Th>
            <Table.Th className="figures">{words.ours}</Table.Th>
            <Table.Th>{words.reason}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.slice(0, SHOWN_MAX).map(({ params, message }) => (
            <Table.Tr key={`${params.invoice} ${params.field}`}>
              <Table.Td>{params.invoice}</Table.Td>
              <Table.Td>{fields[params.field ?? '']}</Table.Td>
              <Table.Td className="figures">{shownDecimal(params.source ?? '', language)}</Table.Td>
              <Table.Td className="figures">{shownDecimal(params.ours ?? '', language)}</Table.Td>
              <Table.Td>{reasons[params.reason ?? ''] ?? message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function ToKnow({ notes }: { readonly notes: readonly Note[] }) {
  const { invio: words } = useImportWords()
  const { language } = useLanguage()
  const unpublished = notes.filter(isLink).map(({ params }) => params.number)
  const others = notes.filter((note) => !isLink(note))
  if (notes.length === 0) return null
  return (
    <div>
      <Title order={3} size="sm" mb="xs">
        {words.notes}
      </Title>
      <List size="sm" spacing={4}>
        {others.map((note) => (
          <List.Item key={`${note.where} ${note.message}`}>
            <Text span inherit fw={600}>
              {placeText(note.where, words.places)}
            </Text>{' '}
            {noteText(note, words, language)}
          </List.Item>
        ))}
        {unpublished.length > 0 && (
          <List.Item>
            {words.unpublished} {unpublished.join(', ')}
          </List.Item>
        )}
      </List>
    </div>
  )
}

/** One sentence names all of them. */
const isLink = ({ code }: Note): boolean => code === 'link_left'

type InvioWords = ImportWords['invio']

function noteText({ code, params, message }: Note, words: InvioWords, language: Language): string {
  const said = words.notesByCode[code]
  if (said === undefined) return quoted(message)
  const sentence =
    typeof said === 'string'
      ? said.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '')
      : plural(Number(params.count), language, said)
  return [sentence, params.reason && errorText({ code: params.reason })].filter(Boolean).join(' ')
}

const hasNew = ({ it }: Result): boolean => KINDS.some((kind) => countOf(it, kind, 'valid') > 0)
