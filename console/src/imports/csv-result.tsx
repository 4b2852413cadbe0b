import { Alert, Anchor, Box, Button, Group, Progress, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { inCompany } from '../company.ts'
import { useFormat } from '../format.ts'
import { plural, useLanguage } from '../language.ts'
import type { Kind } from './columns.ts'
import type { Done, LaterImport } from './later.ts'
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

export type Step = 'check' | 'import' | 'undo'

export interface Fault {
  readonly line: number
  readonly column: string
  readonly message: string
}

export interface Result {
  readonly isSaved: boolean
  readonly imported: number
  /** The first ones. */
  readonly faults: readonly Fault[]
  /** Of an import in the background. */
  readonly later?: LaterImport
}

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
  /** Null: it cannot be taken back, or was. */
  readonly onUndo: (() => void) | null
}

/** What was imported and what was not, and the way to it and back. */
export function Saved({ kind, result, isPending, progress, onUndo }: SavedProps) {
  const words = useImportWords()
  const { language } = useLanguage()
  const { number } = useFormat()
  const { imported, later } = result
  const isUndone = later?.status === 'undone'
  return (
    <>
      <Alert role="status" maw="none">
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            {isUndone
              ? words.undone(number(later.undone), later.kept > 0 ? number(later.kept) : null)
              : plural(imported, language, words.imported)}{' '}
            {later !== undefined && later.known > 0 && !isUndone && (
              <>{plural(later.known, language, words.known)} </>
            )}
            {later !== undefined && later.faulty > 0 && !isUndone && (
              <>{plural(later.faulty, language, words.leftOut)} </>
            )}
            <Anchor component={Link} to={LIST_OF[kind]} size="sm" underline="always">
              {words.show}
            </Anchor>
          </Text>
          {onUndo && (
            <Button size="xs" variant="default" loading={isPending} onClick={onUndo}>
              {words.undo}
            </Button>
          )}
        </Group>
      </Alert>
      {isPending && <HowFar step="undo" progress={progress} />}
      {later !== undefined && later.failed > 0 && !isUndone && (
        <Faults
          title={plural(later.failed, language, words.failed)}
          result={result}
          status="failed"
        />
      )}
    </>
  )
}

/** What a check found. */
export function Report({ result }: { readonly result: Result }) {
  const words = useImportWords()
  const { language } = useLanguage()
  const { imported, faults, later } = result
  const ready = plural(imported, language, words.ready)
  if (faults.length === 0)
    return (
      <Alert role="status" maw="none">
        {ready}
      </Alert>
    )
  return (
    <>
      <Faults
        title={
          later === undefined
            ? plural(faults.length, language, words.faults)
            : plural(later.faulty, language, words.faulty)
        }
        result={result}
        status="faulty"
      />
      {later !== undefined && imported > 0 && <Text size="sm">{ready}</Text>}
    </>
  )
}

interface FaultsProps {
  readonly title: string
  readonly result: Result
  /** Of the records in the whole report. */
  readonly status: 'faulty' | 'failed'
}

function Faults({ title, result: { faults, later }, status }: FaultsProps) {
  const words = useImportWords()
  const names: Readonly<Record<string, string>> = words.columns
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
              <Table.Th>{words.line}</Table.Th>
              <Table.Th>{words.field}</Table.Th>
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
      </Box>
      {faults.length > FAULTS_SHOWN && (
        <Text size="sm" mt="xs">
          {words.firstShown(FAULTS_SHOWN)}{' '}
          {later && (
            <Anchor
              href={inCompany(`/api/v1/imports/${later.id}/report?status=${status}`)}
              download
              size="sm"
              underline="always"
            >
              {words.allFaults}
            </Anchor>
          )}
        </Text>
      )}
    </Alert>
  )
}
