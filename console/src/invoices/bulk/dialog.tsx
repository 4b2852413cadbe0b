import {
  Anchor,
  Autocomplete,
  Button,
  Group,
  List,
  Progress,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { downloadZip } from 'client-zip'
import { useRef, useState } from 'react'
import { type Api, messageOf } from '../../api/client.ts'
import { inCompany } from '../../api/company.ts'
import { INVOICES_KEY } from '../../api/invoices.ts'
import { settingsQuery } from '../../api/queries.ts'
import { DayField } from '../../components/date-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { IconAlertCircle, IconCheck } from '../../components/icons.ts'
import { saveAs } from '../../components/save-as.ts'
import { useSend } from '../../components/use-send.ts'
import { todayIn } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { InvoiceEntry } from '../list-table.tsx'
import { batchesOf, csvFile, ROWS_AT_ONCE } from './csv.ts'
import { csvOf, pdfOf } from './downloads.ts'
import { type Details, perform, type Step } from './steps.ts'

interface Props {
  readonly step: Step
  /** The invoices that the step can change. */
  readonly entries: readonly InvoiceEntry[]
  readonly onCancel: () => void
  readonly onDone: () => void
}

interface Result {
  readonly entry: InvoiceEntry
  readonly isDone: boolean
  readonly text: string
}

/**
 * Processes one invoice after the other, so that numbers follow the dates, and lists each result.
 */
export function BulkDialog({ step, entries, onCancel, onDone }: Props) {
  const words = useWords().bulk
  const { data: settings } = useQuery(settingsQuery)
  const [details, setDetails] = useState<Details>({
    paidAt: settings ? todayIn(settings.timeZone) : '',
    method: '',
  })
  const { results, state, run, stop } = useBulk(step, entries, details)
  const failed = results.filter(({ isDone }) => !isDone).length
  const isGrave = step === 'void' || step === 'delete'
  // Enter pressed twice must not take what cannot be taken back.
  const isFinal = isGrave || step === 'issue' || step === 'send'
  return (
    <Dialog
      isOpen
      isKept={state === 'running'}
      onClose={state === 'asked' ? onCancel : onDone}
      title={words.titles[step](entries.length)}
      size="lg"
    >
      <Stack>
        {state === 'asked' ? (
          <>
            <Text size="sm">{words.texts[step]}</Text>
            {step === 'markPaid' && <PaymentFields details={details} onChange={setDetails} />}
          </>
        ) : (
          <>
            <Progress
              value={(results.length / entries.length) * 100}
              aria-label={words.progress}
              color={failed > 0 ? 'orange' : 'pine'}
            />
            <Text size="sm" role="status">
              {words.soFar(results.length, entries.length, failed)}
            </Text>
            <Results results={results} />
          </>
        )}
        <Group justify="flex-end" className="form-buttons">
          {state === 'asked' && (
            <>
              <Button variant="default" onClick={onCancel} data-autofocus={isFinal || undefined}>
                {words.cancel}
              </Button>
              <Button
                onClick={run}
                {...(isGrave && { color: 'red' })}
                data-autofocus={!isFinal || undefined}
              >
                {words.steps[step]}
              </Button>
            </>
          )}
          {state === 'running' && (
            <Button variant="default" onClick={stop}>
              {words.stop}
            </Button>
          )}
          {state === 'ended' && <Button onClick={onDone}>{words.close}</Button>}
        </Group>
      </Stack>
    </Dialog>
  )
}

interface PaymentProps {
  readonly details: Details
  readonly onChange: (details: Details) => void
}

function PaymentFields({ details, onChange }: PaymentProps) {
  const words = useWords().invoice
  const { methods } = useWords().payments
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <DayField
        label={words.paidAt}
        value={details.paidAt}
        onChange={(value) => onChange({ ...details, paidAt: value })}
      />
      <Autocomplete
        label={words.method}
        placeholder={words.methodHint}
        data={[...methods]}
        maxLength={60}
        value={details.method}
        onChange={(method) => onChange({ ...details, method })}
      />
    </SimpleGrid>
  )
}

const Results = ({ results }: { readonly results: readonly Result[] }) => (
  <List size="sm" spacing={4} mah={320} style={{ overflowY: 'auto' }} listStyleType="none">
    {results.map(({ entry, isDone, text }) => {
      const Icon = isDone ? IconCheck : IconAlertCircle
      return (
        <List.Item
          key={entry.id}
          icon={<Icon size={16} aria-hidden />}
          {...(!isDone && { c: 'red' })}
        >
          <Anchor href={inCompany(`/invoices/${entry.id}`)} target="_blank" size="sm">
            {entry.number ?? entry.customer_name}
          </Anchor>{' '}
          {text}
        </List.Item>
      )
    })}
  </List>
)

function useBulk(step: Step, entries: readonly InvoiceEntry[], details: Details) {
  const { results: words, archive } = useWords().bulk
  const queries = useQueryClient()
  const [results, setResults] = useState<readonly Result[]>([])
  const [state, setState] = useState<'asked' | 'running' | 'ended'>('asked')
  const isStopped = useRef(false)
  const { send } = useSend()

  const all = async (api: Api) => {
    setState('running')
    const files: File[] = []
    const tables: string[] = []
    const one = async (entry: InvoiceEntry): Promise<string> => {
      if (step === 'download') files.push(await pdfOf(entry))
      else if (step !== 'export') return perform(api, step, entry, { details, words })
      return words.added
    }
    const several = async (batch: readonly InvoiceEntry[]): Promise<string> => {
      if (step === 'export') tables.push(await csvOf(batch))
      const texts = await Promise.all(batch.map(one))
      return texts[0] ?? ''
    }
    for (const batch of batchesOf(inOrderOfDates(entries), step === 'export' ? ROWS_AT_ONCE : 1)) {
      if (isStopped.current) break
      const [isDone, text] = await several(batch).then(
        (done) => [true, done] as const,
        (error) => [false, messageOf(error)] as const,
      )
      setResults((before) => [...before, ...batch.map((entry) => ({ entry, isDone, text }))])
    }
    if (files.length > 0) saveAs(await downloadZip(files).blob(), `${archive}.zip`)
    if (tables.length > 0) saveAs(csvFile(tables), `${archive}.csv`)
    setState('ended')
    await queries.invalidateQueries({ queryKey: [INVOICES_KEY] })
  }
  const run = () => send(all)
  const stop = () => {
    isStopped.current = true
  }
  return { results, state, run, stop }
}

const inOrderOfDates = (entries: readonly InvoiceEntry[]): readonly InvoiceEntry[] =>
  entries.toSorted((a, b) => (`${a.issue_date} ${a.id}` < `${b.issue_date} ${b.id}` ? -1 : 1))
