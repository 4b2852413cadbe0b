import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { INVOICES_KEY } from '../api/invoices.ts'
import { dotted } from '../components/dotted.ts'
import { FormFault } from '../components/form-fault.tsx'
import { QueryView } from '../components/query-view.tsx'
import { CUSTOMERS_KEY } from '../customers/queries.ts'
import { ENTRIES_KEY } from '../entries/queries.ts'
import { PRODUCTS_KEY } from '../products/queries.ts'
import { RECURRING_KEY } from '../recurring/queries.ts'
import { plural, useLanguage } from '../words/language.ts'
import { columnsOf, DECIMALS, guessMapping, KINDS, type Kind, missingOf } from './columns.ts'
import { type CsvTable, columnNames, type Mapping, mappedCsv, parseCsv } from './csv.ts'
import { HowFar, Report, Saved } from './csv-result.tsx'
import { Twins } from './twins.tsx'
import { useImport } from './use-import.ts'
import { useImportWords } from './words.ts'

const FILE_BYTES_MAX = 20 * 1024 * 1024
const SAMPLES = 3
/** What is read of each kind begins with this key. */
const KEY_OF = {
  products: PRODUCTS_KEY,
  entries: ENTRIES_KEY,
  customers: CUSTOMERS_KEY,
  invoices: INVOICES_KEY,
  recurring_invoices: RECURRING_KEY,
  payments: INVOICES_KEY,
} as const

interface Props {
  readonly file: File
  readonly onEnd: () => void
}

/** The columns of a file and their fields; then every fault, or the number of imported records. */
export function CsvImport({ file, onEnd }: Props) {
  const words = useImportWords()
  const table = useQuery({
    queryKey: ['file', file.name, file.size, file.lastModified],
    queryFn: async () => parseCsv(new Uint8Array(await file.arrayBuffer())),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Paper p="lg" maw={960}>
      <Stack>
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Title>
        {file.size > FILE_BYTES_MAX ? (
          <Alert color="red">{words.tooLarge}</Alert>
        ) : (
          <QueryView of={table}>
            {(table) =>
              table === null || table.rows.length === 0 ? (
                <Alert color="red">{table === null ? words.noText : words.unreadable}</Alert>
              ) : (
                <Columns table={table} name={file.name} onEnd={onEnd} />
              )
            }
          </QueryView>
        )}
      </Stack>
    </Paper>
  )
}

interface ColumnsProps {
  readonly table: CsvTable
  readonly name: string
  readonly onEnd: () => void
}

function Columns({ table, name, onEnd }: ColumnsProps) {
  const words = useImportWords()
  const { language } = useLanguage()
  const [kind, setKind] = useState<Kind>(() => likelyKind(table.header))
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(kind, table.header))
  const queries = useQueryClient()
  const [isUpdate, setUpdate] = useState(true)
  const upload = () => ({
    ...{ kind, name, columns: columnNames(table, mapping) },
    body: new Blob([mappedCsv(table, mapping, DECIMALS)], { type: 'text/csv' }),
    existing: kind === 'products' && isUpdate ? ('update' as const) : undefined,
  })
  const { mutate, error, isPending, result, step, progress, choice, setChoice, reset } = useImport(
    upload,
    () => queries.invalidateQueries({ queryKey: [KEY_OF[kind]] }),
  )
  const missing = missingOf(kind, mapping)
  const choose = (next: Mapping, nextKind = kind) => {
    setKind(nextKind)
    setMapping(next)
    reset()
  }
  const hasTwins = result !== null && result.it.duplicates > 0
  const hasOthers = result !== null && result.it.valid + result.it.duplicates > 0
  const isUndecided = hasTwins && choice === null
  const isFaultless = result?.it.faulty === 0
  if (result?.isSaved)
    return (
      <Saved
        kind={kind}
        result={result}
        isPending={isPending}
        progress={progress}
        error={error}
        onUndo={result.it.status === 'done' ? mutate : null}
      />
    )
  return (
    <>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={words.kind}
          data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          value={kind}
          onChange={({ currentTarget }) => {
            const next = KINDS.find((it) => it === currentTarget.value) ?? kind
            choose(guessMapping(next, table.header), next)
          }}
        />
        <Text size="sm" c="dimmed" pb={8}>
          {plural(table.rows.length, language, words.rows)}
        </Text>
      </Group>
      <MappingTable table={table} kind={kind} mapping={mapping} onChange={(next) => choose(next)} />
      {kind === 'products' && (
        <Checkbox
          label={words.update}
          checked={isUpdate}
          onChange={({ currentTarget }) => {
            setUpdate(currentTarget.checked)
            reset()
          }}
        />
      )}
      {missing.length > 0 && (
        <Alert color="yellow" role="status" maw="none">
          {words.missing(
            new Intl.ListFormat(language).format(missing.map((name) => words.columns[name])),
          )}
        </Alert>
      )}
      <FormFault error={error} />
      {isPending && <HowFar step={step} progress={progress} />}
      {result && <Report result={result} />}
      {result && hasTwins && (
        <Twins kind={kind} result={result} choice={choice} onChoose={setChoice} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onEnd} disabled={isPending}>
          {words.cancel}
        </Button>
        {isFaultless && hasOthers ? (
          <Button loading={isPending} disabled={isUndecided} onClick={() => mutate('import')}>
            {words.import}
          </Button>
        ) : (
          <>
            <Button
              variant={hasOthers ? 'default' : 'filled'}
              loading={isPending && step === 'check'}
              disabled={missing.length > 0 || isPending}
              onClick={() => mutate('check')}
            >
              {words.check}
            </Button>
            {hasOthers && (
              <Button
                loading={isPending && step === 'import'}
                disabled={isPending || isUndecided}
                onClick={() => mutate('import')}
              >
                {words.importOthers}
              </Button>
            )}
          </>
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
      // Each field takes one column of the file.
      mapping.map((name, index) => (index === at ? chosen || null : name === chosen ? null : name)),
    )
  return (
    <Table.ScrollContainer type="native" minWidth={280}>
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
  dotted(
    rows
      .map(({ cells }) => cells[at] ?? '')
      .filter((cell) => cell !== '')
      .slice(0, SAMPLES),
  )

/** More columns that are recognized. */
function likelyKind(header: readonly string[]): Kind {
  const scoreOf = (kind: Kind) => {
    const mapping = guessMapping(kind, header)
    const names = mapping.filter((name) => name !== null)
    const isEnough = missingOf(kind, mapping).length === 0
    return (isEnough ? header.length : 0) + names.length
  }
  return KINDS.reduce((best, kind) => (scoreOf(kind) > scoreOf(best) ? kind : best))
}
