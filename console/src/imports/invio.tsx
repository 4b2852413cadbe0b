import type { Data } from '@billwright/sdk'
import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  Paper,
  Progress,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormFault } from '../components/form-fault.tsx'
import { useChange } from '../components/use-send.ts'
import { errorText, quoted, toldText } from '../error-text.ts'
import { useFormat } from '../format.ts'
import { shownDecimal } from '../invoices/decimal-text.ts'
import { plural, useLanguage } from '../language.ts'
import { useMay } from '../session.ts'
import type { ImportWords } from '../words/import/en.ts'
import type { Language } from '../words/languages.ts'
import { useImportWords } from './words.ts'
import './invio.css'

type Report = Data<'importInvio'>

const FILE_BYTES_MAX = 20 * 1024 * 1024
const SHOWN_MAX = 50
/** A large file is one transaction. */
const TIMEOUT_MS = 10 * 60_000
/** The highest share of the progress bar before the answer. */
const NEARLY = 95

interface Props {
  readonly file: File
  readonly onEnd: () => void
}

/** Imports an Invio database: first a dry run, then everything at once. */
export function InvioImport({ file, onEnd }: Props) {
  const words = useImportWords()
  const mayImport = useMay('admin')
  return (
    <Paper withBorder p="lg" maw={960}>
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

function Steps({ file, onEnd }: Props) {
  const words = useImportWords()
  const queries = useQueryClient()
  const [report, setReport] = useState<Report | null>(null)
  const [tookMs, setTookMs] = useState(0)
  const { mutate, error, isPending } = useChange({
    run: async (api, isDryRun: boolean) => {
      const body = new Blob([await file.arrayBuffer()], { type: 'application/vnd.sqlite3' })
      const start = performance.now()
      const found = await api.importInvio({
        query: { dry_run: isDryRun },
        body,
        timeoutMs: TIMEOUT_MS,
      })
      setTookMs(performance.now() - start)
      return found
    },
    onSuccess: async (found) => {
      setReport(found)
      if (!found.dry_run) await queries.invalidateQueries()
    },
  })
  if (report?.dry_run === false) return <Done report={report} />
  return (
    <>
      {report === null ? (
        <Text size="sm">{words.invio.checkText}</Text>
      ) : (
        <Preview report={report} />
      )}
      <FormFault error={error} />
      {isPending && <Bar durationMs={tookMs} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onEnd} disabled={isPending}>
          {words.cancel}
        </Button>
        {report?.ok && hasNew(report) ? (
          <Button key="import" loading={isPending} onClick={() => mutate(false)}>
            {words.import}
          </Button>
        ) : (
          <Button key="check" loading={isPending} onClick={() => mutate(true)}>
            {words.check}
          </Button>
        )}
      </Group>
    </>
  )
}

/**
 * The import takes as long as its dry run, so the bar fills in that time. It shows no number,
 * because none is known.
 */
function Bar({ durationMs }: { readonly durationMs: number }) {
  const words = useImportWords()
  return (
    <Progress.Root>
      <Progress.Section
        value={NEARLY}
        withAria={false}
        role="progressbar"
        aria-label={words.howFar}
        animated={durationMs === 0}
        {...(durationMs > 0 && { style: { animation: `filling ${durationMs}ms linear` } })}
      />
    </Progress.Root>
  )
}

function Preview({ report }: { readonly report: Report }) {
  const words = useImportWords()
  const { number } = useFormat()
  const { customers, invoices, settings } = report
  if (!report.ok) return <Faults of={report.faults} />
  const rows = [
    [words.invio.customers, customers.imported, customers.already_there],
    [words.invio.invoices, invoices.imported, invoices.already_there],
    [words.invio.settings, settings.set.length, settings.kept.length],
  ] as const
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
            {rows.map(([name, fresh, there]) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td className="figures">{number(fresh)}</Table.Td>
                <Table.Td className="figures">{number(there)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" c="dimmed">
        {hasNew(report) ? words.invio.once : words.invio.nothing}
      </Text>
      <Differences of={report.differences} />
      <ToKnow report={report} />
    </>
  )
}

function Done({ report }: { readonly report: Report }) {
  const words = useImportWords()
  const { language } = useLanguage()
  return (
    <>
      <Alert role="status" title={words.invio.done}>
        {plural(report.customers.imported + report.invoices.imported, language, words.imported)}{' '}
        <Anchor component={Link} to="/invoices" size="sm" underline="always">
          {words.show}
        </Anchor>
      </Alert>
      <ToKnow report={report} />
    </>
  )
}

function Differences({ of }: { readonly of: Report['differences'] }) {
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
          {of.slice(0, SHOWN_MAX).map((it) => (
            <Table.Tr key={`${it.invoice} ${it.field}`}>
              <Table.Td>{it.invoice}</Table.Td>
              <Table.Td>{fields[it.field]}</Table.Td>
              <Table.Td className="figures">{shownDecimal(it.source, language)}</Table.Td>
              <Table.Td className="figures">{shownDecimal(it.ours, language)}</Table.Td>
              <Table.Td>{reasons[it.reason] ?? it.explanation}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Faults({ of }: { readonly of: Report['faults'] }) {
  const words = useImportWords()
  const { language } = useLanguage()
  return (
    <Alert color="red" role="alert" title={plural(of.length, language, words.faults)}>
      <List size="sm">
        {of.slice(0, SHOWN_MAX).map((fault) => (
          <List.Item key={`${fault.where} ${fault.field} ${fault.message}`}>
            <Place of={fault.where} /> {toldText(fault)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function ToKnow({ report: { notes, unpublished } }: { readonly report: Report }) {
  const { invio: words } = useImportWords()
  const { language } = useLanguage()
  if (notes.length + unpublished.length === 0) return null
  return (
    <div>
      <Title order={3} size="sm" mb="xs">
        {words.notes}
      </Title>
      <List size="sm" spacing={4}>
        {notes.map((note) => (
          <List.Item key={`${note.where} ${note.message}`}>
            <Place of={note.where} /> {noteText(note, words, language)}
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

type InvioWords = ImportWords['invio']

/** `invoice INV-7` in the console's language. */
function Place({ of }: { readonly of: string }) {
  const places: Readonly<Record<string, string>> = useImportWords().invio.places
  const [kind = '', ...name] = of.split(' ')
  return (
    <Text span inherit fw={600}>
      {[places[kind] ?? kind, ...name].join(' ')}
    </Text>
  )
}

function noteText(
  { code, params, message }: Report['notes'][number],
  words: InvioWords,
  language: Language,
): string {
  const said = words.notesByCode[code]
  if (said === undefined) return quoted(message)
  const sentence =
    typeof said === 'string'
      ? said.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '')
      : plural(Number(params.count), language, said)
  return [sentence, params.reason && errorText({ code: params.reason })].filter(Boolean).join(' ')
}

const hasNew = ({ customers, invoices, settings }: Report): boolean =>
  customers.imported + invoices.imported + settings.set.length > 0
