import { Alert, Anchor, Box, Button, Group, Progress, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isProblem } from '../api/client.ts'
import { FormFault } from '../components/form-fault.tsx'
import { saveAs } from '../components/save-as.ts'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { plural, useLanguage } from '../words/language.ts'
import { columnText } from './column-text.ts'
import type { Kind } from './columns.ts'
import { faultsCsv, faultText } from './faults.ts'
import { allRecordsOf, type Done } from './later.ts'
import type { Result, Step } from './use-import.ts'
import { useImportWords } from './words.ts'

const FAULTS_SHOWN = 50
/** The buttons below stay near. */
const FAULTS_HEIGHT = 360
const LIST_OF = {
  products: '/products',
  entries: '/entries',
  customers: '/customers',
  invoices: '/invoices',
  recurring_invoices: '/recurring',
  payments: '/invoices',
} as const

interface HowFarProps {
  readonly step: Step
  readonly progress: Done
}

/** How far an import in the background is. */
export function HowFar({ step, progress: { done, of } }: HowFarProps) {
  const words = useImportWords()
  const { number } = useFormat()
  return (
    <div>
      <Progress value={of === 0 ? 0 : (done / of) * 100} aria-label={words.howFar} />
      <Text size="sm" c="dimmed" mt={4}>
        {of > 0 ? words.doneOf(words.steps[step], number(done), number(of)) : words.steps[step]}
      </Text>
    </div>
  )
}

interface SavedProps {
  readonly kind: Kind
  readonly result: Result
  readonly isPending: boolean
  readonly progress: Done
  readonly error: Error | null
  /** Null: it cannot be taken back, or was. */
  readonly onUndo: ((step: 'undo' | 'undoOthers') => void) | null
}

/** What was imported and what was not, and the way to it and back. */
export function Saved({ kind, result, isPending, progress, error, onUndo }: SavedProps) {
  const words = useImportWords()
  const { language } = useLanguage()
  const { number } = useFormat()
  const { it } = result
  const isUndone = it.status === 'undone'
  return (
    <>
      <Alert role="status" maw="none">
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            {isUndone
              ? words.undone(number(it.undone), it.kept > 0 ? number(it.kept) : null)
              : plural(it.imported + it.updated, language, words.imported)}{' '}
            {it.known > 0 && !isUndone && <>{plural(it.known, language, words.known)} </>}
            {it.faulty > 0 && !isUndone && <>{plural(it.faulty, language, words.leftOut)} </>}
            <Anchor component={Link} to={LIST_OF[kind]} size="sm" underline="always">
              {words.show}
            </Anchor>
          </Text>
          {onUndo && (
            <Button size="xs" variant="default" loading={isPending} onClick={() => onUndo('undo')}>
              {words.undo}
            </Button>
          )}
        </Group>
      </Alert>
      {isPending && <HowFar step="undo" progress={progress} />}
      {!isPending && <FormFault error={error} />}
      {onUndo && !isPending && isProblem(error, 'import_in_use') && (
        <Group justify="flex-end">
          <Button size="xs" variant="default" onClick={() => onUndo('undoOthers')}>
            {words.undoOthers}
          </Button>
        </Group>
      )}
      {it.failed > 0 && !isUndone && (
        <Faults title={plural(it.failed, language, words.failed)} result={result} status="failed" />
      )}
    </>
  )
}

/** What a check found. */
export function Report({ result }: { readonly result: Result }) {
  const words = useImportWords()
  const { language } = useLanguage()
  const { it } = result
  const ready = plural(it.valid, language, words.ready)
  const known = it.known > 0 ? plural(it.known, language, words.known) : null
  if (it.faulty === 0)
    return (
      <Alert role="status" maw="none">
        {ready} {known}
      </Alert>
    )
  return (
    <>
      <Faults title={plural(it.faulty, language, words.faulty)} result={result} status="faulty" />
      {it.valid > 0 && (
        <Text size="sm">
          {ready} {known}
        </Text>
      )}
    </>
  )
}

interface FaultsProps {
  readonly title: string
  readonly result: Result
  /** Of the records in the whole report. */
  readonly status: 'faulty' | 'failed'
}

export function Faults({ title, result: { records, it, titles }, status }: FaultsProps) {
  const words = useImportWords()
  const places: Readonly<Record<string, string>> = words.invio.places
  const faults = records.flatMap(({ label, faults }) =>
    faults.map((fault) => ({ ...fault, label })),
  )
  const download = useChange({
    run: async () => {
      const all = await allRecordsOf(it.id, status)
      saveAs(new Blob([faultsCsv(all, titles, words)], { type: 'text/csv' }), `${words.fault}.csv`)
    },
  })
  return (
    <Alert color="red" role="alert" title={title} maw="none">
      <Box
        tabIndex={0}
        role="region"
        aria-label={title}
        mah={FAULTS_HEIGHT}
        style={{ overflow: 'auto' }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{it.kind === 'invio' ? words.place : words.line}</Table.Th>
              <Table.Th>{words.column}</Table.Th>
              <Table.Th>{words.fault}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {faults.slice(0, FAULTS_SHOWN).map((fault) => (
              <Table.Tr key={`${fault.line} ${fault.column} ${fault.code} ${fault.message}`}>
                <Table.Td>
                  {fault.label === null ? fault.line : placeText(fault.label, places)}
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {columnText(fault.column, titles, words)}
                  {fault.value !== null && (
                    <Text size="xs" c="dimmed">
                      {fault.value}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{faultText(fault)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      <FormFault error={download.error} />
      {faults.length > FAULTS_SHOWN && (
        <Text size="sm" mt="xs">
          {words.firstShown(FAULTS_SHOWN)}{' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => download.mutate()}
          >
            {words.allFaults}
          </Anchor>
        </Text>
      )}
    </Alert>
  )
}

/** `invoice INV-7` in the console's language. */
export function placeText(label: string, places: Readonly<Record<string, string>>): string {
  const [kind = '', ...name] = label.split(' ')
  return [places[kind] ?? kind, ...name].join(' ')
}
