import {
  Alert,
  Anchor,
  Button,
  Group,
  NativeSelect,
  Paper,
  SegmentedControl,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '../api.ts'
import { FormFault } from '../components/form-fault.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useChange } from '../components/use-send.ts'
import { errorText, plural, useLanguage } from '../language.ts'
import { columnsOf, DECIMALS, guessMapping, KINDS, type Kind, REQUIRED } from './columns.ts'
import { type CsvTable, type Mapping, mappedCsv, parseCsv, textOf } from './csv.ts'
import { useImportWords } from './words.ts'

const FILE_BYTES_MAX = 5 * 1024 * 1024
const SAMPLES = 3
const FAULTS_SHOWN = 50
const LIST_OF = { products: '/products', entries: '/entries' } as const

interface Props {
  readonly file: File
  readonly onEnd: () => void
}

/** The columns of a file and what they mean; then every fault, or the number of what is imported. */
export function CsvImport({ file, onEnd }: Props) {
  const words = useImportWords()
  const table = useQuery({
    queryKey: ['file', file.name, file.size, file.lastModified],
    queryFn: async () => parseCsv(textOf(await file.arrayBuffer())),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Paper withBorder p="lg" maw={960}>
      <Stack>
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Title>
        {file.size > FILE_BYTES_MAX ? (
          <Alert color="red">{words.tooLarge}</Alert>
        ) : (
          <QueryView of={table}>
            {(table) =>
              table.rows.length === 0 ? (
                <Alert color="red">{words.unreadable}</Alert>
              ) : (
                <Columns table={table} onEnd={onEnd} />
              )
            }
          </QueryView>
        )}
      </Stack>
    </Paper>
  )
}

function Columns({ table, onEnd }: { readonly table: CsvTable; readonly onEnd: () => void }) {
  const words = useImportWords()
  const { language } = useLanguage()
  const [kind, setKind] = useState<Kind>(() => likelyKind(table.header))
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(kind, table.header))
  const queries = useQueryClient()
  const { mutate, error, isPending, result, reset } = useImport(kind, table, mapping, () =>
    queries.invalidateQueries({ queryKey: [kind] }),
  )
  const missing = REQUIRED[kind].filter((name) => !mapping.includes(name))
  const choose = (next: Mapping, nextKind = kind) => {
    setKind(nextKind)
    setMapping(next)
    reset()
  }
  if (result?.isSaved)
    return (
      <Alert role="status">
        {plural(result.imported, language, words.imported)}{' '}
        <Anchor component={Link} to={LIST_OF[kind]} size="sm" underline="always">
          {words.show}
        </Anchor>
      </Alert>
    )
  return (
    <>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {words.kind}
        </Text>
        <SegmentedControl
          aria-label={words.kind}
          data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          value={kind}
          onChange={(value) => choose(guessMapping(value as Kind, table.header), value as Kind)}
        />
        <Text size="sm" c="dimmed">
          {plural(table.rows.length, language, words.rows)}
        </Text>
      </Group>
      <MappingTable table={table} kind={kind} mapping={mapping} onChange={(next) => choose(next)} />
      {missing.length > 0 && (
        <Alert color="yellow" role="status">
          {words.missing(
            new Intl.ListFormat(language).format(missing.map((name) => words.columns[name])),
          )}
        </Alert>
      )}
      <FormFault error={error} />
      {result && <Report result={result} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onEnd}>
          {words.cancel}
        </Button>
        {result?.faults.length === 0 ? (
          <Button loading={isPending} onClick={() => mutate(false)}>
            {words.import}
          </Button>
        ) : (
          <Button loading={isPending} disabled={missing.length > 0} onClick={() => mutate(true)}>
            {words.check}
          </Button>
        )}
      </Group>
    </>
  )
}

interface MappingProps {
  readonly table: CsvTable
  readonly kind: Kind
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

function MappingTable({ table, kind, mapping, onChange }: MappingProps) {
  const words = useImportWords()
  const names = columnsOf(kind)
  const set = (at: number, chosen: string) =>
    onChange(
      // Each column of ours comes from one of the file.
      mapping.map((name, index) => (index === at ? chosen || null : name === chosen ? null : name)),
    )
  return (
    <Table.ScrollContainer type="native" minWidth={340}>
      <Table verticalSpacing={6} aria-label={words.mapping}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.column}</Table.Th>
            <Table.Th visibleFrom="sm">{words.sample}</Table.Th>
            <Table.Th>{words.meaning}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.header.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place, and titles repeat.
            <Table.Tr key={at}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{title}</Table.Td>
              <Table.Td visibleFrom="sm" c="dimmed" maw={320}>
                <Text size="sm" truncate>
                  {samplesOf(table, at)}
                </Text>
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  aria-label={`${words.meaning}: ${title}`}
                  value={mapping[at] ?? ''}
                  data={[
                    { value: '', label: words.leaveOut },
                    ...names.map((value) => ({ value, label: words.columns[value] })),
                  ]}
                  onChange={({ currentTarget: { value } }) => set(at, value)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const samplesOf = ({ rows }: CsvTable, at: number): string =>
  rows
    .map((row) => row[at] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, SAMPLES)
    .join(' · ')

function Report({ result: { imported, faults } }: { readonly result: Result }) {
  const words = useImportWords()
  const { language } = useLanguage()
  const names: Readonly<Record<string, string>> = words.columns
  if (faults.length === 0)
    return <Alert role="status">{plural(imported, language, words.ready)}</Alert>
  return (
    <Alert color="red" role="alert" title={plural(faults.length, language, words.faults)}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.line}</Table.Th>
            <Table.Th>{words.column}</Table.Th>
            <Table.Th>{words.fault}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {faults.slice(0, FAULTS_SHOWN).map(({ line, column, message }) => (
            <Table.Tr key={`${line} ${column} ${message}`}>
              <Table.Td>{line}</Table.Td>
              <Table.Td>{names[column] ?? column}</Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Alert>
  )
}

interface Fault {
  readonly line: number
  readonly column: string
  readonly message: string
}

interface Result {
  readonly isSaved: boolean
  readonly imported: number
  readonly faults: readonly Fault[]
}

/** Checks with a dry run first, then imports the same. */
function useImport(kind: Kind, table: CsvTable, mapping: Mapping, onSaved: () => unknown) {
  const [result, setResult] = useState<Result | null>(null)
  const { mutate, error, isPending, reset } = useChange({
    run: (api: Api, isDryRun: boolean) => {
      const body = new Blob([mappedCsv(table, mapping, DECIMALS)], { type: 'text/csv' })
      const query = { dry_run: isDryRun }
      return kind === 'products'
        ? api.importProducts({ query, body })
        : api.importEntries({ query, body })
    },
    onSuccess: async (report, isDryRun) => {
      setResult({
        isSaved: !isDryRun,
        imported: report.imported,
        faults: report.faults.map(({ line, column, code, message }) => ({
          line,
          column,
          message: errorText(code) ?? message,
        })),
      })
      if (!isDryRun) await onSaved()
    },
  })
  return {
    mutate,
    error,
    isPending,
    result,
    reset: () => {
      setResult(null)
      reset()
    },
  }
}

/** What more of the columns are known for. */
function likelyKind(header: readonly string[]): Kind {
  const known = (kind: Kind) => guessMapping(kind, header).filter((name) => name !== null).length
  return known('entries') > known('products') ? 'entries' : 'products'
}
